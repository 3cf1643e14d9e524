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
import {messageOf} from "../config/errors.js";

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
 * Runs one query and gives plain values, as `readerOf` in src/lib/values.ts gives them to pages, but dates and timestamps
 * as text, the latter as ISO 8601 in UTC, and infinities and NaN as text, too. @throws DuckDB's error, with its position
 */
export async function query(connection: DuckDBConnection, sql: string, parameters?: Parameters): Promise<QueryResult> {
  const reader = await connection.runAndReadAll(sql, parameters && {...parameters});
  return {columns: columnsOf(reader), rows: reader.convertRows(toPlain)};
}

/** The first rows of a query, at most `most`, as `query` gives them, without reading the others; `whole`: there are none. */
export async function queryStart(
  connection: DuckDBConnection,
  sql: string,
  most: number,
  parameters?: Parameters
): Promise<QueryResult & {whole: boolean}> {
  const reader = await connection.streamAndReadUntil(sql, most + 1, parameters && {...parameters});
  const rows = reader.convertRows(toPlain);
  return {columns: columnsOf(reader), rows: rows.slice(0, most), whole: rows.length <= most};
}

/** The rows of a query as records, for callers that know the columns they asked for. */
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

/** How many statements a text holds. @throws DuckDB's error, with its position, if it does not parse */
export async function statementCount(connection: DuckDBConnection, sql: string): Promise<number> {
  if (sql.replace(/--.*|\/\*[\s\S]*?\*\/|[;\s]/g, "") === "") return 0; // for which the binding has no message
  try {
    return (await connection.extractStatements(sql)).count;
  } catch (error) {
    throw new Error(messageOf(error).replace(/^Failed to extract statements: /, ""));
  }
}

function columnsOf(reader: DuckDBResultReader): QueryResult["columns"] {
  const taken = new Set<string>();
  for (const name of reader.columnNames()) {
    let free = name; // of columns of one name the later ones are a_1, a_2, as DuckDB names them in a subquery
    for (let n = 1; taken.has(free); n++) free = `${name}_${n}`;
    taken.add(free);
  }
  return Array.from(taken, (name, i) => ({name, type: String(reader.columnType(i))}));
}

const toPlain: DuckDBValueConverter<Json> = (value, type, converter) => {
  // The library writes these in the zone of the machine.
  if (value instanceof DuckDBTimestampTZValue) return toIso(new DuckDBTimestampValue(value.micros).toString());
  if (value instanceof DuckDBIntervalValue) return value.toString();
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString("hex").toUpperCase();
  if (value instanceof DuckDBUnionValue && type instanceof DuckDBUnionType)
    return converter(value.value, type.memberTypeForTag(value.tag), converter);
  if (value instanceof DuckDBStructValue && "" in value.entries)
    throw new Error("fields of a struct have no names: name them, as in {'a': 1}"); // the binding loses all but one
  const plain = JsonDuckDBValueConverter(value, type, converter);
  if (typeof plain !== "string") return plain;
  if (timestamps.has(type.typeId)) return toIso(plain);
  if (type.typeId === DuckDBTypeId.DECIMAL) return Number(plain);
  return integers.has(type.typeId) && Number.isSafeInteger(Number(plain)) ? Number(plain) : plain;
};

// DuckDB's text has a space and no zone.
function toIso(text: string): string {
  return text.includes("infinity") ? text : `${text.replace(" ", "T")}Z`;
}

/** What the comment at the head of a `.sql` file says of its table or view. */
export interface Description {
  meaning: string;
  /** What a row is known by. */
  grain: string;
  source: string;
  /** A query to start from; empty if there is none. */
  example: string;
  /** Meaning of each column by name, with its unit at the end: `best bid [quote currency]`. */
  columns: ReadonlyMap<string, string>;
  /** Names of the tables whose columns mean the same, the first of them first. */
  as: string[];
}

/**
 * Reads the comment at the head of a `.sql` file: its meaning, then `Grain: `, `Source: ` and `Example: `, then
 * `Columns: `, or `Columns as updates, feeds, and:`, over lines of two spaces, name, colon and meaning. Lines that are
 * indented further, or that begin with none of these, go on where the last one ended.
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

/** SQL without its comments and the layout of its lines: of two that differ in these alone, it is the same. */
export function codeOf(sql: string): string {
  return sql.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}
