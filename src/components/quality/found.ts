import {formatCount} from "../../lib/format.js";
import {html} from "../parts/dom.js";
import {type FindingState, finder} from "../parts/finder.js";
import {type ListOptions, listTable} from "./list.js";

/** Options of {@link foundList}: those of its list, and where its search is kept. */
export interface FoundListOptions<Row> {
  list: ListOptions<Row> & {most: number};
  /** What its rows are called, such as `feeds`. */
  rows: string;
  /** Whether a row is found by a search. */
  isFound: (row: Row, search: string) => boolean;
  state?: FindingState;
}

/** A long list with a search above it; it says how many rows it has, and how many of them are in the document. */
export function foundList<Row>(rows: Iterable<Row>, options: FoundListOptions<Row>): HTMLElement {
  const {list, rows: noun, isFound, state = {}} = options;
  const all = [...rows];
  const below = html("div");
  let sort = list.sort ?? "";
  let sortTable: (sort: string) => void = () => {};
  const kept: Pick<ListOptions<Row>, "onSort" | "follow"> = {
    onSort(next) {
      sort = next;
      list.onSort?.(next);
    },
    follow: (_, show) => {
      sortTable = show;
    }
  };
  const bar = finder({
    ...{label: `Search ${noun}`, ...state},
    show({search}) {
      const found = all.filter((row) => isFound(row, search));
      const empty = all.length === 0 ? list.empty : `No ${noun} found.`;
      below.replaceChildren(listTable(found, {...list, ...kept, sort, empty}));
      const first = found.length > list.most ? `the first ${formatCount(list.most)} of ` : "";
      const of = found.length < all.length ? ` of ${formatCount(all.length)}` : "";
      return {count: `${first}${formatCount(found.length)}${of} ${noun}`};
    }
  });
  const element = html("div", {class: "fb-found"}, bar, below);
  // Not each table for itself: one made by a step of history would not hear the sort of that step.
  list.follow?.(element, (next) => {
    sort = next;
    sortTable(next);
  });
  return element;
}
