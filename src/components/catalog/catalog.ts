import {formatCount} from "../../lib/format.js";
import {html} from "../parts/dom.js";
import {searchField} from "../table/search.js";
import {type CatalogTable, entry} from "./entry.js";

/** Options of {@link catalog}. */
export interface CatalogOptions {
  search?: string;
  /** Id of the table that is open at first, as a link's fragment has it: `prices`, or `store-feeds` of the store alone. */
  open?: string;
  /** Told when the reader searches, or opens or closes a table: the id of the last one opened, or an empty text. */
  onChange?: (state: {search: string; open: string}) => void;
}

interface Entry {
  table: CatalogTable;
  element: HTMLDetailsElement;
  text: string;
}

const kinds = {
  table: {title: "Tables", note: "Every page can query them: they come with the site."},
  view: {title: "Views", note: "Made of the tables as a query asks for them."},
  store: {
    title: "In the store only",
    note: "Not part of the site: feedbook sql asks the store; for all of the above, with --snapshot."
  }
} as const;

/** A list of tables and views to open one by one and to search, each with what it means, how to query it, and its columns. */
export function catalog(tables: Iterable<CatalogTable>, options: CatalogOptions = {}): HTMLElement {
  const state = {search: options.search ?? "", open: ""};
  const entries = Array.from(tables, (table) => ({table, element: entry(table), text: searchable(table)}));
  const count = html("span", {role: "status", class: "fb-count"});
  const sections = Object.entries(kinds).map(([kind, {title, note}]) => {
    const own = entries.filter(({table}) => table.kind === kind).map(({element}) => element);
    return html("section", {}, html("h2", {}, title), html("p", {}, note), ...own);
  });
  const search = (text: string): void => {
    state.search = text;
    count.textContent = find(entries, text);
    for (const section of sections) section.hidden = section.querySelector("details:not([hidden])") === null;
  };
  const changed = () => options.onChange?.({...state});
  const field = searchField("Search tables and columns", (text) => {
    search(text);
    changed();
  });
  field.value = state.search;
  search(state.search);
  for (const {element} of entries) {
    if (element.id === options.open) element.open = true;
    element.addEventListener("toggle", () => {
      if (!element.open && state.open !== element.id) return;
      state.open = element.open ? element.id : "";
      changed();
    });
  }
  return html("div", {class: "fb-catalog"}, html("div", {class: "fb-search"}, field, count), ...sections);
}

// Columns that a search is about are marked where a table is open.
function find(entries: readonly Entry[], search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string | null) => words.every((word) => text?.toLowerCase().includes(word));
  for (const {element, text} of entries) {
    element.hidden = !has(text);
    for (const row of element.querySelectorAll("tbody tr"))
      row.toggleAttribute("data-found", words.length > 0 && has(row.textContent));
  }
  const found = entries.filter(({element}) => !element.hidden).length;
  const all = `${formatCount(entries.length)} tables and views`;
  return found === entries.length ? all : `${formatCount(found)} of ${all}`;
}

function searchable({name, meaning, columns}: CatalogTable): string {
  return [name, meaning, ...columns.map((column) => `${column.name} ${column.meaning}`)].join(" ").toLowerCase();
}
