import * as plain from "@observablehq/inputs";
import type {Row} from "../../lib/rows.js";
import {dataTable} from "./data-table.js";
import {cellOfValue} from "./formats.js";

// Observable Inputs, with a table that shows a part of what is too much for it.
export * from "@observablehq/inputs";

const most = 100_000;

/** Those of Observable Inputs that listen by attributes, without errors of the site's policy. */
export const button = withoutAttributes(plain.button);
export const search = withoutAttributes(plain.search);
export const textarea = withoutAttributes(plain.textarea);

/** A slider with a number box, and the box alone: what is out of their range is clamped once it is entered. */
export const range = clamped(withoutAttributes(plain.range));
export const number = clamped(withoutAttributes(plain.number));

const plainTable = withoutAttributes(plain.table);

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

type Make = (...values: unknown[]) => HTMLElement;

// htl parses attributes such as `oninput=::1` to find where a function belongs, which the policy forbids, though it takes them
// away again. Here they have another name, by which htl hands the function to the element.
function withoutAttributes(make: Make): Make {
  return (...values) => {
    document.createElement = (name: string) => {
      const element = Document.prototype.createElement.call(document, name);
      if (name === "template") Object.defineProperty(element, "innerHTML", {set: renamed});
      return element;
    };
    try {
      const made = make(...values);
      for (const element of made.querySelectorAll("*"))
        for (const [name, listener] of Object.entries(element))
          if (name.startsWith(prefix)) Reflect.set(element, name.slice(prefix.length), listener);
      return made;
    } finally {
      Reflect.deleteProperty(document, "createElement");
    }
  };
}

const prefix = "data-fb-";

function renamed(this: Element, text: string): void {
  Reflect.set(Element.prototype, "innerHTML", text.replace(/\s(on\w+=::\d+)/g, ` ${prefix}$1`), this);
}

// Otherwise the box shows what is neither the value nor in the URL.
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
