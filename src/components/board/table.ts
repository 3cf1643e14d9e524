import {hasWords} from "../../lib/match.js";
import type {FeedNames} from "../parts/names.js";
import type {Column} from "../table/columns.js";
import {windowedTable} from "../table/windowed.js";
import {symbolColumn} from "./columns.js";

/** Options of {@link feedTable}. */
export interface FeedTableOptions<Row> {
  /** Accessible name. */
  label: string;
  /** The columns behind the symbol. */
  columns: readonly Column<Row>[];
  /** Where a row leads; by default `./feed?feed=ID`. */
  href?: (row: Row) => string;
  /** Told when the reader presses a header. */
  onSort?: (sort: string) => void;
}

/** A table of feeds: its element, and a way to say which rows it shows, in which order. */
export interface FeedTable {
  element: HTMLElement;
  /** Shows the rows found, of a class (empty: of all), by a sort such as `-price`; gives how many they are. */
  show(view: {search: string; class: string; sort: string}): number;
}

/** A table of feeds of any length, a link per row, sorted by its headers. */
export function feedTable<Row extends FeedNames>(
  rows: readonly Row[],
  {label, columns, href = feedAddress, onSort = () => {}}: FeedTableOptions<Row>
): FeedTable {
  const table = windowedTable({label, columns: [symbolColumn(href), ...columns], onSort});
  return {
    element: table.element,
    show({search, class: group, sort}) {
      const found = findRows(rows, search).filter(({assetType}) => group === "" || assetType === group);
      table.show(found, sort);
      return found.length;
    }
  };
}

/** The rows that have every word of a search in their symbol, name, class or id. */
export function findRows<Row extends FeedNames>(rows: readonly Row[], search: string): Row[] {
  return rows.filter(({symbol, name, assetType, priceFeedId}) =>
    hasWords([symbol, name, assetType, `feed ${priceFeedId}`].join(" "), search)
  );
}

function feedAddress({priceFeedId}: FeedNames): string {
  return `./feed?feed=${priceFeedId}`;
}
