import {type Coercion, entryReader, type Row} from "./entry.js";
import {readEnvelope} from "./envelope.js";
import type {TimestampUnit} from "./timestamp.js";

/** A row with where it stood in its response, and its fields that are no column (JSON text; null if none). */
export interface PlacedRow {
  entryIndex: number;
  row: Row;
  extra: string | null;
}

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
  rows: PlacedRow[];
  rejects: Reject[];
  coercions: PlacedCoercion[];
}

/** Reads a response body into rows, rejects and coercions. @throws BodyError if it is no update body */
export function readBody(text: string, unit: TimestampUnit = "auto"): Body {
  const {publishedAt, entries} = readEnvelope(text);
  const read = entryReader(unit);
  const body: Body = {publishedAt, entries: entries.length, rows: [], rejects: [], coercions: []};
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    const result = read(entries[entryIndex]);
    if ("reason" in result) {
      body.rejects.push({entryIndex, ...result});
      continue;
    }
    const {row, extra, coercions} = result;
    body.rows.push({entryIndex, row, extra});
    for (const coercion of coercions) body.coercions.push({entryIndex, priceFeedId: row.priceFeedId, ...coercion});
  }
  return body;
}
