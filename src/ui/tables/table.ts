import {formatCount} from "../../format/format.js";
import {type Kept, unkept} from "../../url/state.js";
import {button, html, set, svg} from "../elements/dom.js";
import {copyExactly} from "../elements/exact.js";
import {tableBox, tableHead, tableRow} from "../elements/table.js";
import {color} from "../elements/theme.js";
import {type Column, columnOf, nextSort, sortRows} from "./columns.js";

/** The state of a table's sort: a column's name, after a minus to descend; empty keeps the order of the rows. */
export interface SortState {
  sorted?: Kept<{sort: string}>;
}

/** Options of a table in a box that scrolls sideways. */
export interface ListOptions<Row> extends SortState {
  label: string;
  columns: readonly Column<Row>[];
  empty: string;
}

/** A table that the reader sorts by its headers. A long one has its first 30 rows, and a button for all. */
export function listTable<Row>(rows: Iterable<Row>, options: ListOptions<Row>): HTMLElement {
  const all = [...rows];
  if (all.length === 0) return emptyList(options.empty);
  const table = sortedTable(options);
  const few = firstOf(all.length);
  let isWhole = few === all.length;
  const update = (): void => {
    table.show(all, isWhole ? all.length : few);
    more.textContent = isWhole ? showFirst : showAll(all.length);
  };
  const more = button(
    "",
    () => {
      isWhole = !isWhole;
      update();
    },
    {class: "fb-button"}
  );
  update();
  const element = html("div", {}, table.element, few < all.length ? more : null);
  table.follow(element);
  return element;
}

const first = 30;

/** How many rows of a table the page shows unless the reader asks for all: 30, or all if there are hardly more. */
export function firstOf(count: number): number {
  return count <= 1.3 * first ? count : first;
}

/** The labels of a button that shows all rows, or the first ones again. */
export const showFirst = `Show the first ${first}`;
export function showAll(count: number): string {
  return `Show all ${formatCount(count)}`;
}

/** The same for rows that change, of which it shows the first `most` by the sort; it follows history while `root` is on the page. */
export function sortedTable<Row>({label, columns, sorted = unkept({sort: ""})}: Omit<ListOptions<Row>, "empty">): {
  element: HTMLElement;
  show: (rows: readonly Row[], most: number) => void;
  follow: (root: HTMLElement) => void;
} {
  const elementOf = (row: Row): HTMLElement => titled(rowElement(row, columns));
  let [shown, most, {sort}] = [[] as readonly Row[], 0, sorted.value];
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
  copyExactly(table);
  return {
    element: tableBox(label, table),
    show(rows, count) {
      [shown, most] = [rows, count];
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
export function barCell(share: number, text: Node | string, fill: string): HTMLElement {
  const [wide, height] = [56, 8];
  const width = Number.isFinite(share) ? wide * Math.min(1, Math.max(0, share)) : 0;
  const picture = svg(
    "svg",
    {width: wide, height, viewBox: `0 0 ${wide} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"},
    svg("rect", {width: wide, height, rx: 2, fill: color.shade}),
    svg("rect", {width, height, rx: 2, fill})
  );
  return html("span", {class: "fb-bar"}, html("span", {}, text), picture);
}

function classOf({name, numeric}: Column<never>): string {
  return `fb-is-${name}${numeric ? " fb-number" : ""}`;
}

// The first cell may be cut to fit: its title has the full text. On a phone it wraps after the dots of a symbol.
function titled(row: HTMLElement): HTMLElement {
  const name = row.firstElementChild;
  if (name === null) return row;
  set(name, {title: name.textContent});
  const text = name.querySelector("a") ?? name;
  if (text.childElementCount > 0) return row;
  text.replaceChildren(...text.textContent.split(/(?<=\.)(?=\p{L})/u).flatMap((part) => [part, html("wbr")]));
  return row;
}
