import {type ColumnName, columns} from "./columns.js";
import type {Row} from "./entry.js";

type TextColumn = Extract<(typeof columns)[number], {type: "VARCHAR"}>["name"];

// In the row's order: all but text; timestamps are Unix µs.
const numberColumns = columns.filter(({type}) => type !== "VARCHAR").map(({name}) => name);

/** Rows of one response in columns, as DuckDB takes them: objects would cost more than the parsing. */
export interface RowBatch {
  length: number;
  readonly capacity: number;
  /** The number columns one after another, each `capacity` long; NaN stands for null. */
  readonly numbers: Float64Array;
  readonly texts: Readonly<Record<TextColumn, (string | null)[]>>;
  /** Where each row stood in its response. */
  readonly entryIndexes: number[];
  /** The fields of each that are no column, as JSON text. */
  readonly extras: (string | null)[];
}

/** Makes an empty batch for at most `capacity` rows. */
export function makeBatch(capacity: number): RowBatch {
  const numbers = new Float64Array(numberColumns.length * capacity);
  return {length: 0, capacity, numbers, texts: {marketSession: []}, entryIndexes: [], extras: []};
}

/** Adds a row with its place and extras. */
export function addRow(batch: RowBatch, row: Row, entryIndex: number, extra: string | null): void {
  for (const {name, type} of columns) {
    if (type === "VARCHAR") batch.texts[name][batch.length] = row[name];
    else cells(batch, name)[batch.length] = row[name] ?? Number.NaN;
  }
  closeRow(batch, entryIndex, extra);
}

/** Counts the row whose columns were filled at the batch's end. */
export function closeRow(batch: RowBatch, entryIndex: number, extra: string | null): void {
  batch.entryIndexes.push(entryIndex);
  batch.extras.push(extra);
  batch.length += 1;
}

/** The values of a column: numbers (NaN: null) or texts, the first `length` of which count. */
export function columnOf(batch: RowBatch, name: ColumnName): Float64Array | readonly (string | null)[] {
  return name === "marketSession" ? batch.texts[name] : cells(batch, name);
}

function cells({numbers, capacity}: RowBatch, name: Exclude<ColumnName, TextColumn>): Float64Array {
  const start = numberColumns.indexOf(name) * capacity;
  return numbers.subarray(start, start + capacity);
}
