import {formatCount} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {textOf} from "../parts/rows.js";

/** A column of a table. */
export interface Column<Row> {
  name: string;
  label: string;
  /** What it means, shown on hovering over its header. */
  hint?: string | undefined;
  numeric?: boolean;
  /** What rows are sorted by; null and NaN come last. */
  key: (row: Row) => string | number | null;
  cell: (row: Row) => Node | string;
}

/** A column of texts. */
export function text<Row>(name: keyof Row & string, label: string): Column<Row> {
  return {name, label, key: (row) => textOf(row[name]), cell: (row) => textOf(row[name]) ?? "–"};
}

/** A column of numbers, written by `format`, whole numbers by default. */
export function number<Row>(
  name: keyof Row & string,
  label: string,
  {hint, format = formatCount}: {hint?: string; format?: (value: number) => Node | string} = {}
): Column<Row> {
  const key = (row: Row): number => toNumber(row[name]);
  return {name, label, hint, numeric: true, key, cell: (row) => format(key(row))};
}

/** A count as a warning, unless it is zero or missing. */
export function warned(count: number): HTMLElement {
  return html("span", {"data-tone": count > 0 ? "warn" : null}, formatCount(count));
}
