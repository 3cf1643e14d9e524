import type {Row} from "../../duckdb/values/rows.js";
import {toMs, toNumber} from "../../format/format.js";
import {copyButton} from "../../ui/elements/copyable.js";
import {button, html} from "../../ui/elements/dom.js";
import {hasWords, short} from "../../ui/elements/names.js";
import {type Column, sortRows} from "../../ui/tables/columns.js";
import {searchedTable} from "../../ui/tables/search.js";
import type {SortState} from "../../ui/tables/table.js";
import {unkept} from "../../url/state.js";
import {csv, csvFile, download, fileName} from "../save.js";
import {cellOfValue, columnWriter, type Format, textOfValue} from "./formats.js";
import {noRows} from "./picture.js";
import {type Rows, readSource, type Source} from "./source.js";

/** A column of a {@link dataTable}. */
export interface DataColumn {
  name: string;
  label?: string;
  /** How its numbers are written, see {@link Format}; default: with seven digits, or more if numbers are close. */
  format?: Format;
  /** Its meaning, shown on hovering over its header. */
  hint?: string;
}

/** Options of {@link dataTable}. A column that the rows lack is an error. */
export interface DataTableOptions {
  /** Columns in their order, by name or with options; default: all. The first is the header of its row. */
  columns?: readonly (string | DataColumn)[];
  /** Initial sort by a column, descending after a minus: `-spreadBps`; default: the order of the rows. */
  sort?: string;
  /** The place of a sort that outlasts the table, such as `sortState` in the address. */
  sorted?: SortState["sorted"];
  /** The word for rows; default `rows`. */
  rows?: string;
  /** The most rows of *Show all*; default 500. A long table has 30 rows at first. Search, CSV and Copy use all rows. */
  most?: number;
  /** Heading, accessible name, and name of saved files; default `Table`. */
  title?: string;
  /** Text without rows. */
  empty?: string;
}

const known = ["columns", "sort", "sorted", "rows", "most", "title", "empty"];

/** A table that the reader sorts, searches, copies and saves as CSV. @throws for a wrong option or column */
export function dataTable(rows: Rows, options: DataTableOptions = {}): HTMLElement {
  const source = readSource("dataTable", rows, options, known);
  const {title = "Table", rows: noun = "rows", most = 500, empty} = options;
  if (source.rows.length === 0) return noRows(title, empty);
  const named = (options.columns ?? source.columns).map((given) => (typeof given === "string" ? {name: given} : given));
  const columns = named.map((column) => columnOf(source, column));
  if (options.sort !== undefined) source.column(options.sort.replace(/^-/, ""));
  const sorted = options.sorted ?? unkept({sort: options.sort ?? ""});
  const shown = {search: "", ...sorted.value};
  const isFound = finder(columns);
  const table = searchedTable(source.rows, {
    ...{label: title, columns, rows: noun, most, empty: "", isFound},
    sorted: {
      ...sorted,
      keep(next) {
        shown.sort = next.sort;
        sorted.keep(next);
      }
    },
    found: {...unkept({search: "", rows: ""}), keep: ({search}) => Object.assign(shown, {search})}
  });
  const header = columns.map(({name}) => name);
  const saved = (): (string | number)[][] => {
    const found = source.rows.filter((row) => isFound(row, shown.search));
    return sortRows(found, columns, shown.sort).map((row) => header.map((name) => savedValue(row[name])));
  };
  const lines = (): string[] =>
    [header, ...saved()].map((line) => line.map((cell) => String(cell).replace(/[\t\r\n]+/g, " ")).join("\t"));
  const copy = copyButton(
    () => `${lines().join("\n")}\n`,
    () => "Not allowed",
    `Copy ${title}`
  );
  const save = button("CSV", () => download(csvFile(fileName(title), csv(header, saved()))), {
    "aria-label": `Save ${title} as CSV`
  });
  const caption = html("figcaption", {class: "fb-title"}, title);
  return html("figure", {class: "fb-chart"}, caption, html("div", {class: "fb-tools"}, copy, save), table);
}

function columnOf(source: Source, {name, label = name, format, hint}: DataColumn): Column<Readonly<Row>> {
  const kind = source.kindOf(source.column(name));
  const write = columnWriter("dataTable", format, source, name);
  return {
    ...{name, label: short(label), hint, numeric: kind === "number"},
    key: (row) => keyOf(row[name], name),
    cell: (row) => cellOfValue(row[name], write, name)
  };
}

function keyOf(value: unknown, column: string): string | number | null {
  if (value instanceof Date) return toMs(value);
  if (typeof value === "number" || typeof value === "bigint") return toNumber(value);
  return value === null || value === undefined ? null : textOfValue(value, String, column);
}

// The text of each row is computed once, when the reader begins to search.
function finder(columns: readonly {name: string}[]): (row: Readonly<Row>, search: string) => boolean {
  const texts = new Map<Readonly<Row>, string>();
  return (row, search) => {
    if (search.trim() === "") return true;
    const text = texts.get(row) ?? columns.map(({name}) => textOfValue(row[name], String, name)).join(" ");
    texts.set(row, text);
    return hasWords(text, search);
  };
}

/** A value as it stands in a saved file. */
export function savedValue(value: unknown): string | number {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
