import type {Result} from "../../duckdb/sql/ask.js";
import {formatCount, toMs} from "../../format/format.js";
import {argumentsOf} from "../../ui/code-editor/schema.js";
import {button, html} from "../../ui/elements/dom.js";
import {hasWords} from "../../ui/elements/names.js";
import {sparkline} from "../../ui/elements/sparkline.js";
import {searchField} from "../../ui/tables/search.js";
import type {CatalogTable} from "../catalog/catalog.js";
import {columnTable} from "../catalog/columns.js";

/** What the browser of tables needs of the console. */
export interface BrowserOptions {
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

const titles = {query: "Named queries", table: "Tables", view: "Views"} as const;

function schemaBrowser(tables: readonly CatalogTable[], options: BrowserOptions): HTMLElement {
  const entries = tables
    .filter(({kind}) => kind !== "store")
    .map((table) => ({table, element: entry(table, options), text: searchable(table)}));
  const sections = Object.entries(titles).map(([kind, title]) => {
    const own = entries.filter(({table}) => table.kind === kind).map(({element}) => element);
    return html("section", {}, html("h3", {}, title), ...own);
  });
  const none = html("p", {class: "fb-console-note", hidden: true, role: "status"}, "Nothing has these words.");
  const field = searchField("Search tables and columns", (search) => {
    for (const {element, text} of entries) element.hidden = !hasWords(text, search);
    for (const section of sections) section.hidden = section.querySelector("details:not([hidden])") === null;
    none.hidden = sections.some(({hidden}) => !hidden);
  });
  const search = html("div", {class: "fb-search"}, field);
  return html("div", {class: "fb-console-browser fb-catalog"}, search, none, ...sections);
}

function searchable({name, meaning, columns}: CatalogTable): string {
  return [name, meaning, ...columns.map((column) => `${column.name} ${column.meaning}`)].join(" ");
}

function entry(table: CatalogTable, options: BrowserOptions): HTMLDetailsElement {
  const rows = table.rows === null ? "" : formatCount(table.rows);
  const parts = table.name.split(/(?<=_)/).flatMap((part, i) => (i > 0 ? [html("wbr"), part] : [part]));
  const summary = html("summary", {}, html("code", {}, ...parts), html("span", {class: "fb-rows"}, rows));
  const element = html("details", {}, summary);
  element.addEventListener("toggle", () => element.append(about(table, options)), {once: true});
  return element;
}

function about(table: CatalogTable, {ask, insert, run}: BrowserOptions): HTMLElement {
  const {kind, name, meaning, grain, example, columns} = table;
  const call =
    kind === "query"
      ? `${name}(${argumentsOf(table)
          .must.map((each) => each.name)
          .join(", ")})`
      : name;
  const known = columns.filter(({storeOnly}) => !storeOnly);
  const args = known.filter(({argument = false}) => argument);
  const shown = known.filter(({argument = false}) => !argument);
  const described = columnTable(shown, name, kind === "query" ? {title: "Columns of the result"} : {});
  const sparklines = kind === "table" ? sparklineQuery(table) : null;
  if (sparklines !== null)
    ask(sparklines).then(
      ({rows}) => addSparklines(described, shown, rows),
      () => {} // a table without them says as much
    );
  return html(
    "div",
    {},
    html("p", {}, meaning.replaceAll("`", ""), grain === "" ? "" : ` One row per ${grain.replace(/^none; /, "")}.`),
    html("pre", {tabindex: 0, "aria-label": "Example"}, html("code", {}, example)),
    html(
      "p",
      {class: "fb-console-do"},
      button("Run example", () => run(example), {class: "fb-button", "aria-label": `Run example: ${name}`}),
      button("Insert name", () => insert(call), {class: "fb-button", "aria-label": `Insert name: ${call}`})
    ),
    args.length > 0 ? columnTable(args, name, {heading: "Argument", title: "Arguments"}) : null,
    described
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

function addSparklines(described: HTMLElement, columns: readonly {name: string}[], rows: Result["rows"]): void {
  for (const [i, row] of [...described.querySelectorAll("tbody tr")].entries()) {
    const values = rows.map((each) => each[columns[i]?.name ?? ""] ?? null);
    if (values.filter((value) => value !== null).length < 2) continue;
    row.firstElementChild?.append(sparkline(values, {width: 84, height: 18}));
  }
}
