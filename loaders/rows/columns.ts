/** A column of the row: its name on the wire and in the store, its DuckDB type, and how its values are read. */
export interface Column {
  readonly name: string;
  readonly type: "BIGINT" | "DOUBLE" | "VARCHAR" | "TIMESTAMP";
  readonly constraint?: string;
}

/** The 14 columns of a feed update, in the authority's order, spelling and types. Mantissas are raw. */
export const columns = [
  {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL CHECK (priceFeedId >= 0)"},
  {name: "price", type: "DOUBLE"},
  {name: "bestBidPrice", type: "DOUBLE"},
  {name: "bestAskPrice", type: "DOUBLE"},
  {name: "confidence", type: "DOUBLE"},
  {name: "exponent", type: "DOUBLE"},
  {name: "publisherCount", type: "DOUBLE"},
  {name: "fundingRate", type: "DOUBLE"},
  {name: "fundingRateInterval", type: "DOUBLE"},
  {name: "marketSession", type: "VARCHAR"},
  {name: "emaPrice", type: "DOUBLE"},
  {name: "emaConfidence", type: "DOUBLE"},
  {name: "feedUpdateTimestamp", type: "TIMESTAMP"},
  {name: "fundingTimestamp", type: "TIMESTAMP"}
] as const satisfies readonly Column[];

/** Name of one of the 14 columns. */
export type ColumnName = (typeof columns)[number]["name"];

const names: ReadonlySet<string> = new Set(columns.map(({name}) => name));

/** Whether a field of an entry is one of the 14 columns; any other field is an extra. */
export function isColumn(name: string): name is ColumnName {
  return names.has(name);
}
