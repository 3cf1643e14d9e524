import {formatCount} from "../../lib/format.js";
import {type Kept, unkept} from "../../lib/state.js";
import {html} from "../parts/dom.js";
import {emptyList, type ListOptions, scrollingTable} from "./table.js";

/** Options of {@link searchedTable}: those of its list, and where its search is kept. */
export interface SearchedTableOptions<Row> extends ListOptions<Row> {
  /** How many rows are in the document, the first by the sort. */
  most: number;
  /** What its rows are called, such as `feeds`. */
  rows: string;
  /** Whether a row is found by a search. */
  isFound: (row: Row, search: string) => boolean;
  found?: Kept<Search> | undefined;
}

/** A long list with a search above it; it says how many rows it has, and how many of them are in the document. */
export function searchedTable<Row>(rows: Iterable<Row>, options: SearchedTableOptions<Row>): HTMLElement {
  const {rows: noun, isFound, found: state, sorted = unkept({sort: ""}), most, empty, ...list} = options;
  const all = [...rows];
  let [found, {sort}] = [all, sorted.value];
  const sortBy = (next: string): void => {
    sort = next;
    table.show(found, sort);
  };
  const onSort = (next: string): void => {
    sortBy(next);
    sorted.keep({sort});
  };
  const table = scrollingTable({...list, onSort}, {most});
  const none = emptyList(all.length === 0 ? empty : `No ${noun} found.`);
  const below = html("div");
  const bar = searchBar({
    ...{label: `Search ${noun}`, state},
    show({search}) {
      found = all.filter((row) => isFound(row, search));
      table.show(found, sort);
      below.replaceChildren(found.length === 0 ? none : table.element);
      const first = found.length > most ? `the first ${formatCount(most)} of ` : "";
      const of = found.length < all.length ? ` of ${formatCount(all.length)}` : "";
      return {count: `${first}${formatCount(found.length)}${of} ${noun}`};
    }
  });
  const element = html("div", {class: "fb-found"}, bar, below);
  sorted.follow(element, (next) => sortBy(next.sort));
  return element;
}

/** What of a long table is shown: the rows that have every word of a search; of them the first, or (`all`) all. */
export interface Search {
  search: string;
  rows: string;
}

/** Options of {@link searchBar}. */
export interface SearchBarOptions {
  /** Accessible name of the search field. */
  label: string;
  /** Shows what is to be seen, and says so: how many that is, and the words of a button that shows all, or no longer all. */
  show: (found: {search: string; all: boolean}) => {count: string; button?: string | undefined};
  state?: Kept<Search> | undefined;
}

/** A bar above a long table: a search, how many rows it found, and where there are more of them a button that shows all. */
export function searchBar({label, show, state = unkept({search: "", rows: ""})}: SearchBarOptions): HTMLElement {
  let finding = state.value;
  const field = searchField(label, (search) => change({search}));
  const count = html("span", {role: "status", class: "fb-count"});
  const button = html("button", {type: "button", class: "fb-more"});
  const element = html("div", {class: "fb-search"}, field, count, button);
  const write = (next: Search): void => {
    finding = next;
    if (field.value !== next.search) field.value = next.search;
    const told = show({search: next.search, all: next.rows === "all"});
    count.textContent = told.count;
    button.hidden = told.button === undefined;
    button.textContent = told.button ?? "";
  };
  const change = (patch: Partial<Search>): void => {
    finding = {...finding, ...patch};
    state.keep(finding);
    write(finding);
  };
  button.addEventListener("click", () => change({rows: finding.rows === "all" ? "" : "all"}));
  write(finding);
  state.follow(element, (next) => {
    if (next.search !== finding.search || next.rows !== finding.rows) write(next); // what is shown keeps its focus
  });
  return element;
}

/** A field that tells what is searched for at each letter. */
export function searchField(label: string, changed: (search: string) => void): HTMLInputElement {
  const field = html("input", {type: "search", placeholder: label, "aria-label": label});
  field.addEventListener("input", () => changed(field.value));
  return field;
}
