import {type Instant, toMs, toNumber} from "../../lib/format.js";

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
