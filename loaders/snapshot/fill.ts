import {rmSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {sum} from "d3-array";
import {leastSnapshotBytes} from "../config/schema.js";
import {StoreError} from "../database/error.js";
import {withThreads} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {contentOf} from "./content.js";
import {chosenFeeds, cutTables, partsSql, type SnapshotPart, storedSql, wholeTables} from "./parts.js";
import {bytesOf, readHistory, type Window, windowsOf} from "./windows.js";

/** The file to write, how large it may become, and whether the text of errors and examples is in it. */
export interface Filling {
  path: string;
  budgetBytes: number;
  publishFaults: boolean;
}

/**
 * Options of a DuckDB file that DuckDB-Wasm reads by ranges and without an extension: small blocks, and the oldest format
 * whose sketches of distinct values are small: a browser reads those of every column before its first query.
 */
export const readableByWasm = "STORAGE_VERSION 'v1.1.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 4096";

const viewBytes = 288 * 1024; // what macros, views, and what everything means may take
const bytesOfFeed = 1500; // what a feed takes at least, more or less
const [firstAim, aim, fullEnough] = [0.95, 0.975, 0.85]; // of the budget
const mostGuess = 1.3; // times what there is room for: rows are rarely much smaller than they are thought to be
const mostTries = 5;

/** Rows that the store has, by table. */
type Counts = Readonly<Record<string, number>>;

/**
 * Attaches a new file as `snapshot` and fills it with tables, so that `viewBytes` are left of the budget: small tables
 * whole, of the others the newest rows, as `windowsOf` says. Where not even the last rows of all feeds fit, there are fewer
 * feeds. @throws StoreError if no feed fits
 */
export async function fillSnapshot(connection: DuckDBConnection, filling: Filling): Promise<SnapshotPart[]> {
  const {budgetBytes} = filling;
  const [row] = await queryRecords(connection, storedSql);
  const stored = Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
  for (let most = Math.floor(budgetBytes / bytesOfFeed); ; most = Math.floor(most / 2)) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(most)}`);
    const parts = await fillOfFeeds(connection, filling, stored);
    if (parts !== null) return parts;
    if (most === 0)
      throw new StoreError(`snapshot.budgetBytes is too small: ${budgetBytes}; set ${leastSnapshotBytes} or more`);
  }
}

// What rows take is known once they are written: where that is too much, or far too little, the windows are made for less
// room, or more, and all is written anew; at last for the most room that was seen to fit. Null where not even the last rows
// of the feeds fit.
async function fillOfFeeds(
  connection: DuckDBConnection,
  {path, budgetBytes, publishFaults}: Filling,
  stored: Counts
): Promise<SnapshotPart[] | null> {
  const history = await readHistory(connection);
  const wholeBytes = bytesOf(history);
  let room: number | null = null; // as rows are thought to be
  let [fitting, tooMuch] = [0, Infinity]; // such rooms
  let fittingWindows = "";
  for (let tries = 1; ; ++tries) {
    await connection.run("DETACH DATABASE IF EXISTS snapshot");
    rmSync(path, {force: true});
    await connection.run(`ATTACH ${quotedString(path)} AS snapshot (${readableByWasm})`);
    const parts = await writeWhole(connection, {stored, publishFaults});
    const taken = viewBytes + sum(parts, ({bytes}) => bytes);
    if (taken > budgetBytes) return null;
    room ??= firstAim * budgetBytes - taken;
    if (tries === 1 && wholeBytes < mostGuess * room) room = wholeBytes;
    const windows = windowsOf(history, room);
    parts.push(...(await writeCut(connection, {windows, stored})));
    await connection.run(`CREATE TABLE snapshot.snapshot_parts AS ${partsSql(parts)}; CHECKPOINT snapshot;`);
    const size = statSync(path).size + viewBytes;
    const isWhole = windows.every((window) => window === "all");
    const fits = size <= budgetBytes;
    const isLast = tries >= mostTries || JSON.stringify(windows) === fittingWindows;
    if (fits && (isWhole || isLast || size > fullEnough * budgetBytes)) return parts;
    if (!fits && windows.every((window) => window === "none")) return null;
    if (fits) [fitting, fittingWindows] = [room, JSON.stringify(windows)];
    else tooMuch = room;
    room = Math.min(wholeBytes, (room * (aim * budgetBytes - taken)) / (size - taken));
    if (room <= fitting || room >= tooMuch) room = (fitting + Math.min(tooMuch, wholeBytes)) / 2;
    if (tries + 1 >= mostTries) room = fitting;
  }
}

async function writeWhole(
  connection: DuckDBConnection,
  {stored, publishFaults}: {stored: Counts; publishFaults: boolean}
): Promise<SnapshotPart[]> {
  const tables = wholeTables(publishFaults).map((table) => ({...table, sql: async () => table.sql}));
  const parts = await writeAll(connection, tables);
  return parts.map((part) => {
    const storedRows = part.name === "feeds" ? (stored.feeds ?? 0) : part.rows;
    return {...part, storedRows, whole: part.rows === storedRows};
  });
}

async function writeCut(
  connection: DuckDBConnection,
  {windows, stored}: {windows: readonly Window[]; stored: Counts}
): Promise<SnapshotPart[]> {
  const tables = cutTables.map(({name, time}, i) => {
    const window = windows[i] ?? "none";
    return {name, time, window, sql: () => contentOf(connection, {name, time}, window)};
  });
  const parts = await writeAll(connection, tables);
  return parts.map((part, i) => {
    const window = windows[i] ?? "none";
    const since = window === "all" ? part.since : window === "none" ? null : window.since; // last rows are no window
    return {...part, since, whole: window === "all", storedRows: Math.max(part.rows, stored[part.name] ?? 0)};
  });
}

interface Written {
  name: string;
  time: string | null;
  /** Its query, which may be of those that were written before it. */
  sql(): Promise<string>;
}

// Also written on one thread: in its order.
async function writeAll(connection: DuckDBConnection, tables: readonly Written[]): Promise<SnapshotPart[]> {
  return withThreads(connection, 1, async () => {
    const [held] = await queryRecords(connection, `SELECT ${usedBytes} AS bytes`);
    let before = Number(held?.bytes);
    const parts: SnapshotPart[] = [];
    for (const {name, sql, time} of tables) {
      await connection.run(`CREATE TABLE snapshot.${name} AS ${await sql()}; CHECKPOINT snapshot;`);
      const span = time === null ? "NULL AS since, NULL AS until" : `min(${time}) AS since, max(${time}) AS until`;
      const [row] = await queryRecords(
        connection,
        `SELECT count(*) AS rows, ${span}, ${usedBytes} AS bytes FROM snapshot.${name}`
      );
      const [rows, bytes] = [Number(row?.rows), Number(row?.bytes)];
      const [since, until] = [textOf(row?.since), textOf(row?.until)];
      parts.push({name, rows, storedRows: rows, whole: true, bytes: bytes - before, since, until});
      before = bytes;
    }
    return parts;
  });
}

// As of the last checkpoint.
const usedBytes = `(
  SELECT block_size * used_blocks FROM pragma_database_size() WHERE database_name = 'snapshot'
)`;

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
