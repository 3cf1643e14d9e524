import {formatCount} from "../../format/format.js";
import {argumentsOf} from "../../ui/code-editor/schema.js";
import {html} from "../../ui/elements/dom.js";
import {hasWords} from "../../ui/elements/names.js";
import {searchField} from "../../ui/tables/search.js";
import type {CatalogTable} from "../catalog/catalog.js";
import {columnTable} from "../catalog/columns.js";

/** What the reader can do with an entry of the browser. */
export interface BrowserOptions {
  /** Puts a name or a call into the query. */
  insert: (text: string) => void;
  /** Runs an example in place of the query. */
  run: (sql: string) => void;
  /** Small pictures of a table's columns by their names; those that cost too much to draw are left out. */
  sparklines: (table: CatalogTable) => Promise<ReadonlyMap<string, Element>>;
}

const titles = {query: "Named queries", table: "Tables", view: "Views"} as const;

/** A searchable list of all that SQL can name. An entry opens to its meaning, an example, its arguments and columns. */
export function schemaBrowser(tables: readonly CatalogTable[], options: BrowserOptions): HTMLElement {
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
  return html(
    "div",
    {class: "fb-console-browser fb-catalog"},
    html("div", {class: "fb-search"}, field),
    none,
    ...sections
  );
}

function searchable({name, meaning, columns}: CatalogTable): string {
  return [name, meaning, ...columns.map((column) => `${column.name} ${column.meaning}`)].join(" ");
}

function entry(table: CatalogTable, options: BrowserOptions): HTMLDetailsElement {
  const rows = table.rows === null ? "" : formatCount(table.rows);
  const label = html(
    "code",
    {},
    ...table.name.split(/(?<=_)/).flatMap((part, i) => (i > 0 ? [html("wbr"), part] : [part]))
  );
  const element = html("details", {}, html("summary", {}, label, html("span", {class: "fb-rows"}, rows)));
  element.addEventListener("toggle", () => element.append(about(table, options)), {once: true});
  return element;
}

function about(table: CatalogTable, {insert, run, sparklines}: BrowserOptions): HTMLElement {
  const {kind, name, meaning, grain, example, columns} = table;
  const call = kind === "query" ? callOf(table) : name;
  const [given, shown] = [true, false].map((is) =>
    columns.filter(({argument = false, storeOnly}) => argument === is && !storeOnly)
  );
  const described = columnTable(shown ?? [], name, kind === "query" ? {title: "Columns of the result"} : {});
  if (kind === "table") void sparklines(table).then((pictures) => addPictures(described, shown ?? [], pictures));
  return html(
    "div",
    {},
    html("p", {}, meaning.replaceAll("`", ""), grain === "" ? "" : ` One row per ${grain.replace(/^none; /, "")}.`),
    html("pre", {tabindex: 0, "aria-label": "Example"}, html("code", {}, example)),
    html(
      "p",
      {class: "fb-console-do"},
      button("Run example", `Run example: ${name}`, () => run(example)),
      button("Insert name", `Insert name: ${call}`, () => insert(call))
    ),
    given?.length ? columnTable(given, name, {heading: "Argument", title: "Arguments"}) : null,
    described
  );
}

// With the arguments that must be given, by their names.
function callOf(table: CatalogTable): string {
  return `${table.name}(${argumentsOf(table)
    .must.map(({name}) => name)
    .join(", ")})`;
}

function addPictures(
  described: HTMLElement,
  columns: readonly {name: string}[],
  pictures: ReadonlyMap<string, Element>
): void {
  for (const [i, row] of [...described.querySelectorAll("tbody tr")].entries()) {
    const picture = pictures.get(columns[i]?.name ?? "");
    if (picture !== undefined) row.firstElementChild?.append(picture);
  }
}

function button(text: string, label: string, act: () => void): HTMLElement {
  const element = html("button", {type: "button", class: "fb-button", "aria-label": label}, text);
  element.addEventListener("click", act);
  return element;
}
