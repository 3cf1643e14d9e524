import type {TimestampUnit} from "../config/choices.js";
import {addRow, closeBatch, makeBatch, type RowBatch} from "./batch.js";
import {type Coercion, type EntryResult, entryReader} from "./entry.js";
import {readEnvelope} from "./envelope.js";
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

/** Reads a response body into rows, rejects and coercions. @throws BodyError if it is no update body */
export function readBody(text: string, unit: TimestampUnit = "auto"): Body {
  const {publishedAt, entries, exactEntry} = readEnvelope(text);
  const read = entryReader(unit);
  const quick = unit === "auto" || unit === "us"; // the short cut knows microseconds only
  const rows = makeBatch(entries.length);
  const body: Body = {publishedAt, entries: entries.length, rows, rejects: [], coercions: []};
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    const entry = entries[entryIndex];
    if (!quick || !quickRow(entry, entryIndex, rows)) add(body, entryIndex, read(exactEntry(entryIndex)));
  }
  closeBatch(rows);
  return body;
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
