import type {Data, Table} from "apache-arrow";
import {type Instant, toMs, toNumber} from "../../format/format.js";
import {parseType, type SqlType} from "./types.js";
import {isAmbiguous, readerOf} from "./values.js";

/** A row of a result by column name, values as `readerOf` reads them. Repeated names become `a_1`, `a_2`. */
export type Row = Record<string, unknown>;

/** The rows of a result. `describe` returns the types of DESCRIBE, if Arrow's are ambiguous. */
export async function toRows(table: Table, describe: () => Promise<string[]>): Promise<Row[]> {
  const {fields} = table.schema;
  const filled = table.batches.filter(({numRows}) => numRows > 0); // empty batches lack the data of lists
  const columns = (i: number) => filled.map(({data}) => data.children[i] as Data);
  return rowsOf(table, fields.some((field, i) => isAmbiguous(field, columns(i))) ? await describe() : []);
}

/** The rows of a table of Arrow, given DuckDB's types of its columns, where these are known. */
export function rowsOf({schema: {fields}, batches}: Table, types: readonly string[]): Row[] {
  const names = distinct(fields.map(({name}) => name));
  const rows = batches
    .filter(({numRows}) => numRows > 0)
    .flatMap(({numRows, data}) => {
      const reads = fields.map((field, i) => readerOf(field, data.children[i] as Data, types[i] ?? null));
      return Array.from({length: numRows}, (_, row) =>
        Object.fromEntries(reads.map((read, i) => [names[i], read(row)]))
      );
    });
  return keepOrder(rows, names);
}

const orders = new WeakMap<object, readonly string[]>();

// Remembers the order of columns, such as of a PIVOT: an object puts names that are whole numbers first.
function keepOrder(rows: Row[], names: readonly string[]): Row[] {
  if (names.some((name) => /^\d+$/.test(name))) for (const row of rows) orders.set(row, names);
  return rows;
}

/** The names of a row's columns in the order of its query, unless the row itself has them in this order. */
export function orderOf(row: unknown): readonly string[] | undefined {
  return orders.get(Object(row));
}

/** The names of the columns of rows, or of the first of them, in the order of their query or CSV file. */
export function columnsOf(rows: readonly object[], most = rows.length): string[] {
  const names = new Set(rows.slice(0, most).flatMap((row) => Object.keys(row)));
  const ordered: unknown = orderOf(rows[0]) ?? Reflect.get(rows, "columns");
  return [...new Set([...(Array.isArray(ordered) ? ordered : []).filter((name) => names.has(name)), ...names])];
}

// The names that DuckDB gives repeated columns in a subquery.
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const name of names) {
    let free = name;
    for (let n = 1; taken.has(free); n++) free = `${name}_${n}`;
    taken.add(free);
  }
  return [...taken];
}

/** The rows of an answer from the build, with the same values as `toRows`; `columns` has the types of the plain values. */
export function answerRows(columns: readonly {name: string; type: string}[], rows: readonly unknown[][]): Row[] {
  const reads = columns.map(({type}) => revive(parseType(type)));
  const names = columns.map(({name}) => name);
  const read = (row: readonly unknown[]) =>
    Object.fromEntries(names.map((name, i) => [name, reads[i]?.(row[i] ?? null)]));
  return keepOrder(rows.map(read), names);
}

// Turns plain values into values of a type: JSON has no dates and no infinities.
function revive({name, children, names}: SqlType): (plain: unknown) => unknown {
  const reads = children.map(revive);
  const read = reviver();
  return (plain) => (plain === null ? null : read(plain));

  function reviver(): (plain: unknown) => unknown {
    if (/^(TIMESTAMP|DATE)/.test(name)) return (plain) => new Date(toMs(String(plain)));
    if (/^(DOUBLE|FLOAT)$/.test(name)) return Number;
    if (name === "LIST") return (plain) => Array.from(plain as unknown[], (each) => reads[0]?.(each));
    if (name === "MAP") {
      const entry = reviveFields(["key", "value"], reads);
      return (plain) => Array.from(plain as object[], entry);
    }
    return name === "STRUCT" ? reviveFields(names, reads) : (plain) => plain;
  }
}

function reviveFields(names: readonly string[], reads: readonly ((plain: unknown) => unknown)[]) {
  return (plain: unknown) =>
    Object.fromEntries(names.map((name, i) => [name, reads[i]?.((plain as Record<string, unknown>)[name])]));
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
