import {html, set, svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";

/** A column of a list: what its rows are sorted by (null and NaN come last), and how a cell shows it. */
export interface ListColumn<Row> {
  name: string;
  label: string;
  numeric?: boolean;
  /** What the column means, shown on hovering over its header. */
  hint?: string;
  key: (row: Row) => string | number | null;
  cell: (row: Row) => Node | string;
}

/** How a list is sorted: a column's name, after a minus where it descends; empty: in the order in which rows came. */
export interface ListSort {
  sort?: string;
  /** Told when the reader sorts. */
  onSort?: (sort: string) => void;
  /** Calls back with another sort to show as long as the element is in the document, as where the reader goes back. */
  follow?: (element: HTMLElement, show: (sort: string) => void) => void;
}

/** Options of {@link listTable}. */
export interface ListOptions<Row> extends ListSort {
  caption: string;
  columns: readonly ListColumn<Row>[];
  /** What it says without rows. */
  empty: string;
  /** How many rows are in the document, the first by the sort; default: all. */
  most?: number;
}

const collator = new Intl.Collator("en", {numeric: true, sensitivity: "base"});

/** A table that sorts by its headers and scrolls within itself: sideways on a phone, and down where it is long. */
export function listTable<Row>(rows: Iterable<Row>, options: ListOptions<Row>): HTMLElement {
  const {caption, columns, empty, onSort, follow, most = Infinity} = options;
  const all = [...rows];
  if (all.length === 0) return html("p", {class: "fb-list-empty"}, empty);
  const body = html("tbody");
  const elementOf = remember((row: Row) => rowElement(row, columns));
  let sort = options.sort ?? "";
  const headers = columns.map((column) => header(column, () => press(column)));
  const show = (next: string): void => {
    sort = next;
    const column = columns.find(({name}) => name === sort.replace(/^-/, ""));
    const sorted = column === undefined ? all : all.toSorted(by(column, sort.startsWith("-")));
    body.replaceChildren(...sorted.slice(0, most).map(elementOf));
    columns.forEach(({name}, i) => {
      const direction = name === column?.name ? (sort.startsWith("-") ? "descending" : "ascending") : null;
      const element = headers[i];
      if (element !== undefined) set(element, {"aria-sort": direction});
    });
  };
  const press = ({name, numeric = false}: ListColumn<Row>): void => {
    const first = numeric ? `-${name}` : name;
    show(sort !== first ? first : numeric ? name : `-${name}`);
    onSort?.(sort);
  };
  show(sort);
  const head = html("thead", {}, html("tr", {}, ...headers));
  const table = html("table", {}, html("caption", {class: "fb-unseen"}, caption), head, body);
  const element = html("div", {class: "fb-list", role: "region", "aria-label": caption, tabindex: 0}, table);
  follow?.(element, show);
  return element;
}

/** A share (0 to 1) as a bar behind its text, where those of a column begin at one place; a share that is missing has none. */
export function barCell(share: number, text: string, fill: string): HTMLElement {
  const cell = html("span", {class: "fb-bar"}, html("span", {}, text));
  const wide = 56;
  const bar = Number.isFinite(share) ? wide * Math.min(1, Math.max(0, share)) : 0;
  const picture = svgBar(wide, bar, fill);
  cell.append(picture);
  return cell;
}

function svgBar(wide: number, bar: number, fill: string): SVGSVGElement {
  const picture = svg("svg", {width: wide, height: 8, "aria-hidden": "true"});
  picture.append(
    svg("rect", {width: wide, height: 8, rx: 2, fill: color.shade}),
    svg("rect", {width: bar, height: 8, rx: 2, fill})
  );
  return picture;
}

function remember<Row>(make: (row: Row) => HTMLElement): (row: Row) => HTMLElement {
  const made = new Map<Row, HTMLElement>();
  return (row) => {
    const element = made.get(row) ?? make(row);
    made.set(row, element);
    return element;
  };
}

function by<Row>({key}: ListColumn<Row>, descending: boolean): (a: Row, b: Row) => number {
  return (first, second) => {
    const [a, b] = [key(first), key(second)];
    const missing = Number(isMissing(a)) - Number(isMissing(b));
    if (missing !== 0 || a === null || b === null || isMissing(a)) return missing;
    const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
    return descending ? -order : order;
  };
}

function isMissing(key: string | number | null): boolean {
  return key === null || Number.isNaN(key);
}

function header<Row>({label, numeric, hint}: ListColumn<Row>, press: () => void): HTMLElement {
  const button = html("button", {type: "button", title: hint}, label);
  button.addEventListener("click", press);
  return html("th", {scope: "col", class: numeric ? "fb-number" : null}, button);
}

function rowElement<Row>(row: Row, columns: readonly ListColumn<Row>[]): HTMLElement {
  const cells = columns.map(({numeric, cell}, index) => {
    const attributes = {class: numeric ? "fb-number" : null};
    if (index > 0) return html("td", attributes, cell(row));
    const name = html("th", {...attributes, scope: "row"}, cell(row));
    name.title = name.textContent; // it is cut where it is long, or the view narrow
    return name;
  });
  return html("tr", {}, ...cells);
}
