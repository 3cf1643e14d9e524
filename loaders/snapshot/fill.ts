import {rmSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {sum} from "d3-array";
import {leastSnapshotBytes} from "../config/schema.js";
import {StoreError} from "../database/error.js";
import {withThreads} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {chosenFeeds, cutTables, ofFeeds, partsSql, type SnapshotPart, storedSql, wholeTables} from "./parts.js";
import {bytesOf, type RowBytes, readHistory, type Window, windowsOf} from "./windows.js";

/** The file to write, how large it may become, and whether the text of errors and examples is in it. */
export interface Filling {
  path: string;
  budgetBytes: number;
  publishFaults: boolean;
  /** What rows took before, where that is known. */
  bytes?: RowBytes;
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
  const {budgetBytes, bytes = {}} = filling;
  const [row] = await queryRecords(connection, storedSql);
  const stored = Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
  for (let most = Math.floor(budgetBytes / bytesOfFeed); ; most = Math.floor(most / 2)) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(most)}`);
    const parts = await fillOfFeeds(connection, filling, {stored, bytes});
    if (parts !== null) return parts;
    if (most === 0)
      throw new StoreError(`snapshot.budgetBytes is too small: ${budgetBytes}; set ${leastSnapshotBytes} or more`);
  }
}

// What rows take is known once they are written: where that is too much, or far too little, the windows are made for less
// room, or more, and what they change is written anew; at last for the most room that was seen to fit. Null where not even
// the last rows of the feeds fit.
async function fillOfFeeds(
  connection: DuckDBConnection,
  {path, budgetBytes, publishFaults}: Filling,
  {stored, bytes}: {stored: Counts; bytes: RowBytes}
): Promise<SnapshotPart[] | null> {
  const history = {...(await readHistory(connection)), bytes};
  await attachEmpty(connection, path);
  const whole = await writeWhole(connection, {stored, publishFaults});
  const taken = viewBytes + sum(whole, (part) => part.bytes);
  if (taken > budgetBytes) return null;
  const wholeBytes = bytesOf(history);
  let room = firstAim * budgetBytes - taken; // as rows are thought to be
  if (wholeBytes < ("prices" in bytes ? 1 : mostGuess) * room) room = wholeBytes;
  let [fitting, tooMuch] = [0, Infinity]; // such rooms
  let cut: Cut = {windows: [], parts: []};
  for (let tries = 1; ; ++tries) {
    cut = await writeCut(connection, {windows: windowsOf(history, room), stored, before: cut});
    const parts = [...whole, ...cut.parts];
    await connection.run(`CREATE OR REPLACE TABLE snapshot.snapshot_parts AS ${partsSql(parts)}; CHECKPOINT snapshot;`);
    const size = statSync(path).size + viewBytes;
    const fits = size <= budgetBytes;
    if (fits && (tries >= mostTries || size > fullEnough * budgetBytes || areAll(cut.windows, "all"))) return parts;
    if (!fits && areAll(cut.windows, "none")) return null;
    if (fits) fitting = room;
    else tooMuch = room;
    const most = cut.windows.includes("none") ? 2 * room : Infinity; // what rows take is not known where there are none
    room = Math.min(wholeBytes, most, (room * (aim * budgetBytes - taken)) / (size - taken));
    if (room <= fitting || room >= tooMuch) room = (fitting + Math.min(tooMuch, wholeBytes)) / 2;
    if (tries + 1 >= mostTries) room = fitting;
    if (tries >= mostTries) fitting *= 0.9; // what fitted does not where it leaves gaps in the file
    if (fits && isSame(windowsOf(history, room), cut.windows)) return parts;
  }
}

/** What is written of the tables that may be cut, and of which windows. */
interface Cut {
  windows: readonly Window[];
  parts: readonly SnapshotPart[];
}

function areAll(windows: readonly Window[], which: Window): boolean {
  return windows.every((window) => window === which);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// No log is written of what no one else sees before it is whole.
async function attachEmpty(connection: DuckDBConnection, path: string): Promise<void> {
  await connection.run("DETACH DATABASE IF EXISTS snapshot");
  rmSync(path, {force: true});
  await connection.run(`ATTACH ${quotedString(path)} AS snapshot (${readableByWasm}, RECOVERY_MODE no_wal_writes)`);
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

// Tables up to the first whose window is another stay; those after it may be made of those before.
async function writeCut(
  connection: DuckDBConnection,
  {windows, stored, before}: {windows: readonly Window[]; stored: Counts; before: Cut}
): Promise<Cut> {
  const changed = windows.findIndex((window, i) => !isSame(window, before.windows[i]));
  const kept = before.parts.slice(0, changed);
  const tables = cutTables.slice(changed).map(({name, time}, i) => {
    const window = windows[changed + i] ?? "none";
    return {name, time, window, sql: () => contentOf(connection, {name, time}, window)};
  });
  if (before.parts.length > 0)
    await connection.run(`${tables.map(({name}) => `DROP TABLE snapshot.${name};`).join(" ")} CHECKPOINT snapshot;`);
  const parts = await writeAll(connection, tables);
  const made = parts.map((part, i) => {
    const window = tables[i]?.window ?? "none";
    const since = window === "all" ? part.since : window === "none" ? null : window.since; // last rows are no window
    return {...part, since, whole: window === "all", storedRows: Math.max(part.rows, stored[part.name] ?? 0)};
  });
  return {windows, parts: [...kept, ...made]};
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

/** The query of a table of a window of its rows, sorted by feed and time, so that a range request for one feed touches little. */
export async function contentOf(
  connection: DuckDBConnection,
  {name, time}: {name: string; time: string},
  window: Window
): Promise<string> {
  if (name === "prices" || name === "funding") return await updatesSql(connection, name, window);
  const columns = name === "bars_1h" ? "* EXCLUDE (spreadBins)" : "*"; // bins take three times as much as all the others
  return `SELECT ${columns} FROM ${ofFeeds(name)} WHERE ${within(time, window)} ORDER BY priceFeedId, startedAt`;
}

async function updatesSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const columns = name === "prices" ? "* EXCLUDE (responseId, entryIndex)" : "*";
  const newest = `FROM ${ofFeeds(name)} WHERE ${within("publishedAt", window)}`;
  const last = window === "all" ? "" : await lastSql(connection, name, window);
  return `SELECT ${columns} FROM (${newest} ${last}) ORDER BY priceFeedId, publishedAt`;
}

// When each feed's last row is: of prices its last update, of funding its last rate, and its last that has an interval.
const lasts: Record<string, string> = {
  prices: "SELECT priceFeedId, lastPublishedAt AS lastAt FROM snapshot.feeds",
  funding: `SELECT priceFeedId, max(endedAt) AS lastAt FROM snapshot.funding_intervals GROUP BY priceFeedId
    UNION SELECT priceFeedId, max(lastAt) FROM snapshot.funding_1d GROUP BY priceFeedId`
};

// Of a feed that has nothing in the window its last row is there all the same.
async function lastSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const older = `SELECT * FROM (${lasts[name]}) WHERE NOT (${within("lastAt", window)})`;
  const [span] = await queryRecords(connection, `SELECT min(lastAt) AS first, max(lastAt) AS last FROM (${older})`);
  if (typeof span?.first !== "string") return "";
  return `UNION ALL SELECT * EXCLUDE (lastAt)
    FROM ${name} JOIN (${older}) USING (priceFeedId)
    WHERE publishedAt = lastAt AND publishedAt BETWEEN TIMESTAMP '${span.first}' AND TIMESTAMP '${span.last}'`;
}

function within(time: string, window: Window): string {
  if (window === "all") return "true";
  return window === "none" ? "false" : `${time} >= TIMESTAMP '${window.since}'`;
}
