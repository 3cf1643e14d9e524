import {formatCount} from "../../format/format.js";
import {type Kept, unkept} from "../../url/state.js";
import {button, html} from "../elements/dom.js";
import {emptyList, firstOf, type ListOptions, showAll, showFirst, sortedTable} from "./table.js";

/** Options of {@link searchedTable}: a list and the state of its search. */
interface SearchedTableOptions<Row> extends ListOptions<Row> {
  /** At most this many rows are shown, the first by the sort. */
  most: number;
  /** The word for its rows, such as `feeds`. */
  rows: string;
  /** Whether a row matches a search. */
  isFound: (row: Row, search: string) => boolean;
  found?: Kept<Search> | undefined;
}

/** A long list with a search above it, and the number of rows found and shown. */
export function searchedTable<Row>(rows: Iterable<Row>, options: SearchedTableOptions<Row>): HTMLElement {
  const {rows: noun, isFound, found: state, most, empty} = options;
  const all = [...rows];
  const table = sortedTable(options);
  const none = emptyList(all.length === 0 ? empty : `No ${noun} found.`);
  const below = html("div");
  const bar = searchBar({
    ...{label: `Search ${noun}`, state},
    show({search, all: isWhole}) {
      const found = all.filter((row) => isFound(row, search));
      const whole = Math.min(most, found.length);
      const few = firstOf(whole);
      const shown = isWhole ? whole : few;
      table.show(found, shown);
      below.replaceChildren(found.length === 0 ? none : table.element);
      const first = shown < found.length ? `the first ${formatCount(shown)} of ` : "";
      const of = found.length < all.length ? ` of ${formatCount(all.length)}` : "";
      return {
        count: `${first}${formatCount(found.length)}${of} ${all.length === 1 ? singular(noun) : noun}`,
        button: few === whole ? undefined : isWhole ? showFirst : showAll(whole)
      };
    }
  });
  const element = html("div", {class: "fb-found"}, bar, below);
  table.follow(element);
  return element;
}

/** The state of a search: its words, and `rows` = `all` if the reader asked for all rows found, else only the first. */
export interface Search {
  search: string;
  rows: string;
}

/** Options of {@link searchBar}. */
interface SearchBarOptions {
  /** Accessible name of the search field. */
  label: string;
  /** Shows the rows found, and returns their count as text and the label of a button for all or fewer of them. */
  show: (query: {search: string; all: boolean}) => {count: string; button?: string | undefined};
  state?: Kept<Search> | undefined;
}

/** A bar above a long table: the search, the number of rows found, and a button that shows all if there are more. */
function searchBar({label, show, state = unkept({search: "", rows: ""})}: SearchBarOptions): HTMLElement {
  let current = state.value;
  const field = searchField(label, (search) => change({search}));
  const count = html("span", {role: "status", class: "fb-count"});
  const more = button("", () => change({rows: current.rows === "all" ? "" : "all"}), {class: "fb-button"});
  const element = html("div", {class: "fb-search"}, field, count, more);
  const write = (next: Search): void => {
    current = next;
    if (field.value !== next.search) field.value = next.search;
    const shown = show({search: next.search, all: next.rows === "all"});
    count.textContent = shown.count;
    more.hidden = shown.button === undefined;
    more.textContent = shown.button ?? "";
  };
  const change = (patch: Partial<Search>): void => {
    current = {...current, ...patch};
    state.keep(current);
    write(current);
  };
  write(current);
  state.follow(element, (next) => {
    if (next.search !== current.search || next.rows !== current.rows) write(next); // else the focus would be lost
  });
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
