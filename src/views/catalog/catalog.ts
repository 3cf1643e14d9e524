import {formatCount, formatUtc} from "../../format/format.js";
import {formatSpan} from "../../format/zone.js";
import {copyable} from "../../ui/elements/copyable.js";
import {button, html} from "../../ui/elements/dom.js";
import {hasWords} from "../../ui/elements/names.js";
import {factList} from "../../ui/elements/stats.js";
import {searchField} from "../../ui/tables/search.js";
import {type Kept, unkept} from "../../url/state.js";
import {type CatalogColumn, columnTables} from "./columns.js";

/** Options of {@link catalog}. */
export interface CatalogOptions {
  /** The words of its search. */
  found?: Kept<{search: string}>;
  /** Called when the reader opens an entry, with its id, or closes the last one opened, with an empty text. */
  onOpen?: (id: string) => void;
  /** Runs a query and returns the element to show, if any; adds a button to each example. */
  run?: (sql: string) => Promise<HTMLElement | null>;
  /** Saves all rows of a table, and returns an element to show on failure; adds a button to each table. */
  save?: (name: string) => Promise<HTMLElement | null>;
  /** Puts a name, or the call of a named query, into a query; adds a button to each entry. */
  insert?: (text: string) => void;
}

const kinds = {
  query: {
    title: "Named queries",
    note:
      "The queries of this site’s charts. Call them as in the examples; " +
      "arguments with a default are given by name: closed := 'skipped'."
  },
  table: {title: "Tables", note: "Part of the site: every page can query them."},
  view: {title: "Views", note: "Computed from the tables when a query reads them."},
  store: {
    title: "In the store only",
    note: "Not on the site. feedbook sql reads the store; with --snapshot it reads all of the above."
  }
} as const;

/**
 * A searchable list of named queries, tables and views. Each entry opens to its meaning, an example query and its
 * columns. The id of an entry is its name, or `store-feeds` for a table of the store.
 */
export function catalog(tables: Iterable<CatalogTable>, options: CatalogOptions = {}): HTMLElement {
  const {found: kept = unkept({search: ""}), onOpen = () => {}} = options;
  const entries = Array.from(tables, (table) => {
    return {kind: table.kind, text: searchable(table), element: entry(table, options)};
  });
  const sections = Object.entries(kinds).map(([kind, {title, note}]) => {
    const own = entries.filter((each) => each.kind === kind).map(({element}) => element);
    return html("section", {}, html("h2", {}, title), html("p", {}, note), ...own);
  });
  const count = html("span", {role: "status", class: "fb-count"});
  const field = searchField("Search tables and columns", (search) => {
    show(search);
    kept.keep({search});
  });
  function show(search: string): void {
    for (const {element, text} of entries) {
      element.hidden = !hasWords(text, search);
      for (const row of element.querySelectorAll("tbody tr"))
        row.toggleAttribute("data-found", search.trim() !== "" && hasWords(row.textContent, search));
    }
    for (const section of sections) section.hidden = section.querySelector("details:not([hidden])") === null;
    const found = entries.filter(({element}) => !element.hidden).length;
    const all = `${formatCount(entries.length)} queries, tables and views`;
    count.textContent = found === entries.length ? all : `${formatCount(found)} of ${all}`;
  }
  field.value = kept.value.search;
  show(field.value);
  let open = "";
  for (const {element} of entries)
    element.addEventListener("toggle", () => {
      if (!element.open && open !== element.id) return;
      open = element.open ? element.id : "";
      onOpen(open);
    });
  return html("div", {class: "fb-catalog"}, html("div", {class: "fb-search"}, field, count), ...sections);
}

function searchable({name, meaning, columns}: CatalogTable): string {
  return [name, meaning, ...columns.map((column) => `${column.name} ${column.meaning}`)].join(" ");
}

/** A named query, table or view, of the snapshot or only of the store. Times are text. */
export interface CatalogTable {
  kind: "query" | "table" | "view" | "store";
  name: string;
  meaning: string;
  grain: string;
  source: string;
  example: string;
  /** Null for a named query, and for a view of the store. */
  rows: number | null;
  /** For a table of the snapshot: the rows in the store, whether all are here, and otherwise since when. */
  storedRows: number | null;
  whole: boolean | null;
  wholeSince: string | null;
  since: string | null;
  until: string | null;
  columns: CatalogColumn[];
}

function entry(table: CatalogTable, {run, save, insert}: CatalogOptions): HTMLDetailsElement {
  const {kind, name, meaning, example} = table;
  const rows = table.rows === null ? "" : `${formatCount(table.rows)} ${table.rows === 1 ? "row" : "rows"}`;
  const summary = html(
    "summary",
    {},
    html("h3", {}, html("code", {}, ...breakable(name))),
    html("span", {class: "fb-meaning"}, marked(meaning)),
    html("span", {class: "fb-rows"}, rows)
  );
  const result = html("div", {class: "fb-result", "aria-live": "polite"});
  const needed = table.columns.filter(({argument, usual}) => argument && !usual).map((each) => each.name);
  const call = kind === "query" ? `${name}(${needed.join(", ")})` : name;
  const buttons = [
    run && kind !== "store" ? actButton("Run", `Run the example of ${name}`, () => run(example), result) : [],
    save && kind === "table" ? actButton("CSV", `Save all of ${name} as CSV`, () => save(name), result) : [],
    insert ? button("Insert", () => insert(call), {class: "fb-button", "aria-label": `Insert ${call}`}) : []
  ].flat();
  const command = kind === "store" ? `npm run -s feedbook -- sql "${example}"` : example;
  const about = [factList(factsOf(table)), copyable(command, "Example", ...buttons), result, ...columnTables(table)];
  return html("details", {id: kind === "store" ? `store-${name}` : name}, summary, html("div", {}, ...about));
}

function actButton(
  text: string,
  label: string,
  act: () => Promise<HTMLElement | null>,
  result: HTMLElement
): HTMLElement {
  const press = async () => {
    if (acting.hasAttribute("aria-disabled")) return; // a disabled button would lose the focus
    acting.setAttribute("aria-disabled", "true");
    const shown = await act();
    result.replaceChildren(...(shown === null ? [] : [shown]));
    acting.removeAttribute("aria-disabled");
  };
  const acting = button(text, press, {class: "fb-button", "aria-label": label});
  return acting;
}

function factsOf(table: CatalogTable): [string, string][] {
  const {grain, source, since, until} = table;
  const facts: [string, string][] = [
    ["One row per", grain.replace(/^none; /, "")],
    ["Source", source],
    ["Rows", rowsOf(table)],
    ["Time", since === null || until === null ? "" : formatSpan(since, until)]
  ];
  return facts.filter(([, text]) => text !== "");
}

// Only for a part of the store's rows: the number of all rows is next to the name.
function rowsOf({rows, storedRows, whole, wholeSince}: CatalogTable): string {
  if (rows === null || storedRows === null || whole !== false) return "";
  const from = wholeSince === null ? "" : `, all of them since ${formatUtc(wholeSince, "minute")}`;
  return `${formatCount(rows)} of the store’s ${formatCount(storedRows)}${from}`;
}

function marked(text: string): HTMLElement {
  const parts = text.split("`").map((part, i) => (i % 2 === 1 ? html("code", {}, part) : part));
  return html("span", {}, ...parts);
}

// A name that may wrap after its underscores.
function breakable(name: string): (Node | string)[] {
  return name.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? [part] : [html("wbr"), part]));
}
