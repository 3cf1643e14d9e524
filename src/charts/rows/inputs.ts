import * as plain from "@observablehq/inputs";
import {givenRows, isArrow} from "../../duckdb/values/given.js";
import {columnsOf, orderOf, type Row} from "../../duckdb/values/rows.js";
import {dataTable} from "./data-table.js";
import {cellOfValue, columnWriter} from "./formats.js";

// Observable Inputs, with a table for many rows.
export * from "@observablehq/inputs";

const most = 100_000;
const mostWhole = 20; // the plain table draws 23 rows before it is scrolled

/** A slider with a number box, and the box alone: values are clamped to their range once entered. */
export const range = named(clamped(plain.range));
export const number = clamped(plain.number);

/**
 * The table of Observable Inputs, with numbers as in a {@link dataTable} but without units, and lists and objects as JSON,
 * unless `format` has their column. Up to 20 rows are shown whole, unless `rows`, `height` or `maxHeight` differ. More than
 * 100,000 rows that cannot be selected become a {@link dataTable}. SQL blocks without an `id` use it.
 */
export function table(given: Iterable<Row>, options: TableOptions = {}): HTMLElement {
  const rows = isArrow(given) ? givenRows("Inputs.table", given) : given;
  if (!Array.isArray(rows)) return plain.table(rows, options);
  if (options.select === false && rows.length > most) return dataTable(rows);
  const isWhole = rows.length <= mostWhole && options.rows === undefined && options.height === undefined;
  const format = {...formatsOf(rows), ...options.format};
  const columns = orderOf(rows[0]) && columnsOf(rows, 1);
  return plain.table(rows, {...(isWhole && {maxHeight: null}), ...(columns && {columns}), ...options, format});
}

interface TableOptions {
  columns?: readonly string[];
  select?: boolean;
  format?: Formats;
  rows?: number;
  height?: number;
  maxHeight?: number;
}

type Formats = Readonly<Record<string, (value: unknown) => Node | string>>;

// The plain table would write three decimals, [object Object], and Invalid Date for a time of infinity.
function formatsOf(rows: readonly Row[]): Formats {
  const written = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => isWritten(row[name])));
  return Object.fromEntries(
    written.map((name) => {
      const write = columnWriter("Inputs.table", "number", {rows}, name);
      return [name, (value) => (isTime(value) ? plain.formatDate(value) : cellOfValue(value, write, name))];
    })
  );
}

function isWritten(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "bigint") return true;
  return typeof value === "object" && value !== null && !(isTime(value) || value instanceof Node);
}

// DuckDB's infinity is an invalid date.
function isTime(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

if (typeof HTMLTemplateElement !== "undefined") renameListeners();

type Make = (...values: unknown[]) => HTMLElement;

// htl 0.3.1, which Inputs 0.12.0 uses, has the browser parse attributes such as `onclick=::1` to find the place of a function.
// The site's policy reports each as an error. So templates rename these attributes, and a function set by the new name
// becomes the element's listener.
function renameListeners(): void {
  const templates = HTMLTemplateElement.prototype;
  const parsed = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  if (parsed === undefined || Object.hasOwn(templates, "innerHTML")) return;
  Object.defineProperty(templates, "innerHTML", {
    ...parsed,
    set(this: Element, markup: unknown) {
      parsed.set?.call(this, typeof markup === "string" ? markup.replace(listening, renamed) : markup);
    }
  });
}

const listening = /(\s)(on\w+)(?==::\d)/gi;

function renamed(_attribute: string, space: string, written: string): string {
  const name = written.toLowerCase();
  Object.defineProperty(Element.prototype, `data-fb-${name}`, {
    configurable: true,
    set(this: Element, listener: unknown) {
      Reflect.set(this, name, listener);
    }
  });
  return `${space}data-fb-${name}`;
}

// Only the box has a label.
function named(make: Make): Make {
  return (...values) => {
    const form = make(...values);
    const label = form.querySelector("label")?.textContent;
    if (label) form.querySelector("input[type=range]")?.setAttribute("aria-label", label);
    return form;
  };
}

// Else the box shows a text that is neither the value nor in the URL.
function clamped(make: Make): Make {
  return (...values) => {
    const form = make(...values) as unknown as HTMLFormElement & {value: number};
    const box = form.querySelector<HTMLInputElement>("input[type=number]");
    box?.addEventListener("change", () => {
      const {valueAsNumber: entered, min, max, validity} = box;
      if (!(validity.rangeUnderflow || validity.rangeOverflow)) return;
      form.value = Math.max(Number(min || -Infinity), Math.min(Number(max || Infinity), entered));
      form.dispatchEvent(new Event("input", {bubbles: true}));
    });
    return form;
  };
}
