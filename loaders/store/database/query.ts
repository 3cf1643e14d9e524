import {createRequire} from "node:module";
import {
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBIntervalValue,
  type DuckDBResultReader,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  DuckDBUnionType,
  DuckDBUnionValue,
  type DuckDBValueConverter,
  type Json,
  JsonDuckDBValueConverter
} from "@duckdb/node-api";
import {prepare} from "./statement.js";

// The binding would drop a byte order mark at the start of a text.
const accessors: object = createRequire(import.meta.url)("@duckdb/node-api/lib/vectors/dataAccessors.js");
Object.assign(accessors, {textDecoder: new TextDecoder("utf-8", {ignoreBOM: true})});

const integers = new Set([
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM
]);
const timestamps = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS
]);

/** The result of a query: columns with their DuckDB types, and rows as arrays in their order. */
export interface QueryResult {
  columns: {name: string; type: string}[];
  rows: unknown[][];
}

/** Values for the named parameters of a query (`$feed`). */
export type Parameters = Readonly<Record<string, boolean | number | string | null>>;

/**
 * Runs one query and returns plain values, as pages get them from `readerOf` in src/duckdb/values/values.ts, except that these are
 * text: dates, timestamps (ISO 8601 in UTC), infinities and NaN. @throws DuckDB's error, with its position
 */
export async function query(connection: DuckDBConnection, sql: string, parameters?: Parameters): Promise<QueryResult> {
  const reader = await connection.runAndReadAll(sql, parameters && {...parameters});
  return {columns: columnsOf(reader), rows: reader.convertRows(toPlain)};
}

/** The first rows of a query, at most `most`, without reading the others; `whole`: whether that is all. */
export async function queryStart(
  connection: DuckDBConnection,
  sql: string,
  most: number,
  parameters?: Parameters
): Promise<QueryResult & {whole: boolean}> {
  const statement = await prepare(connection, sql);
  try {
    if (parameters) statement.bind({...parameters});
    const reader = await statement.streamAndReadUntil(most + 1);
    const rows = reader.convertRows(toPlain);
    return {columns: columnsOf(reader), rows: rows.slice(0, most), whole: rows.length <= most};
  } finally {
    statement.destroySync();
  }
}

/** The rows of a query as objects by column name. */
export async function queryRecords(
  connection: DuckDBConnection,
  sql: string,
  parameters?: Parameters
): Promise<Record<string, unknown>[]> {
  return toRecords(await query(connection, sql, parameters));
}

/** The rows of a result as objects by column name. */
export function toRecords({columns, rows}: QueryResult): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, row[i]])));
}

function columnsOf(reader: DuckDBResultReader): QueryResult["columns"] {
  const taken = new Set<string>();
  for (const name of reader.columnNames()) {
    let free = name; // further columns of the same name become a_1, a_2, as in a subquery of DuckDB
    for (let n = 1; taken.has(free); n++) free = `${name}_${n}`;
    taken.add(free);
  }
  return Array.from(taken, (name, i) => ({name, type: String(reader.columnType(i))}));
}

const toPlain: DuckDBValueConverter<Json> = (value, type, converter) => {
  // The binding writes these in the time zone of the machine.
  if (value instanceof DuckDBTimestampTZValue) return toIso(new DuckDBTimestampValue(value.micros).toString());
  if (value instanceof DuckDBIntervalValue) return value.toString();
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString("hex").toUpperCase();
  if (value instanceof DuckDBUnionValue && type instanceof DuckDBUnionType)
    return converter(value.value, type.memberTypeForTag(value.tag), converter);
  if (value instanceof DuckDBStructValue && "" in value.entries)
    throw new Error("fields of a struct have no names: name them, as in {'a': 1}"); // the binding keeps only the last one
  const plain = JsonDuckDBValueConverter(value, type, converter);
  if (typeof plain !== "string") return plain;
  if (type.typeId === DuckDBTypeId.DATE) return isoDay(plain);
  if (timestamps.has(type.typeId)) return toIso(plain);
  if (type.typeId === DuckDBTypeId.DECIMAL) return Number(plain);
  return integers.has(type.typeId) && Number.isSafeInteger(Number(plain)) ? Number(plain) : plain;
};

// DuckDB writes a space instead of T, and no zone.
function toIso(text: string): string {
  return text.includes("infinity") ? text : `${isoDay(text).replace(" ", "T")}Z`;
}

// In ISO 8601 1 BC is the year 0, and years of more than four digits have a sign.
function isoDay(text: string): string {
  const [, year, day, bc, clock] = /^(\d+)(-\d+-\d+)( \(BC\))?(.*)$/.exec(text) ?? [];
  if (year === undefined) return text; // an infinity
  const number = bc === undefined ? Number(year) : 1 - Number(year);
  const isUsual = number >= 0 && number <= 9999;
  const digits = String(Math.abs(number)).padStart(isUsual ? 4 : 6, "0");
  return `${isUsual ? "" : number < 0 ? "-" : "+"}${digits}${day}${clock}`;
}

/** The comment at the head of a `.sql` file, which describes its table or view. */
export interface Description {
  meaning: string;
  /** The columns that identify a row. */
  grain: string;
  source: string;
  /** A query to start with; empty if there is none. */
  example: string;
  /** Meaning of each column by name, with its unit at the end: `best bid [quote currency]`. */
  columns: ReadonlyMap<string, string>;
  /** Tables whose columns have the same meanings; the first one that has a column explains it. */
  as: string[];
}

/**
 * Reads the comment at the head of a `.sql` file: first its meaning, then `Grain: `, `Source: ` and `Example: `, then
 * `Columns: ` or `Columns as updates, feeds, and:`. After it each column has a line: two spaces, name, colon, meaning.
 * Any other line continues the one before.
 */
export function readDescription(sql: string): Description {
  const [head = ""] = /^(?:--.*\n?)*/.exec(sql) ?? [];
  const parts = new Map([["Meaning", ""]]);
  const columns = new Map<string, string>();
  let add = adder(parts, "Meaning");
  for (const line of head.split("\n").map((text) => text.replace(/^-- ?/, ""))) {
    const [, part, rest = ""] = /^(Grain:|Source:|Example:|Columns)(.*)/.exec(line) ?? [];
    const [, column, meaning = ""] = (parts.has("Columns") && /^ {2}(\w+): (.*)/.exec(line)) || [];
    if (part !== undefined) add = adder(parts, part.replace(":", ""));
    if (column !== undefined) add = adder(columns, column);
    add(part === undefined && column === undefined ? line : rest + meaning);
  }
  const textOf = (name: string) => parts.get(name)?.replace(/\.$/, "") ?? "";
  const [meaning = ""] = [parts.get("Meaning")];
  const as = /^as (.*?)(?:, and)?:?$/.exec(textOf("Columns"))?.[1]?.split(", ") ?? [];
  return {meaning, grain: textOf("Grain"), source: textOf("Source"), example: textOf("Example"), columns, as};
}

function adder(parts: Map<string, string>, name: string): (text: string) => void {
  return (text) => parts.set(name, `${parts.get(name) ?? ""} ${text.trim()}`.trim());
}

/** SQL without comments and line layout: equal for two texts that differ only in these. */
export function codeOf(sql: string): string {
  return sql.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}
