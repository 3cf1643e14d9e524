import {html, set} from "../parts/dom.js";
import type {FeedNames} from "../parts/feeds.js";
import {type Column, symbolColumn} from "./columns.js";
import {moveByKeys} from "./keys.js";
import {findRows, type Sort, sortRows} from "./order.js";
import {type WindowedRows, windowedRows} from "./window.js";

/** Options of {@link feedTable}. */
export interface TableOptions<Row> {
  /** Accessible name. */
  label: string;
  /** The columns behind the symbol. */
  columns: readonly Column<Row>[];
  /** Where a row leads; by default `./feed?feed=ID`. */
  href?: (row: Row) => string;
  /** Told when the reader presses a header. */
  onSort?: (sort: Sort) => void;
}

/** A table of feeds: its element, and a way to say which rows it shows, in which order. */
export interface FeedTable {
  element: HTMLElement;
  /** Shows the rows found, sorted; gives how many they are. A column that is not known leaves the order as it is. */
  show(view: {search: string; group: string; sort: Sort}): number;
}

/**
 * A table of feeds, a link per row, of any length: only the rows near the viewport are in the document. Arrow keys,
 * Page Up and Down, Home and End go from row to row; headers sort.
 */
export function feedTable<Row extends FeedNames>(
  rows: readonly Row[],
  {label, columns: others, href = feedAddress, onSort}: TableOptions<Row>
): FeedTable {
  const columns = [symbolColumn(href), ...others];
  let sort: Sort = {column: "", descending: false};
  let shown: readonly Row[] = [];
  const headers = columns.map((column) =>
    header(column, () => {
      onSort?.({column: column.name, descending: sort.column === column.name ? !sort.descending : column.numeric});
    })
  );
  const body = html("tbody", {role: "rowgroup"});
  const windowed: WindowedRows = windowedRows(body, (index) => rowElement(shown[index], index, columns));
  const head = html("thead", {role: "rowgroup"}, html("tr", {role: "row", "aria-rowindex": 1}, ...headers));
  const element = html("table", {role: "grid", "aria-label": label, "aria-readonly": "true"}, head, body);
  moveByKeys(body, windowed, () => shown.length);
  return {
    element,
    show({search, group, sort: wanted}) {
      sort = wanted;
      const found = findRows(rows, search).filter(({assetType}) => group === "" || assetType === group);
      const key = columns.find(({name}) => name === sort.column)?.key;
      shown = key === undefined ? found : sortRows(found, key, sort.descending);
      markSorted(headers, columns, sort);
      set(element, {"aria-rowcount": shown.length + 1});
      windowed.show(shown.length);
      return shown.length;
    }
  };
}

function markSorted<Row>(headers: readonly HTMLElement[], columns: readonly Column<Row>[], sort: Sort): void {
  const direction = sort.descending ? "descending" : "ascending";
  for (const [index, header] of headers.entries())
    set(header, {"aria-sort": columns[index]?.name === sort.column ? direction : null});
}

function header<Row>(column: Column<Row>, press: () => void): HTMLElement {
  const button = html("button", {type: "button", title: column.title}, column.label);
  button.addEventListener("click", press);
  return html("th", {scope: "col", role: "columnheader", class: classOf(column)}, button);
}

function rowElement<Row>(row: Row | undefined, index: number, columns: readonly Column<Row>[]): HTMLElement {
  const cells = columns.map((column, place) => {
    const [tag, role] = place === 0 ? (["th", "rowheader"] as const) : (["td", "gridcell"] as const);
    return html(tag, {role, class: classOf(column)}, row === undefined ? "" : column.cell(row));
  });
  return html("tr", {role: "row", "aria-rowindex": index + 2}, ...cells);
}

function classOf<Row>({name, numeric}: Column<Row>): string {
  return `fb-is-${name}${numeric ? " fb-number" : ""}`;
}

function feedAddress({priceFeedId}: FeedNames): string {
  return `./feed?feed=${priceFeedId}`;
}
