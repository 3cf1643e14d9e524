import {table as plainTable} from "@observablehq/inputs";
import type {Row} from "../../lib/rows.js";
import {dataTable} from "./data-table.js";
import {cellOfValue} from "./formats.js";

// Observable Inputs, with a table that shows a part of what is too much for it.
export * from "@observablehq/inputs";

const most = 100_000;

/**
 * The table of Observable Inputs, with lists and objects as JSON, as long as `format` does not say how to write their column.
 * More than 100,000 rows, of which none is selected, are a {@link dataTable} instead: it shows the first of them, says of how
 * many, and its CSV has all. SQL blocks without an `id` are shown so.
 */
export function table(rows: Iterable<Row>, options: {select?: boolean; format?: Formats} = {}): HTMLElement {
  if (!Array.isArray(rows)) return plainTable(rows, options);
  if (options.select === false && rows.length > most) return dataTable(rows);
  return plainTable(rows, {...options, format: {...formatsOf(rows), ...options.format}});
}

type Formats = Readonly<Record<string, (value: unknown) => Node | string>>;

// The plain table would write them as [object Object], or dates of a list in the reader's language.
function formatsOf(rows: readonly Row[]): Formats {
  const nested = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => isNested(row[name])));
  return Object.fromEntries(nested.map((name) => [name, write]));
}

function write(value: unknown): Node | string {
  return value === null || value === undefined ? "" : cellOfValue(value, String);
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(value instanceof Date || value instanceof Node);
}
