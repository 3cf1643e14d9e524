import {z} from "zod";
import type {TimestampUnit} from "../config/choices.js";
import {type ColumnName, columns, isColumn} from "./columns.js";
import {sourceOf} from "./exact.js";
import {pickJson, toJson} from "./json.js";
import {isDeeper, mostDepth, mostText, shallow} from "./limits.js";
import {toNumber} from "./number.js";
import {toMicros} from "./timestamp.js";

const any = z.unknown().optional(); // a column may be missing, null or of any kind: coercion decides
const number = any.transform((value) => toNumber(sourceOf(value)));
const text = any.transform((value) => toText(sourceOf(value)));
const feedId = any.transform((value, context) => {
  const id = toNumber(sourceOf(value));
  const problem = feedIdProblem(value, id);
  if (problem === null && id !== null) return id;
  context.addIssue(`${problem}`);
  return z.NEVER;
});

// The schema of one entry of `parsed.priceFeeds[]`, and with it the row: 14 columns, mantissas raw, timestamps in Unix
// microseconds, null where a value is missing or cannot take its column's type. Only `priceFeedId` can fail it.
function entrySchema(unit: TimestampUnit = "auto") {
  const timestamp = any.transform((value) => toMicros(sourceOf(value), unit));
  return z.object({
    priceFeedId: feedId,
    price: number,
    bestBidPrice: number,
    bestAskPrice: number,
    confidence: number,
    exponent: number,
    publisherCount: number,
    fundingRate: number,
    fundingRateInterval: number,
    marketSession: text,
    emaPrice: number,
    emaConfidence: number,
    feedUpdateTimestamp: timestamp,
    fundingTimestamp: timestamp
  } satisfies Record<ColumnName, z.ZodType>);
}

/** One feed update as stored: the 14 columns. */
export type Row = z.output<ReturnType<typeof entrySchema>>;

/** A value that could not take its column's type and became null, or when it was received; `value` is its JSON text. */
export interface Coercion {
  columnName: ColumnName | "publishedAt";
  value: string;
}

/** What became of an entry: a row with its extras (JSON text) and coercions, or a reject with its reason and raw JSON. */
export type EntryResult = {row: Row; extra: string | null; coercions: Coercion[]} | {reason: string; entry: string};

/** Reads an entry, as `JSON.parse` gave it or, so that its numbers are kept as written, `parseExact`. */
export type EntryReader = (entry: unknown) => EntryResult;

const readers = new Map<TimestampUnit, EntryReader>();

/** The reader of entries: whatever an entry is, it becomes exactly one row or one reject, and nothing is thrown. */
export function entryReader(unit: TimestampUnit = "auto"): EntryReader {
  const reader = readers.get(unit) ?? makeReader(unit); // zod compiles a schema when it is first used: once is enough
  readers.set(unit, reader);
  return reader;
}

function makeReader(unit: TimestampUnit): EntryReader {
  const schema = entrySchema(unit);
  return (entry) => {
    if (isDeeper(entry, mostDepth))
      return {reason: `entry is nested deeper than ${mostDepth} levels`, entry: toJson(shallow(entry, mostDepth + 1))};
    if (!isRecord(entry)) return {reason: `entry is no object: ${shorten(toJson(entry))}`, entry: toJson(entry)};
    const {success, data, error} = schema.safeParse(entry);
    if (!success) return {reason: error.issues.map(({message}) => message).join("; "), entry: toJson(entry)};
    return {row: data, extra: pickJson(entry, (name) => !isColumn(name)), coercions: coercionsOf(entry, data)};
  };
}

function isRecord(entry: unknown): entry is Readonly<Record<string, unknown>> {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry);
}

// A value that was there and is null now could not take its column's type: no schema has to keep a list of its own.
function coercionsOf(entry: Readonly<Record<string, unknown>>, row: Row): Coercion[] {
  const coercions: Coercion[] = [];
  for (const {name} of columns) {
    if (row[name] !== null) continue;
    const value = Object.hasOwn(entry, name) ? entry[name] : null;
    if (value !== null) coercions.push({columnName: name, value: toJson(value)});
  }
  return coercions;
}

function toText(value: unknown): string | null {
  if (typeof value === "string") return value.length > mostText ? null : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
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
