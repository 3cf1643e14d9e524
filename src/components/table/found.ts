import {formatCount} from "../../lib/format.js";
import {type Kept, unkept} from "../../lib/state.js";
import {html} from "../parts/dom.js";
import {type Finding, finder} from "./finder.js";
import {emptyList, type ListOptions, scrollingTable} from "./table.js";

/** Options of {@link foundList}: those of its list, and where its search is kept. */
export interface FoundListOptions<Row> extends ListOptions<Row> {
  /** How many rows are in the document, the first by the sort. */
  most: number;
  /** What its rows are called, such as `feeds`. */
  rows: string;
  /** Whether a row is found by a search. */
  isFound: (row: Row, search: string) => boolean;
  found?: Kept<Finding> | undefined;
}

/** A long list with a search above it; it says how many rows it has, and how many of them are in the document. */
export function foundList<Row>(rows: Iterable<Row>, options: FoundListOptions<Row>): HTMLElement {
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
  const bar = finder({
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
