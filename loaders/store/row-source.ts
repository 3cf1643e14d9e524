import {randomUUID} from "node:crypto";
import {closeSync, openSync, readSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {constants, gunzipSync} from "node:zlib";
import {type DuckDBConnection, DuckDBInstance, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {dsvFormat} from "d3-dsv";
import {csvProblem} from "../config/csv-error.js";
import {ConfigError, errorOf} from "../config/errors.js";
import {ownPath} from "./database/files.js";

/** A column of a file: its name there, its name in SQL, and its DuckDB type (VARCHAR for CSV). */
export interface FileColumn {
  name: string;
  sql: string;
  type: string;
}

/** An open file of rows. */
export interface RowSource {
  columns: FileColumn[];
  /** The SQL to write after FROM. */
  source: string;
  /** The rows of a query; describes errors of a CSV in the user's words. */
  rows(sql: string): Promise<unknown[][]>;
  stream(sql: string): AsyncGenerator<unknown[][]>;
  close(): void;
}

/** Texts that mean null if a CSV has them without quotes, and in columns of numbers and times also with quotes. */
export const nullTexts = ["", "NA", "N/A", "#N/A", "<NA>", "NaN", "-NaN", "NaT", "nil", "none", "null", "\\N"];

/** Opens a Parquet or CSV file. @throws ConfigError or DuckDB's error if it cannot be read */
export async function openRows(path: string): Promise<RowSource> {
  const spill = ownPath(join(tmpdir(), `feedbook.${randomUUID()}`), "spill");
  const options = {threads: "1", temp_directory: spill}; // on one thread rows keep their order
  const instance = await DuckDBInstance.create(":memory:", options);
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return {...(await sourceOf(connection, path)), ...readersOf(connection, path), close};
  } catch (error) {
    close();
    throw error;
  }
}

function readersOf(connection: DuckDBConnection, path: string): Pick<RowSource, "rows" | "stream"> {
  async function* stream(sql: string): AsyncGenerator<unknown[][]> {
    try {
      const result = await connection.stream(sql);
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
        yield chunk.getRows();
    } catch (error) {
      const problem = csvProblem(errorOf(error).message);
      throw problem === null ? error : new ConfigError(`${path}: ${problem}`);
    }
  }
  const rows = async (sql: string) => {
    const all: unknown[][] = [];
    for await (const some of stream(sql)) all.push(...some);
    return all;
  };
  return {rows, stream};
}

/** The path as SQL that means one file, not a pattern. */
export function fileOf(path: string): string {
  return quotedString(path.replace(/[*?[]/g, "[$&]"));
}

// A folder named `day=7` does not add a column.
async function sourceOf(connection: DuckDBConnection, path: string): Promise<Pick<RowSource, "columns" | "source">> {
  const {bytes, isGzip} = startOf(path);
  if (isGzip || !isParquet(bytes)) return csvSource(path, bytes, isGzip);
  const source = `read_parquet(${fileOf(path)}, hive_partitioning = false)`;
  const described = (await connection.runAndReadAll(`DESCRIBE FROM ${source}`)).getRows() as [string, string][];
  return {columns: described.map(([name, type]) => ({name, sql: quotedIdentifier(name), type})), source};
}

// Blank lines, Excel's line with the delimiter, and the line with the names of the columns.
const firstLines = /^((?:[^\S\n]*\n)*(?:"?sep=(.)"?[^\S\n]*\n)?)(.*)/i;

// Reads the names and sets all options, so that DuckDB guesses nothing.
function csvSource(path: string, bytes: Buffer, isGzip: boolean): Pick<RowSource, "columns" | "source"> {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "feff") throw new ConfigError(`${path} is in UTF-16 with the high byte first: save it as UTF-8`);
  const text = new TextDecoder(mark === "fffe" ? "utf-16le" : "utf-8").decode(bytes);
  const [, skipped = "", given, header = ""] = firstLines.exec(text.replace(/\r\n?/g, "\n")) ?? [];
  if (header === "") throw new ConfigError(`${path} is empty: it needs a line with the names of its columns`);
  if (header.includes("\ufffd"))
    throw new ConfigError(`${path}: line 1: its text is not UTF-8: save the file as UTF-8`);
  const split = (given === undefined ? [",", ";", "\t", "|"] : [given]).map((delim) => ({
    delim,
    names: dsvFormat(delim).parseRows(header)[0] ?? []
  }));
  const {delim, names} = split.sort((a, b) => b.names.length - a.names.length)[0] ?? {delim: ",", names: []};
  const columns = names.map((name, i) => ({name: name.trim(), sql: `c${i}`, type: "VARCHAR"}));
  const types = columns.map(({sql}) => `${sql}: 'VARCHAR'`).join();
  const nulls = nullTexts.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const source = `read_csv(${fileOf(path)}, auto_detect = false, header = true, skip = ${skipped.split("\n").length - 1}, columns = {${types}},
    delim = ${quotedString(delim)}, quote = '"', escape = '"', nullstr = [${[...new Set(nulls), "None"].map(quotedString)}],
    allow_quoted_nulls = false, null_padding = false, hive_partitioning = false, max_line_size = 16000000,
    buffer_size = 32000000, compression = '${isGzip ? "gzip" : "none"}', encoding = '${mark === "fffe" ? "utf-16" : "utf-8"}')`;
  return {columns, source};
}

/** The first bytes of a file, unpacked if it is gzipped. */
export function startOf(path: string): {bytes: Buffer; isGzip: boolean} {
  const buffer = Buffer.alloc(2 ** 16);
  const file = openSync(path, "r");
  try {
    const start = buffer.subarray(0, readSync(file, buffer));
    const isGzip = start[0] === 0x1f && start[1] === 0x8b;
    return {
      bytes: isGzip ? gunzipSync(start, {finishFlush: constants.Z_SYNC_FLUSH}).subarray(0, 2 ** 16) : start,
      isGzip
    };
  } finally {
    closeSync(file);
  }
}

/** Whether bytes begin as Parquet does. */
export function isParquet(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PAR1";
}
