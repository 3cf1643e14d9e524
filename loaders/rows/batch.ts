import {type ColumnName, columns, type Row, type TextColumn} from "./columns.js";

type NumberColumn = Exclude<ColumnName, TextColumn>;

/** The columns of a batch's `numbers`, in their order there: all but text; timestamps are Unix µs. */
export const numberColumns = columns.filter((column) => column.type !== "VARCHAR");

/** The columns of a batch's `texts`. */
export const textColumns = columns.filter((column) => column.type === "VARCHAR");

const places = new Map<ColumnName, number>(numberColumns.map(({name}, i) => [name, i]));

/**
 * Rows of one response in columns, as DuckDB takes them: objects would cost more than the parsing. The first `length` of
 * each column count.
 */
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

// Batches to use again, all of one capacity: most bodies have as many entries as the last. Otherwise memory would grow
// until the garbage collector comes; when it does, it may have these too.
let spares = new WeakRef<RowBatch[]>([]);

/** Makes an empty batch for at most `capacity` rows; `closeBatch` it when they are in. */
export function makeBatch(capacity: number): RowBatch {
  const spare = spares.deref();
  if (spare?.[0]?.capacity === capacity) return Object.assign(spare.pop() ?? newBatch(capacity), {length: 0});
  return newBatch(capacity);
}

/** Lets batches be used again: nobody may look at them any more. */
export function releaseBatches(batches: readonly RowBatch[]): void {
  const last = batches.at(-1)?.capacity;
  spares = new WeakRef(batches.filter(({capacity}) => capacity === last));
}

function newBatch(capacity: number): RowBatch {
  return {
    length: 0,
    capacity,
    numbers: new Float64Array(numberColumns.length * capacity),
    texts: Object.fromEntries(textColumns.map(({name}) => [name, []])) as unknown as RowBatch["texts"],
    entryIndexes: [],
    extras: []
  };
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
  batch.entryIndexes[batch.length] = entryIndex;
  batch.extras[batch.length] = extra;
  batch.length += 1;
}

/** The values of a column: numbers (NaN: null) or texts, the first `length` of which count. */
export function columnOf(batch: RowBatch, name: ColumnName): Float64Array | readonly (string | null)[] {
  return name in batch.texts ? batch.texts[name as TextColumn] : cells(batch, name as NumberColumn);
}

/** The values of all columns, by name. */
export function columnsOf(batch: RowBatch): Record<ColumnName, ReturnType<typeof columnOf>> {
  const named = columns.map(({name}) => [name, columnOf(batch, name)] as const);
  return Object.fromEntries(named) as Record<ColumnName, ReturnType<typeof columnOf>>;
}

/** Ends the filling of a batch: nothing is left of the rows that it held before it was released. */
export function closeBatch({length, entryIndexes, extras, texts}: RowBatch): void {
  for (const column of [entryIndexes, extras, ...Object.values(texts)]) column.length = length;
}

function cells({numbers, capacity}: RowBatch, name: NumberColumn): Float64Array {
  const start = (places.get(name) ?? 0) * capacity;
  return numbers.subarray(start, start + capacity);
}
