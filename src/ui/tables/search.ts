import {formatCount} from "../../format/format.js";
import {type Kept, unkept} from "../../url/state.js";
import {button, html} from "../elements/dom.js";
import {emptyList, firstOf, type ListOptions, showAll, showFirst, sortedTable} from "./table.js";

/** Options of {@link searchedTable}: a list and the state of its search. */
interface SearchedTableOptions<Row> extends ListOptions<Row> {
  /** At most this many rows are shown, the first by the sort. */
  most: number;
  rows: string;
  isFound: (row: Row, search: string) => boolean;
  found?: Kept<Search> | undefined;
}

/** The state of a search: its words, and `rows` = `all` if the reader asked for all rows found, else only the first. */
export interface Search {
  search: string;
  rows: string;
}

/** A long list with a search above it, the number of rows found, and a button that shows all of them or fewer. */
export function searchedTable<Row>(rows: Iterable<Row>, options: SearchedTableOptions<Row>): HTMLElement {
  const {rows: noun, isFound, found: state = unkept({search: "", rows: ""}), most, empty} = options;
  const all = [...rows];
  const table = sortedTable(options);
  const none = emptyList(all.length === 0 ? empty : `No ${noun} found.`);
  const below = html("div");
  const field = searchField(`Search ${noun}`, (search) => change({search}));
  const count = html("span", {role: "status", class: "fb-count"});
  const more = button("", () => change({rows: current.rows === "all" ? "" : "all"}), {class: "fb-button"});
  let current = state.value;
  const write = (next: Search): void => {
    current = next;
    if (field.value !== next.search) field.value = next.search;
    const found = all.filter((row) => isFound(row, next.search));
    const whole = Math.min(most, found.length);
    const few = firstOf(whole);
    const isWhole = next.rows === "all";
    const shown = isWhole ? whole : few;
    table.show(found, shown);
    below.replaceChildren(found.length === 0 ? none : table.element);
    const first = shown < found.length ? `the first ${formatCount(shown)} of ` : "";
    const of = found.length < all.length ? ` of ${formatCount(all.length)}` : "";
    count.textContent = `${first}${formatCount(found.length)}${of} ${all.length === 1 ? singular(noun) : noun}`;
    more.hidden = few === whole;
    more.textContent = isWhole ? showFirst : showAll(whole);
  };
  const change = (patch: Partial<Search>): void => {
    const next = {...current, ...patch};
    state.keep(next);
    write(next);
  };
  write(current);
  const element = html("div", {class: "fb-found"}, html("div", {class: "fb-search"}, field, count, more), below);
  state.follow(element, (next) => {
    if (next.search !== current.search || next.rows !== current.rows) write(next); // else the focus would be lost
  });
  table.follow(element);
  return element;
}

/** A search field that calls `changed` at each letter. */
export function searchField(label: string, changed: (search: string) => void): HTMLInputElement {
  const field = html("input", {type: "search", placeholder: label, "aria-label": label});
  field.addEventListener("input", () => changed(field.value));
  return field;
}

function singular(noun: string): string {
  return noun.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}
