import {type Kept, unkept} from "../../url/state.js";
import {button, html, set, svg} from "../elements/dom.js";
import {tableBox, tableHead, tableRow} from "../elements/table.js";
import {color} from "../elements/theme.js";
import {type Column, columnOf, nextSort, sortRows} from "./columns.js";

/** The state of a table's sort: a column's name, after a minus to descend; empty keeps the order of the rows. */
export interface SortState {
  sorted?: Kept<{sort: string}>;
}

/** Options of a table in a box that scrolls. */
export interface ListOptions<Row> extends SortState {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** The text without rows. */
  empty: string;
}

/** A table that the reader sorts by its headers, in a box that scrolls sideways on a phone and down if it is long. */
export function listTable<Row>(rows: Iterable<Row>, options: ListOptions<Row>): HTMLElement {
  const all = [...rows];
  if (all.length === 0) return emptyList(options.empty);
  const {element, show, follow} = scrollingTable(options);
  show(all);
  follow(element);
  return element;
}

/** The same for rows that change, of which it shows the first `most` by the sort; it follows history while `root` is on the page. */
export function scrollingTable<Row>(
  {label, columns, sorted = unkept({sort: ""})}: Omit<ListOptions<Row>, "empty">,
  most = Infinity
): {element: HTMLElement; show: (rows: readonly Row[]) => void; follow: (root: HTMLElement) => void} {
  const elementOf = (row: Row): HTMLElement => titled(rowElement(row, columns));
  let [shown, {sort}] = [[] as readonly Row[], sorted.value];
  const update = (): void => {
    head.mark(sort);
    body.replaceChildren(...sortRows(shown, columns, sort).slice(0, most).map(elementOf));
  };
  const head = headOf(columns, (next) => {
    sort = next;
    update();
    sorted.keep({sort});
  });
  const body = html("tbody");
  const table = html("table", {}, html("caption", {class: "fb-unseen"}, label), head.element, body);
  return {
    element: tableBox(label, table),
    show(rows) {
      shown = rows;
      update();
    },
    follow: (root) =>
      sorted.follow(root, (next) => {
        sort = next.sort;
        update();
      })
  };
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
    const label = button(column.label, () => onSort(nextSort(column, shown)), {title: column.hint});
    return {label, class: classOf(column)};
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
