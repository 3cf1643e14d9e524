import {type Kept, unkept} from "../../url/state.js";
import {html, set, svg} from "../elements/dom.js";
import {tableHead, tableRow} from "../elements/table.js";
import {color} from "../elements/theme.js";
import {type Column, columnOf, nextSort, sortRows} from "./columns.js";

/** A table: its element, and a function that sets its rows and their order. */
export interface Table<Row> {
  element: HTMLElement;
  /** `sort` is a column's name, after a minus to descend; empty keeps the order of `rows`. */
  show(rows: readonly Row[], sort: string): void;
}

/** Options that all tables have. */
export interface TableOptions<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Called when the reader presses a header. */
  onSort: (sort: string) => void;
}

/**
 * A table in a box that scrolls, sideways on a phone and down if it is long; it shows the first `most` rows by the
 * sort.
 */
export function scrollingTable<Row>(
  {label, columns, onSort}: TableOptions<Row>,
  {most = Infinity}: {most?: number | undefined} = {}
): Table<Row> {
  const made = new Map<Row, HTMLElement>();
  const elementOf = (row: Row): HTMLElement => {
    const element = made.get(row) ?? titled(rowElement(row, columns));
    made.set(row, element);
    return element;
  };
  const head = headOf(columns, onSort);
  const body = html("tbody");
  const table = html("table", {}, html("caption", {class: "fb-unseen"}, label), head.element, body);
  return {
    element: html("div", {class: "fb-list", role: "region", "aria-label": label, tabindex: 0}, table),
    show(rows, sort) {
      head.mark(sort);
      body.replaceChildren(...sortRows(rows, columns, sort).slice(0, most).map(elementOf));
    }
  };
}

/** The state of a table's sort. */
export interface SortState {
  sorted?: Kept<{sort: string}>;
}

/** Options of {@link listTable}. */
export interface ListOptions<Row> extends SortState {
  label: string;
  columns: readonly Column<Row>[];
  /** The text without rows. */
  empty: string;
}

/** A scrolling table that the reader sorts by its headers. */
export function listTable<Row>(rows: Iterable<Row>, {empty, sorted, ...options}: ListOptions<Row>): HTMLElement {
  const all = [...rows];
  if (all.length === 0) return emptyList(empty);
  const state = sorted ?? unkept({sort: ""});
  const onSort = (sort: string): void => {
    table.show(all, sort);
    state.keep({sort});
  };
  const table = scrollingTable({...options, onSort});
  table.show(all, state.value.sort);
  state.follow(table.element, ({sort}) => table.show(all, sort));
  return table.element;
}

/** The text in place of a list without rows. */
export function emptyList(text: string): HTMLElement {
  return html("p", {class: "fb-list-empty"}, text);
}

/** A table's head with sort buttons, and a function that marks the sorted column. */
export function headOf<Row>(
  columns: readonly Column<Row>[],
  onSort: (sort: string) => void
): {element: HTMLElement; mark: (sort: string) => void} {
  let shown = "";
  const heads = columns.map((column) => {
    const button = html("button", {type: "button", title: column.hint}, column.label);
    button.addEventListener("click", () => onSort(nextSort(column, shown)));
    return {label: button, class: classOf(column)};
  });
  const element = tableHead(heads);
  return {
    element,
    mark(sort) {
      shown = sort;
      const direction = sort.startsWith("-") ? "descending" : "ascending";
      for (const [index, header] of element.querySelectorAll("th").entries())
        set(header, {"aria-sort": columns[index]?.name === columnOf(sort) ? direction : null});
    }
  };
}

/** A table row. */
export function rowElement<Row>(row: Row, columns: readonly Column<Row>[], role?: string): HTMLElement {
  return tableRow(
    columns.map((column) => column.cell(row)),
    columns.map(classOf),
    role
  );
}

/** A share (0 to 1) as text and a bar. All bars of a column start at the same x; a missing share has an empty bar. */
export function barCell(share: number, text: string, fill: string): HTMLElement {
  const [wide, height] = [56, 8];
  const width = Number.isFinite(share) ? wide * Math.min(1, Math.max(0, share)) : 0;
  const picture = svg(
    "svg",
    {width: wide, height, "aria-hidden": "true"},
    svg("rect", {width: wide, height, rx: 2, fill: color.shade}),
    svg("rect", {width, height, rx: 2, fill})
  );
  return html("span", {class: "fb-bar"}, html("span", {}, text), picture);
}

function classOf({name, numeric}: Column<never>): string {
  return `fb-is-${name}${numeric ? " fb-number" : ""}`;
}

// The first cell may be cut to fit: its title has the full text.
function titled(row: HTMLElement): HTMLElement {
  const name = row.firstElementChild;
  if (name !== null) set(name, {title: name.textContent});
  return row;
}
