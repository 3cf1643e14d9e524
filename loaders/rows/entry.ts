import type {TimestampUnit} from "../config/choices.js";
import {closeRow, numberColumns, textColumns, type UpdateRows} from "./batch.js";
import {type ColumnName, columns, isColumn, type Row} from "./columns.js";
import {isDeeper, mostDepth, pickJson, shallow, sourceOf, toJson} from "./json.js";
import {isUsualText, readers, unusual} from "./readers.js";

/** A value that could not take its column's type and became null, or when it was received; `value` is its JSON text. */
export interface Coercion {
  columnName: ColumnName | "publishedAt";
  value: string;
}

/** What became of an entry: a row with its extras (JSON text) and coercions, or a reject with its reason and raw JSON. */
export type EntryResult = {row: Row; extra: string | null; coercions: Coercion[]} | {reason: string; entry: string};

/**
 * Reads an entry of `parsed.priceFeeds[]`, as `JSON.parse` gave it or, so that its numbers are kept as written, `parseExact`.
 * Whatever it is, it becomes exactly one row or one reject, and nothing is thrown: only `priceFeedId` must be readable.
 */
export function readEntry(entry: unknown, unit: TimestampUnit = "auto"): EntryResult {
  if (isDeeper(entry, mostDepth))
    return {reason: `entry is nested deeper than ${mostDepth} levels`, entry: toJson(shallow(entry, mostDepth + 1))};
  if (!isRecord(entry)) return {reason: `entry is no object: ${shorten(toJson(entry))}`, entry: toJson(entry)};
  const cells: Partial<Record<ColumnName, number | string | null>> = {};
  const coercions: Coercion[] = [];
  for (const {name, type} of columns) {
    const value = Object.hasOwn(entry, name) ? entry[name] : null;
    const cell = readers[type].read(sourceOf(value), unit);
    cells[name] = cell;
    if (cell === null && value !== null) coercions.push({columnName: name, value: toJson(value)});
  }
  const row = cells as Row;
  const problem = feedIdProblem(entry.priceFeedId, row.priceFeedId);
  if (problem !== null) return {reason: problem, entry: toJson(entry)};
  return {row, extra: pickJson(entry, (name) => !isColumn(name)), coercions};
}

function isRecord(entry: unknown): entry is Readonly<Record<string, unknown>> {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry);
}

function feedIdProblem(value: unknown, id: number | null): string | null {
  if (value === undefined) return "priceFeedId is missing";
  if (value === null) return "priceFeedId is null";
  if (id === null) return `priceFeedId is no number: ${shorten(toJson(value))}`;
  if (id < 0) return `priceFeedId is negative: ${id}`;
  if (!Number.isInteger(id)) return `priceFeedId is fractional: ${id}`;
  return Number.isSafeInteger(id) ? null : `priceFeedId is above 2^53 and so not exact: ${shorten(toJson(value))}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

const numbersOf = numberColumns.map(({name, type}, place) => ({name, place, quick: readers[type].quick}));

/**
 * Adds an entry whose values all come as they usually do to rows: what `readEntry` gives, many times faster. False if
 * anything is unusual (a value to coerce, a timestamp of another magnitude than microseconds, a number or more in an
 * extra field): then `readEntry` decides. A property test holds the two together.
 */
export function quickRow(parsed: unknown, entryIndex: number, rows: UpdateRows): boolean {
  if (typeof parsed !== "object" || parsed === null) return false;
  const entry = parsed as Readonly<Record<string, unknown>>; // an array has no priceFeedId
  const {numbers, length, columns} = rows;
  let fields = 0;
  for (const {name, place, quick} of numbersOf) {
    const value = entry[name];
    const cell = quick(value);
    if (cell === unusual) return false;
    if (value !== undefined) fields += 1;
    const cells = numbers[place];
    if (cells !== undefined) cells[length] = cell;
  }
  for (const {name} of textColumns) {
    const value = entry[name];
    if (!isUsualText(value)) return false;
    if (value !== undefined) fields += 1;
    columns[name][length] = value ?? null;
  }
  const extra = fields === countFields(entry) ? null : plainExtras(entry); // fields beyond those seen are extras
  if (extra === undefined) return false;
  closeRow(rows, entryIndex, extra);
  return true;
}

// A number is kept as it is written, which the parsed entry does not show: undefined if there may be one.
function plainExtras(entry: Readonly<Record<string, unknown>>): string | null | undefined {
  for (const name in entry) {
    const value = entry[name];
    if (value !== null && typeof value !== "string" && typeof value !== "boolean" && !isColumn(name)) return undefined;
  }
  return pickJson(entry, (name) => !isColumn(name));
}

function countFields(entry: object): number {
  let count = 0;
  for (const _name in entry) count += 1; // parsed JSON inherits no field, and has no undefined one
  return count;
}
