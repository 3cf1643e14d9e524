import type {Result} from "../../duckdb/sql/ask.js";
import {formatCount, toMs} from "../../format/format.js";
import {argumentsOf} from "../../ui/code-editor/completions.js";
import {button, html} from "../../ui/elements/dom.js";
import {sparkline} from "../../ui/elements/sparkline.js";
import {searchField} from "../../ui/tables/search.js";
import {breakable, type CatalogTable, tableSections} from "../catalog/catalog.js";
import {columnTables} from "../catalog/columns.js";

/** What the browser of tables needs of the console. */
interface BrowserOptions {
  ask: (sql: string) => Promise<Result>;
  /** Puts a name or a call into the query. */
  insert: (text: string) => void;
  /** Runs an example in place of the query. */
  run: (sql: string) => void;
}

/** The column beside the editor: a searchable list of named queries, tables and views. */
export function tablesAside(tables: Promise<readonly CatalogTable[]>, options: BrowserOptions): HTMLElement {
  const loading = html("p", {class: "fb-console-note", role: "status"}, "Loading tables …");
  const label = "Tables and named queries";
  void tables.then(
    (all) => loading.replaceWith(schemaBrowser(all, options)),
    () => {
      loading.textContent = "The list of tables did not load: reload the page to try again. Queries run without it.";
    }
  );
  return html("aside", {"aria-label": label}, html("h2", {}, label), loading);
}

const headings = Object.entries({query: "Named queries", table: "Tables", view: "Views"});

function schemaBrowser(tables: readonly CatalogTable[], options: BrowserOptions): HTMLElement {
  const onSite = tables.filter(({kind}) => kind !== "store");
  const titled = headings.map(([kind, title]) => ({kind, heading: [html("h3", {}, title)]}));
  const {sections, find} = tableSections(onSite, titled, (table) => entry(table, options));
  const none = html("p", {class: "fb-console-note", hidden: true, role: "status"}, "Nothing has these words.");
  const field = searchField("Search tables and columns", (search) => {
    none.hidden = find(search) > 0;
  });
  const search = html("div", {class: "fb-search"}, field);
  return html("div", {class: "fb-console-browser fb-catalog"}, search, none, ...sections);
}

function entry(table: CatalogTable, options: BrowserOptions): HTMLDetailsElement {
  const rows = table.rows === null ? "" : formatCount(table.rows);
  const name = html("code", {}, ...breakable(table.name));
  const element = html("details", {}, html("summary", {}, name, html("span", {class: "fb-rows"}, rows)));
  element.addEventListener("toggle", () => element.append(about(table, options)), {once: true});
  return element;
}

function about(table: CatalogTable, {ask, insert, run}: BrowserOptions): HTMLElement {
  const {kind, name, meaning, grain, example} = table;
  const given = argumentsOf(table).must.map((each) => each.name);
  const call = kind === "query" ? `${name}(${given.join(", ")})` : name;
  const columns = table.columns.filter(({storeOnly}) => !storeOnly);
  const described = columnTables({kind, name, columns});
  const sparklines = kind === "table" ? sparklineQuery(table) : null;
  if (sparklines !== null)
    ask(sparklines).then(
      ({rows}) => addSparklines(described, columns, rows),
      () => {} // a table without them says as much
    );
  const look = {class: "fb-button"};
  return html(
    "div",
    {},
    html("p", {}, meaning.replaceAll("`", ""), grain === "" ? "" : ` One row per ${grain.replace(/^none; /, "")}.`),
    html("pre", {tabindex: 0, "aria-label": "Example"}, html("code", {}, example)),
    html(
      "p",
      {class: "fb-console-do"},
      button("Run example", () => run(example), {...look, "aria-label": `Run example: ${name}`}),
      button("Insert name", () => insert(call), {...look, "aria-label": `Insert name: ${call}`})
    ),
    ...described
  );
}

const points = 40;
const mostRows = 500_000; // more would take seconds, and read much of the snapshot

// The query for the sparklines of a table: its numbers over time, of its first feed. Null for one without, or with too many rows.
function sparklineQuery({name, columns, rows, since, until}: CatalogTable): string | null {
  const has = (column: string) => columns.some((each) => each.name === column && !each.storeOnly);
  const time = ["publishedAt", "startedAt"].find(has);
  const numbers = columns.filter(({type, storeOnly}) => type === "DOUBLE" && !storeOnly);
  const seconds = (toMs(until) - toMs(since)) / 1000;
  const isCheap = rows !== null && rows > 1 && rows <= mostRows;
  if (time === undefined || !has("priceFeedId") || numbers.length === 0 || !isCheap || !(seconds > 0)) return null;
  return [
    `SELECT ${numbers.map(({name: column}) => `avg("${column}") AS "${column}"`).join(", ")}`,
    `FROM ${name}`,
    `WHERE priceFeedId = (SELECT min(priceFeedId) FROM ${name})`,
    `GROUP BY floor(epoch(${time}) / ${seconds / points})`,
    `ORDER BY min(${time})`
  ].join("\n");
}

function addSparklines([described]: HTMLElement[], columns: readonly {name: string}[], rows: Result["rows"]): void {
  for (const [i, row] of [...(described?.querySelectorAll("tbody tr") ?? [])].entries()) {
    const values = rows.map((each) => each[columns[i]?.name ?? ""] ?? null);
    if (values.filter((value) => value !== null).length < 2) continue;
    row.firstElementChild?.append(sparkline(values, {width: 84, height: 18}));
  }
}
