import type {TimestampUnit} from "../config/choices.js";
import {addRow, closeBatch, columnOf, makeBatch, type RowBatch} from "./batch.js";
import {type Coercion, type EntryResult, readEntry} from "./entry.js";
import {readEnvelope} from "./envelope.js";
import {toJson} from "./json.js";
import {quickRow} from "./quick.js";

/** An entry that could not become a row: why, and the entry as JSON text. */
export interface Reject {
  entryIndex: number;
  reason: string;
  entry: string;
}

/** A coercion with the place and feed of its row. */
export interface PlacedCoercion extends Coercion {
  entryIndex: number;
  priceFeedId: number;
}

/** Everything a response body holds: `entries` = `rows.length` + `rejects.length`; `publishedAt` in Unix µs. */
export interface Body {
  publishedAt: number | null;
  entries: number;
  rows: RowBatch;
  rejects: Reject[];
  coercions: PlacedCoercion[];
}

/** A body without entries: a refusal's, say. */
export function emptyBody(): Body {
  return {publishedAt: null, entries: 0, rows: makeBatch(0), rejects: [], coercions: []};
}

/**
 * Reads a response body into rows, rejects and coercions; entries of the feeds in `unwanted` are rejected.
 * @throws BodyError if it is no update body
 */
export function readBody(text: string, unit: TimestampUnit = "auto", unwanted?: ReadonlySet<number>): Body {
  const {publishedAt, unreadable, entries, exactEntry} = readEnvelope(text);
  const quick = unwanted === undefined && (unit === "auto" || unit === "us"); // the short cut knows microseconds only
  const rows = makeBatch(entries.length);
  const body: Body = {publishedAt, entries: entries.length, rows, rejects: [], coercions: []};
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    if (quick && quickRow(entries[entryIndex], entryIndex, rows)) continue;
    const entry = exactEntry(entryIndex);
    const result = readEntry(entry, unit);
    add(body, entryIndex, unwanted === undefined ? result : rejectUnwanted(result, unwanted, entry));
  }
  closeBatch(rows);
  if (unreadable !== null && rows.length > 0) body.coercions.unshift(undatedAt(rows, unreadable));
  return body;
}

function rejectUnwanted(result: EntryResult, unwanted: ReadonlySet<number>, entry: unknown): EntryResult {
  if ("reason" in result || !unwanted.has(result.row.priceFeedId)) return result;
  return {reason: "nobody asked for this feed, nor for many others that came", entry: toJson(entry)};
}

// What a response says of all its rows is booked once, with the first of them.
function undatedAt(rows: RowBatch, value: string): PlacedCoercion {
  const [entryIndex = 0, priceFeedId] = [rows.entryIndexes[0], columnOf(rows, "priceFeedId")[0]];
  return {entryIndex, priceFeedId: Number(priceFeedId), columnName: "publishedAt", value};
}

function add({rows, rejects, coercions: all}: Body, entryIndex: number, result: EntryResult): void {
  if ("reason" in result) {
    rejects.push({entryIndex, ...result});
    return;
  }
  const {row, extra, coercions} = result;
  addRow(rows, row, entryIndex, extra);
  for (const coercion of coercions) all.push({entryIndex, priceFeedId: row.priceFeedId, ...coercion});
}
