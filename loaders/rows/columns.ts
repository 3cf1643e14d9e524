/** A column of the row: its name on the wire and in the store, its DuckDB type, and what it means, with its unit. */
export interface Column {
  readonly name: string;
  readonly type: "BIGINT" | "DOUBLE" | "VARCHAR" | "TIMESTAMP";
  readonly constraint?: string;
  readonly comment: string;
}

/** The columns of a feed update, in the service's order, spelling and types; those it added later at the end. Mantissas are raw. */
export const columns = [
  {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL CHECK (priceFeedId >= 0)", comment: "the feed"},
  {name: "price", type: "DOUBLE", comment: "aggregate price; on a funding feed the venue's mark price [mantissa]"},
  {name: "bestBidPrice", type: "DOUBLE", comment: "best bid [mantissa]"},
  {name: "bestAskPrice", type: "DOUBLE", comment: "best ask [mantissa]"},
  {name: "confidence", type: "DOUBLE", comment: "how far the publishers disagree, as ± of the price [mantissa]"},
  {name: "exponent", type: "DOUBLE", comment: "value = mantissa × 10^exponent, in all columns [power of ten]"},
  {name: "publisherCount", type: "DOUBLE", comment: "how many publishers contributed [publishers]"},
  {
    name: "fundingRate",
    type: "DOUBLE",
    comment: "rate of one funding interval [mantissa, see rows.fundingRateIsMantissa]"
  },
  {name: "fundingRateInterval", type: "DOUBLE", comment: "funding interval [µs, see rows.fundingIntervalUnit]"},
  {name: "marketSession", type: "VARCHAR", comment: "regular, preMarket, postMarket, overNight, closed, or a new one"},
  {name: "emaPrice", type: "DOUBLE", comment: "exponential moving average of the price [mantissa]"},
  {name: "emaConfidence", type: "DOUBLE", comment: "exponential moving average of the confidence [mantissa]"},
  {name: "feedUpdateTimestamp", type: "TIMESTAMP", comment: "when the feed last changed by itself"},
  {name: "fundingTimestamp", type: "TIMESTAMP", comment: "boundary of the funding interval, or just now"}
] as const satisfies readonly Column[];

/** Name of one of the columns. */
export type ColumnName = (typeof columns)[number]["name"];

/** Name of a column of text. */
export type TextColumn = Extract<(typeof columns)[number], {type: "VARCHAR"}>["name"];

type NumberColumn = Exclude<ColumnName, TextColumn>;

/** One feed update as stored: mantissas raw, timestamps in Unix µs, null where a value is missing or does not fit. */
export type Row = {[Name in ColumnName]: Name extends TextColumn ? string | null : number | null} & {
  priceFeedId: number;
};

const names: ReadonlySet<string> = new Set(columns.map(({name}) => name));

/** Whether a field of an entry is one of the columns; any other field is an extra. */
export function isColumn(name: string): name is ColumnName {
  return names.has(name);
}

/** The columns of a row that are numbers: all but text; timestamps are Unix µs. */
export const numberColumns = columns.filter((column) => column.type !== "VARCHAR");

/** The columns of a row that are text. */
export const textColumns = columns.filter((column) => column.type === "VARCHAR");

/** A value for a column: timestamps in Unix microseconds, UUID and JSON as text. */
export type CellValue = boolean | number | string | null;

/** Values of a column for some rows: numbers (NaN means null), any values, or one value for all rows. */
export type Cells = Float64Array | readonly CellValue[] | {each: CellValue};

/** Rows of any table: `length` values of columns. An object for each row would cost more than parsing it. */
export interface Rows {
  length: number;
  readonly columns: Readonly<Record<string, Cells>>;
}

/** Rows of one response: their columns, the index of each in the response, and its extra fields as JSON text. */
export interface UpdateRows extends Rows {
  readonly columns: Readonly<
    Record<NumberColumn, Float64Array> &
      Record<TextColumn | "extra", (string | null)[]> &
      Record<"entryIndex", number[]>
  >;
  /** The number columns again, in the order of `numberColumns`. */
  readonly numbers: readonly Float64Array[];
  readonly capacity: number;
}

// Rows to reuse, all of one capacity, as most bodies have as many entries as the last. Without it memory would grow until the
// next garbage collection, which may free these, too.
let spares = new WeakRef<UpdateRows[]>([]);

/** Makes room for at most `capacity` rows; call `closeRows` when they are filled. */
export function makeRows(capacity: number): UpdateRows {
  const spare = spares.deref();
  if (spare?.[0]?.capacity === capacity) return Object.assign(spare.pop() ?? newRows(capacity), {length: 0});
  return newRows(capacity);
}

/** Gives the memory of rows back for reuse; they must not be read afterwards. */
export function releaseRows(released: readonly UpdateRows[]): void {
  const last = released.at(-1)?.capacity;
  spares = new WeakRef(released.filter(({capacity}) => capacity === last));
}

const lists = [...textColumns.map(({name}) => name), "extra", "entryIndex"] as const;

function newRows(capacity: number): UpdateRows {
  const cells = new Float64Array(numberColumns.length * capacity); // one buffer for all columns
  const numbers = numberColumns.map((_, i) => cells.subarray(i * capacity, (i + 1) * capacity));
  const columns = {
    ...Object.fromEntries(numberColumns.map(({name}, i) => [name, numbers[i]])),
    ...Object.fromEntries(lists.map((name) => [name, []]))
  } as unknown as UpdateRows["columns"];
  return {length: 0, capacity, columns, numbers};
}

/** Adds a row with its place and extras. */
export function addRow(rows: UpdateRows, row: Row, entryIndex: number, extra: string | null): void {
  for (const {name} of numberColumns) rows.columns[name][rows.length] = row[name] ?? Number.NaN;
  for (const {name} of textColumns) rows.columns[name][rows.length] = row[name];
  closeRow(rows, entryIndex, extra);
}

/** Completes the row whose columns were just filled. */
export function closeRow(rows: UpdateRows, entryIndex: number, extra: string | null): void {
  rows.columns.entryIndex[rows.length] = entryIndex;
  rows.columns.extra[rows.length] = extra;
  rows.length += 1;
}

/** Ends the filling: clears what earlier rows left in reused memory. */
export function closeRows({length, columns}: UpdateRows): void {
  for (const column of Object.values(columns)) if (Array.isArray(column)) column.length = length;
}

const mantissas = [
  "price",
  "bestBidPrice",
  "bestAskPrice",
  "confidence",
  "emaPrice",
  "emaConfidence",
  "fundingRate"
] as const;

/** The feeds of rows that have a mantissa and no exponent. */
export function* exponentlessFeeds({length, columns}: UpdateRows): Generator<number> {
  const has = (name: NumberColumn, i: number) => !Number.isNaN(columns[name][i]);
  for (let i = 0; i < length; i++)
    if (!has("exponent", i) && mantissas.some((name) => has(name, i))) yield Number(columns.priceFeedId[i]);
}

/** The feeds of rows. */
export function feedIdsOf({length, columns}: UpdateRows): Float64Array {
  return columns.priceFeedId.subarray(0, length);
}
