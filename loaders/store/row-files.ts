import {type DuckDBConnection, DuckDBInstance, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {isJsonObject} from "../service/endpoints.js";

/** Whether a path names a file of rows (Parquet or CSV), which has the columns of `feed_updates`. */
export function isRowFile(path: string): boolean {
  return /\.(?:parquet|csv(?:\.gz)?)$/i.test(path);
}

/** Whether `load file` can read rows with such columns: they have feed and price, and prices are still mantissas. */
export function areUpdates(names: readonly string[]): boolean {
  return names.includes("priceFeedId") && names.includes("price") && !names.some((name) => scaled.includes(name));
}

/** Rows of a file as the body of a response, and the number of the first of them (from 1). */
interface RowBody {
  body: string;
  row: number;
}

const mostEntries = 2000;
const ofStore = new Set(["responseId", "entryIndex"]); // each store gives its own

/** The key of Parquet's metadata, and the column of a CSV, that mark the rows of a file as simulated. */
export const simulatedMark = "simulated";

const scaled = ["carriedForward", "validSeconds", "spreadBps"]; // columns of views only, whose prices are no mantissas

/**
 * Reads a file of rows as bodies of the service, so that each value is read, coerced or rejected in the same way. Consecutive
 * rows with one `publishedAt` are one body. Unknown columns become extra fields.
 * @throws ConfigError if it has no column `priceFeedId`, or its prices are no mantissas; DuckDB's error if it cannot be read
 */
export async function* bodiesOfRows(path: string, signal: AbortSignal): AsyncGenerator<RowBody> {
  const {connection, columns, source, close} = await openRows(path);
  try {
    const result = await connection.stream(entriesSql(source, columns));
    let [entries, published, first, row] = [[] as string[], "null", 1, 0];
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      if (signal.aborted) return;
      for (const [at, entry, extra] of chunk.getRows() as [string | null, string, string | null][]) {
        row += 1;
        const next = at ?? "null";
        if (entries.length > 0 && (next !== published || entries.length >= mostEntries)) {
          yield {body: bodyOf(published, entries), row: first};
          [entries, first] = [[], row];
        }
        published = next;
        entries.push(joined(entry, extra));
      }
    }
    if (entries.length > 0) yield {body: bodyOf(published, entries), row: first};
  } finally {
    close();
  }
}

/**
 * Whether a file of rows is marked as simulated, as exports of simulated rows are.
 * @throws as `bodiesOfRows` does; ConfigError if some of its rows are simulated and others are not
 */
export async function saysSimulated(path: string): Promise<boolean> {
  const {connection, columns, source, close} = await openRows(path);
  const first = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
  try {
    if (isParquet(path)) {
      const key = `decode(key) = '${simulatedMark}' AND decode(value) = 'true'`;
      const [held] = await first(`SELECT count(*) FROM parquet_kv_metadata(${fileOf(path)}) WHERE ${key}`);
      if (Number(held) > 0) return true;
    }
    if (!columns.some(([name]) => name === simulatedMark)) return false;
    const isTrue = `coalesce(lower(${simulatedMark}::VARCHAR), '') = 'true'`;
    const [all, some] = await first(`SELECT bool_and(${isTrue}), bool_or(${isTrue}) FROM ${source}`);
    if (all === some) return all === true;
    throw new ConfigError(`${path} has simulated and real rows, which are never mixed: make a file of each`);
  } finally {
    close();
  }
}

interface OpenRows {
  connection: DuckDBConnection;
  /** Names and types. */
  columns: [string, string][];
  /** For FROM. */
  source: string;
  close(): void;
}

async function openRows(path: string): Promise<OpenRows> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "1"});
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const source = sourceOf(path);
    const columns = (await connection.runAndReadAll(`DESCRIBE FROM ${source}`)).getRows() as [string, string][];
    assertRows(
      path,
      columns.map(([name]) => name)
    );
    return {connection, columns, source, close};
  } catch (error) {
    close();
    throw error;
  }
}

// The path is one file, not a pattern, and a folder named `day=7` does not add a column.
function sourceOf(path: string): string {
  if (isParquet(path)) return `read_parquet(${fileOf(path)}, hive_partitioning = false)`;
  return `read_csv(${fileOf(path)}, hive_partitioning = false, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, null_padding = false)`;
}

function fileOf(path: string): string {
  return quotedString(path.replace(/[*?[]/g, "[$&]"));
}

function isParquet(path: string): boolean {
  return /\.parquet$/i.test(path);
}

function assertRows(path: string, names: readonly string[]): void {
  if (!names.includes("priceFeedId"))
    throw new ConfigError(`no rows of feeds: ${path}: it has no column priceFeedId, but ${names.join(", ")}`);
  if (names.some((name) => scaled.includes(name)))
    throw new ConfigError(`no mantissas: ${path} is of a view: export feed_updates, which has prices as they came`);
}

// A query of three texts: JSON of the time, of the other columns, and of the extra fields.
function entriesSql(source: string, columns: readonly [string, string][]): string {
  const names = columns.map(([name]) => name);
  const typeOf = new Map(columns);
  const cellOf = (name: string) => jsonOf(quotedIdentifier(name), typeOf.get(name) ?? "");
  const fields = names
    .filter((name) => name !== "publishedAt" && name !== "extra" && name !== simulatedMark && !ofStore.has(name))
    .map((name) => `${quotedString(name)}, ${cellOf(name)}`);
  const publishedAt = names.includes("publishedAt") ? cellOf("publishedAt") : "NULL";
  const extra = names.includes("extra") ? "extra::VARCHAR" : "NULL";
  return `SELECT ${publishedAt}::VARCHAR, json_object(${fields.join()})::VARCHAR, ${extra} FROM ${source}`;
}

// JSON has no infinity and no NaN: sent as text, they become coercions.
function jsonOf(column: string, type: string): string {
  if (type.startsWith("TIMESTAMP")) return `to_json(epoch_us(${column}))`;
  if (type !== "DOUBLE" && type !== "FLOAT") return `to_json(${column})`;
  return `CASE WHEN isfinite(${column}) THEN to_json(${column}) ELSE to_json(${column}::VARCHAR) END`;
}

function bodyOf(publishedAt: string, entries: readonly string[]): string {
  return `{"parsed":{"timestampUs":${publishedAt},"priceFeeds":[${entries.join()}]}}`;
}

// Extra text that is no JSON object becomes one text field: put into a body as it is, it could break the JSON of all rows.
function joined(entry: string, extra: string | null): string {
  if (extra === null) return entry;
  const fields = isJsonObject(extra) ? extra.trim().slice(1, -1) : `"extra":${JSON.stringify(extra)}`;
  return fields.trim() === "" ? entry : `${entry.slice(0, -1)},${fields}}`;
}
