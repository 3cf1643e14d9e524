import {rmSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {sum} from "d3-array";
import {leastSnapshotBytes} from "../config/choices.js";
import {StoreError} from "../database/error.js";
import {withThreads} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {chosenFeeds, cutTables, partsSql, type SnapshotPart, wholeTables} from "./parts.js";
import {bytesOf, type Counts, roomsOf} from "./rooms.js";
import {contentOf, type RowBytes, type Window, windowOf} from "./window.js";

/**
 * The file to write, how large it may become, what rows took before, where that is known, and whether the text of errors
 * and examples is in it.
 */
export interface Filling {
  path: string;
  budgetBytes: number;
  bytes: RowBytes;
  publishFaults: boolean;
}

/**
 * Options of a DuckDB file that DuckDB-Wasm reads by ranges and without an extension: small blocks, and the oldest format
 * whose sketches of distinct values are small: a browser reads those of every column before its first query.
 */
export const readableByWasm = "STORAGE_VERSION 'v1.1.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 4096";

const viewBytes = 288 * 1024; // what macros, views, and what everything means may take
const bytesOfFeed = 1500; // what a feed takes at least, more or less
const fullEnough = 0.85; // of the budget
const [mostFill, leastFill] = [0.97, 0.3]; // of the room that is left

/**
 * Attaches a new file as `snapshot` and fills it with tables, so that `viewBytes` are left of the budget: small tables
 * whole, of each of the others the newest rows that fit. What rows take is known once they are written: where that is more
 * than was thought, or much less, they are written anew. Where not even the last rows of all feeds fit, there are fewer
 * feeds. @throws StoreError if no feed fits
 */
export async function fillSnapshot(connection: DuckDBConnection, filling: Filling): Promise<SnapshotPart[]> {
  const {path, budgetBytes, publishFaults} = filling;
  const counts = await countRows(connection);
  let [bytes, mostFeeds, fill] = [filling.bytes, Math.floor(budgetBytes / bytesOfFeed), mostFill];
  let besides: number | null = null; // what is not of rows that may be cut
  for (let tries = 1; ; ++tries) {
    await connection.run("DETACH DATABASE IF EXISTS snapshot");
    rmSync(path, {force: true});
    await connection.run(`ATTACH ${quotedString(path)} AS snapshot (${readableByWasm})`);
    await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(mostFeeds)}`);
    const parts = await writeWhole(connection, {counts, publishFaults});
    const feeds = parts.find(({name}) => name === "feeds")?.rows ?? 0;
    const whole = viewBytes + sum(parts, (part) => part.bytes);
    const room = Math.max(0, fill * (budgetBytes - (besides ?? whole + bytesOfFeed * feeds)));
    if (whole < budgetBytes) parts.push(...(await writeCut(connection, {room, bytes, counts})));
    await connection.run(`CREATE TABLE snapshot.snapshot_parts AS ${partsSql(parts)}; CHECKPOINT snapshot;`);
    const size = statSync(path).size + viewBytes;
    const isOver = size > budgetBytes;
    const isFull = size > fullEnough * budgetBytes || tries > 1 || !parts.some((part) => isGuessed(part, bytes));
    if (!isOver && isFull) return parts;
    if (isOver && (room === 0 || fill < leastFill)) {
      if (feeds === 0)
        throw new StoreError(`snapshot.budgetBytes is too small: ${budgetBytes}; set ${leastSnapshotBytes} or more`);
      [mostFeeds, besides, fill] = [Math.floor(feeds / 2), null, mostFill];
      continue;
    }
    const measured = parts.filter(({rows, whole}) => rows > 2000 && !whole);
    bytes = {...bytes, ...Object.fromEntries(measured.map((part) => [part.name, part.bytes / part.rows]))};
    const written = Object.fromEntries(parts.map(({name, rows}) => [name, rows]));
    besides = size - sum(cutTables, (cut) => bytesOf(cut, written, bytes));
    if (isOver) fill *= 0.9;
  }
}

// Whether rows are left out by a guess at what they take.
function isGuessed({name, whole}: SnapshotPart, bytes: RowBytes): boolean {
  return !whole && name !== "feeds" && bytes[name] === undefined;
}

// How many rows the store has for the tables that may be cut.
async function countRows(connection: DuckDBConnection): Promise<Counts> {
  const totals = ["SELECT count(*) AS feeds FROM feed_stats", ...cutTables.map(({total}) => total)];
  const counts = await Promise.all(
    totals.map(async (total) => {
      const [row] = await queryRecords(connection, total);
      return Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)] as const);
    })
  );
  return Object.fromEntries(counts.flat());
}

async function writeWhole(
  connection: DuckDBConnection,
  {counts, publishFaults}: {counts: Counts; publishFaults: boolean}
): Promise<SnapshotPart[]> {
  const tables = wholeTables(publishFaults).map((table) => ({...table, sql: async () => table.sql}));
  const parts = await writeAll(connection, tables);
  return parts.map((part) => {
    const storedRows = part.name === "feeds" ? (counts.feeds ?? 0) : part.rows;
    return {...part, storedRows, whole: part.rows === storedRows};
  });
}

async function writeCut(
  connection: DuckDBConnection,
  {room, bytes, counts}: {room: number; bytes: RowBytes; counts: Counts}
): Promise<SnapshotPart[]> {
  const rooms = await roomsOf(connection, {room, bytes, counts});
  const windows: Window[] = [];
  for (const [i, cut] of cutTables.entries()) {
    const fits = bytesOf(cut, counts, bytes) <= (rooms[i] ?? 0);
    const rows = counts[cut.tables[0]?.name ?? ""] ?? 0;
    windows.push(fits ? "all" : await windowOf(connection, cut, {room: rooms[i] ?? 0, bytes, rows}));
  }
  const tables = cutTables.flatMap(({tables, time}, i) => {
    const window = windows[i] ?? "all";
    return tables.map(({name}) => ({name, time, window, sql: () => contentOf(connection, {name, time}, window)}));
  });
  const parts = await writeAll(connection, tables);
  return parts.map((part, i) => {
    const window = tables[i]?.window ?? "all";
    const since = window === "all" ? part.since : window === "none" ? null : window.since; // last rows are no window
    return {...part, since, whole: window === "all", storedRows: Math.max(part.rows, counts[part.name] ?? 0)};
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
