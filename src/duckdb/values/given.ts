import type {Table} from "apache-arrow";
import {type Row, rowsOf} from "./rows.js";

/** The method of a table that gives its Arrow stream: pages have a second copy of apache-arrow, which cannot read the table. */
export const asStream = Symbol.for("feedbook:stream");

/** The rows that a page gives: a list of objects, or an Arrow table. @throws an error that names any other value */
export function givenRows(call: string, given: unknown): readonly Readonly<Row>[] {
  const refuse = (got: string, advice = "") => new Error(`${call} takes rows, as sql gives them: got ${got}${advice}`);
  if (given instanceof Promise) throw new Error(`${call} takes rows, not a promise of them: write ${call}(await …)`);
  if (isArrow(given)) return rowsOf(given, []);
  if (typeof given !== "object" || given === null || !(Symbol.iterator in given))
    throw refuse(kindOf(given), adviceOn(given));
  const rows: readonly unknown[] = Array.isArray(given) ? given : [...(given as Iterable<unknown>)];
  const odd = rows.findIndex((row) => typeof row !== "object" || row === null || Array.isArray(row));
  if (odd !== -1) throw refuse(`a list with ${kindOf(rows[odd])} at ${odd}`);
  return rows as readonly Row[];
}

/** Whether a value is a table of Arrow, of whichever copy of the package. */
export function isArrow(value: unknown): value is Table {
  return typeof value === "object" && value !== null && "schema" in value && "batches" in value;
}

/** The kind of a value in words, for an error. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list, first ${kindOf(value[0])}`;
  if (typeof value !== "object")
    return `${typeof value} ${typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : value}`;
  const names = Object.keys(value);
  const more = names.length > 8 ? ", …" : "";
  return names.length === 0 ? "an object without columns" : `an object with ${names.slice(0, 8).join(", ")}${more}`;
}

function adviceOn(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if ("mimeType" in value) return ": a file has to be read first, such as by .csv({typed: true})";
  const [list] = Object.entries(value).find(([, each]) => Array.isArray(each)) ?? [];
  return list === undefined ? "" : `: give its list ${list}`;
}
