/** A column of the row: its name in responses and in the store, its DuckDB type, and its meaning with the unit. */
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

type TextColumn = Extract<(typeof columns)[number], {type: "VARCHAR"}>["name"];

/** One feed update as stored: mantissas raw, timestamps in Unix µs, null where a value is missing or does not fit. */
export type Row = {[Name in ColumnName]: Name extends TextColumn ? string | null : number | null} & {
  priceFeedId: number;
};

/** A row of a response: with the index of its entry in the response, and its extra fields as JSON text. */
export type UpdateRow = Row & {entryIndex: number; extra: string | null};

const names: ReadonlySet<string> = new Set(columns.map(({name}) => name));

/** Whether a field of an entry is one of the columns; any other field is an extra. */
export function isColumn(name: string): name is ColumnName {
  return names.has(name);
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
export function exponentlessFeeds(rows: readonly Row[]): number[] {
  const missing = rows.filter((row) => row.exponent === null && mantissas.some((name) => row[name] !== null));
  return missing.map(({priceFeedId}) => priceFeedId);
}
