import type {DataType, Table} from "apache-arrow";
import {type Instant, toMs, toNumber} from "./format.js";

/** A row of a result by column name: timestamps and dates are `Date`, integers and decimals numbers, the rest as it is. */
export type Row = Record<string, unknown>;

/** The rows of an Arrow table that DuckDB-Wasm answered. */
export function toRows(table: Table): Row[] {
  const columns = table.schema.fields.map(({name, type}, i) => {
    const vector = table.getChildAt(i);
    return {name, read: reader(type), get: (row: number): unknown => vector?.get(row)};
  });
  return Array.from({length: table.numRows}, (_, row) =>
    Object.fromEntries(columns.map(({name, read, get}) => [name, convert(get(row), read)]))
  );
}

/** The rows of an answer made at build time, as `toRows` gives those of DuckDB-Wasm. */
export function answerRows(columns: readonly {name: string; type: string}[], rows: readonly unknown[][]): Row[] {
  const reads = columns.map(({type}) => (/^(TIMESTAMP|DATE)/.test(type) ? toDate : type === "DOUBLE" ? Number : plain));
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, convert(row[i], reads[i] ?? plain)])));
}

type Read = (value: unknown) => unknown;

function convert(value: unknown, read: Read): unknown {
  return value === null || value === undefined ? null : read(value);
}

// Arrow's type ids: 7 decimal, 8 date, 10 timestamp. Values of the last two are epoch milliseconds.
function reader({typeId, ...type}: DataType): Read {
  if (typeId === 8 || typeId === 10) return toDate;
  if (typeId !== 7) return plain;
  const scale = "scale" in type && typeof type.scale === "number" ? type.scale : 0;
  return (value) => Number(String(value)) / 10 ** scale;
}

function toDate(value: unknown): Date {
  return new Date(typeof value === "number" ? value : String(value));
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return isVector(value) ? Array.from(value, plain) : value;
}

function isVector(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** Rows as columns: times ascending, and the values of any field in the same order. */
export interface Columns<Row> {
  times: number[];
  /** A field's numbers; NaN where one is missing. */
  values(field: keyof Row): number[];
  /** A field's texts; null where one is missing. */
  texts(field: keyof Row): (string | null)[];
}

/** Sorts rows by `publishedAt` and turns them into columns. Rows without a readable time are left out. */
export function byTime<Row extends {publishedAt: Instant}>(rows: Iterable<Row>): Columns<Row> {
  const sorted = Array.from(rows, (row) => ({row, time: toMs(row.publishedAt)}))
    .filter(({time}) => !Number.isNaN(time))
    .sort((a, b) => a.time - b.time);
  return {
    times: sorted.map(({time}) => time),
    values: (field) => sorted.map(({row}) => toNumber(row[field])),
    texts: (field) => sorted.map(({row}) => textOf(row[field]))
  };
}

/** A value as text; null if it is none. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
