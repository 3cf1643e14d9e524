import {html, set} from "./dom.js";
import {type Column, type FeedRow, feedColumns, feedLabel, isFunding} from "./feeds.js";

/** By which column the feeds are sorted. */
export interface Sort {
  column: string;
  descending: boolean;
}

/** Options of {@link feedTable}. */
export interface TableOptions {
  sort?: Sort;
  search?: string;
  /** Where a row leads; by default `./prices?feed=ID`, or `./funding?feeds=ID` for a funding feed. */
  href?: (row: FeedRow) => string;
  /** Told when the reader sorts or searches. */
  onChange?: (state: {sort: Sort; search: string}) => void;
}

interface Table {
  rows: {row: FeedRow; element: HTMLElement; text: string}[];
  columns: Column[];
  headers: HTMLElement[];
  body: HTMLElement;
  count: HTMLElement;
  sort: Sort;
  search: string;
}

const collator = new Intl.Collator("en", {numeric: true, sensitivity: "base"});

/** A table of feeds, a link per row, that sorts by its headers and filters by symbol, name, class or id; on a phone it has fewer columns. */
export function feedTable(
  rows: Iterable<FeedRow>,
  {href = defaultHref, onChange, ...options}: TableOptions = {}
): HTMLElement {
  const columns = [symbolColumn(href), ...feedColumns];
  const table: Table = {
    ...{
      columns,
      headers: [],
      body: html("tbody", {role: "rowgroup"}),
      count: html("span", {role: "status", class: "fb-count"})
    },
    sort: options.sort ?? {column: "symbol", descending: false},
    search: options.search ?? "",
    rows: Array.from(rows, (row) => ({row, element: rowElement(row, columns), text: searchable(row)}))
  };
  const changed = (): void => {
    update(table);
    onChange?.({sort: table.sort, search: table.search});
  };
  table.headers = columns.map((column) =>
    header(column, () => {
      const {sort} = table;
      table.sort = {column: column.name, descending: sort.column === column.name ? !sort.descending : column.numeric};
      changed();
    })
  );
  const field = searchField(table.search, (text) => {
    table.search = text;
    changed();
  });
  update(table);
  return html("div", {class: "fb-feeds"}, html("div", {class: "fb-search"}, field, table.count), grid(table));
}

function searchField(value: string, changed: (text: string) => void): HTMLElement {
  const name = "Search feeds";
  const field = html("input", {type: "search", placeholder: name, "aria-label": name, value});
  field.addEventListener("input", () => changed(field.value));
  return field;
}

// Roles are spelt out because a phone lays rows out as grids, and with that browsers forget what a table is.
function grid({headers, body}: Table): HTMLElement {
  const head = html("thead", {role: "rowgroup"}, html("tr", {role: "row"}, ...headers));
  return html("table", {role: "table"}, html("caption", {class: "fb-unseen"}, "Feeds"), head, body);
}

function update({rows, columns, headers, body, count, sort, search}: Table): void {
  const words = search.toLowerCase().split(/\s+/);
  const found = rows.filter(({text}) => words.every((word) => text.includes(word)));
  const key = columns.find(({name}) => name === sort.column)?.key ?? (() => null);
  found.sort((a, b) => compare(key(a.row), key(b.row), sort.descending));
  body.replaceChildren(...found.map(({element}) => element));
  count.textContent = found.length === rows.length ? `${rows.length} feeds` : `${found.length} of ${rows.length} feeds`;
  columns.forEach(({name}, index) => {
    const direction = sort.descending ? "descending" : "ascending";
    const header = headers[index];
    if (header !== undefined) set(header, {"aria-sort": name === sort.column ? direction : null});
  });
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a) || isMissing(b)) return missing;
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  return descending ? -order : order;
}

function isMissing(key: string | number | null): boolean {
  return key === null || Number.isNaN(key);
}

function header(column: Column, press: () => void): HTMLElement {
  const button = html("button", {type: "button"}, column.label);
  button.addEventListener("click", press);
  return html("th", {scope: "col", role: "columnheader", class: classOf(column)}, button);
}

function rowElement(row: FeedRow, columns: Column[]): HTMLElement {
  const cells = columns.map((column, index) => {
    const [tag, attributes] =
      index === 0 ? (["th", {scope: "row", role: "rowheader"}] as const) : (["td", {role: "cell"}] as const);
    return html(tag, {...attributes, class: classOf(column)}, column.cell(row));
  });
  return html("tr", {role: "row"}, ...cells);
}

function classOf({name, numeric, rank}: Column): string {
  return `fb-is-${name} fb-rank-${rank}${numeric ? " fb-number" : ""}`;
}

function symbolColumn(href: (row: FeedRow) => string): Column {
  return {
    ...{name: "symbol", label: "Symbol", numeric: false, rank: 0},
    key: feedLabel,
    cell: (row) =>
      html("span", {}, html("a", {href: href(row), title: row.name}, ...breakable(feedLabel(row))), id(row))
  };
}

function id({symbol, priceFeedId}: FeedRow): HTMLElement | string {
  return symbol ? html("small", {class: "fb-id", title: "feed id"}, String(priceFeedId)) : "";
}

// Long symbols may wrap after their dots.
function breakable(symbol: string): (Node | string)[] {
  return symbol.split(/(?<=\.)/).flatMap((part, index) => (index === 0 ? [part] : [html("wbr"), part]));
}

function defaultHref(row: FeedRow): string {
  return isFunding(row) ? `./funding?feeds=${row.priceFeedId}` : `./prices?feed=${row.priceFeedId}`;
}

function searchable(row: FeedRow): string {
  return [row.symbol, row.name, row.assetType, `feed ${row.priceFeedId}`].join(" ").toLowerCase();
}
