import {rmSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {sum} from "d3-array";
import {leastSnapshotBytes} from "../config/schema.js";
import {StoreError} from "../database/error.js";
import {withThreads} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {bringWindow, chooseFeeds, clusterAges, type Source} from "./cluster.js";
import {contentOf} from "./content.js";
import {chosenFeeds, cutTables, partsSql, type SnapshotPart, storedSql, wholeTables} from "./parts.js";
import {type History, type RowBytes, readHistory, type Window, windowsOf} from "./windows.js";

/** The file to write, its largest size, and whether it has the text of errors and examples. */
export interface Filling {
  path: string;
  budgetBytes: number;
  publishFaults: boolean;
  /** Bytes of a row in the last snapshot, if known. */
  bytes?: RowBytes;
  /** The cluster that has the market in place of the store, with its rows by table. */
  source?: Source;
  counts?: Counts;
}

/**
 * Options of a DuckDB file that DuckDB-Wasm reads by range requests and without an extension: small blocks, and the oldest
 * format whose sketches of distinct values are small, as a browser reads those of all columns before its first query.
 */
export const readableByWasm = "STORAGE_VERSION 'v1.1.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 4096";

const viewBytes = 288 * 1024; // room for macros, views and descriptions
const bytesOfFeed = 1500; // approximate least size of a feed
const [firstAim, aim, fullEnough] = [0.95, 0.975, 0.85]; // of the budget
const mostGuess = 1.3; // times the room that is left, as rows are rarely much smaller than estimated
const mostTries = 5;

/** Rows that the store has, by table. */
type Counts = Readonly<Record<string, number>>;

/**
 * Attaches a new file as `snapshot` and fills it with tables, so that `viewBytes` of the budget stay free: small tables are
 * whole, the others get their newest rows, as `windowsOf` decides. If not even the last rows of all feeds fit, some feeds
 * are left out. @throws StoreError if no feed fits
 */
export async function fillSnapshot(connection: DuckDBConnection, filling: Filling): Promise<SnapshotPart[]> {
  const {budgetBytes, bytes = {}, counts = {}} = filling;
  const [row] = await queryRecords(connection, storedSql);
  const own = Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
  const stored = {...own, ...counts};
  for (let most = Math.floor(budgetBytes / bytesOfFeed); ; most = Math.floor(most / 2)) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(most)}`);
    const parts = await fillOfFeeds(connection, filling, {stored, bytes});
    if (parts !== null) return parts;
    if (most === 0)
      throw new StoreError(`snapshot.budgetBytes is too small: ${budgetBytes}; set ${leastSnapshotBytes} or more`);
  }
}

// The size of rows is known only once they are written. If it is too large, or far too small, makes windows for less or more
// room, and writes the tables that change anew; the last try is for the largest room that fitted. Null if not even the last
// rows of the feeds fit.
async function fillOfFeeds(
  connection: DuckDBConnection,
  {path, budgetBytes, publishFaults, source}: Filling,
  {stored, bytes}: {stored: Counts; bytes: RowBytes}
): Promise<SnapshotPart[] | null> {
  if (source) await chooseFeeds(source);
  await attachEmpty(connection, path);
  const whole = await writeWhole(connection, {stored, publishFaults});
  const taken = viewBytes + sum(whole, (part) => part.bytes);
  if (taken > budgetBytes) return null;
  const wholeBytes = sum(cutTables, ({name, bytes: usual}) => (bytes[name] ?? usual) * (stored[name] ?? 0));
  let history: History | null = null; // of a store that fits, which is most, no ages are read
  const windowsFor = async (room: number): Promise<Window[]> => {
    if (room >= wholeBytes) return cutTables.map(() => "all");
    history ??= {...(await readHistory(connection, source && clusterAges)), bytes};
    return windowsOf(history, room);
  };
  let room = firstAim * budgetBytes - taken; // by estimated sizes of rows
  if (wholeBytes < ("prices" in bytes ? 1 : mostGuess) * room) room = wholeBytes;
  let [fitting, tooMuch] = [0, Infinity]; // the largest room that fitted, and the smallest that did not
  let cut: Cut = {windows: [], parts: []};
  for (let tries = 1; ; ++tries) {
    cut = await writeCut(connection, {windows: await windowsFor(room), stored, before: cut, source});
    const parts = [...whole, ...cut.parts];
    await connection.run(`CREATE OR REPLACE TABLE snapshot.snapshot_parts AS ${partsSql(parts)}; CHECKPOINT snapshot;`);
    const size = statSync(path).size + viewBytes;
    const fits = size <= budgetBytes;
    if (fits && (tries >= mostTries || size > fullEnough * budgetBytes || areAll(cut.windows, "all"))) return parts;
    if (!fits && areAll(cut.windows, "none")) return null;
    if (fits) fitting = room;
    else tooMuch = room;
    const most = cut.windows.includes("none") ? 2 * room : Infinity; // without rows their size stays unknown
    room = Math.min(wholeBytes, most, (room * (aim * budgetBytes - taken)) / (size - taken));
    if (room <= fitting || room >= tooMuch) room = (fitting + Math.min(tooMuch, wholeBytes)) / 2;
    if (tries + 1 >= mostTries) room = fitting;
    if (tries >= mostTries) fitting *= 0.9; // a room that fitted may no longer, as rewriting leaves gaps in the file
    if (fits && isSame(await windowsFor(room), cut.windows)) return parts;
  }
}

/** What is written of the tables that may be cut, and their windows. */
interface Cut {
  windows: readonly Window[];
  parts: readonly SnapshotPart[];
}

/** What to write: windows, the rows that the store has, and what was written before. */
interface Cutting {
  windows: readonly Window[];
  stored: Counts;
  before: Cut;
  source: Source | undefined;
}

function areAll(windows: readonly Window[], which: Window): boolean {
  return windows.every((window) => window === which);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// Without a log, as nobody else opens the file before it is complete.
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

// Keeps tables up to the first one with a changed window; later ones may be made from it.
async function writeCut(connection: DuckDBConnection, {windows, stored, before, source}: Cutting): Promise<Cut> {
  const changed = windows.findIndex((window, i) => !isSame(window, before.windows[i]));
  const kept = before.parts.slice(0, changed);
  const tables = cutTables.slice(changed).map(({name, time}, i) => {
    const window = windows[changed + i] ?? "none";
    const sql = async () => {
      if (source) await bringWindow(source, {name, time}, window);
      return await contentOf(connection, {name, time}, window);
    };
    return {name, time, window, sql};
  });
  if (before.parts.length > 0)
    await connection.run(`${tables.map(({name}) => `DROP TABLE snapshot.${name};`).join(" ")} CHECKPOINT snapshot;`);
  const parts = await writeAll(connection, tables);
  const made = parts.map((part, i) => {
    const window = tables[i]?.window ?? "none";
    const since = window === "all" ? part.since : window === "none" ? null : window.since; // a window of last rows has no start
    return {...part, since, whole: window === "all", storedRows: Math.max(part.rows, stored[part.name] ?? 0)};
  });
  return {windows, parts: [...kept, ...made]};
}

interface Written {
  name: string;
  time: string | null;
  /** Its query, which may read tables that were written before it. */
  sql(): Promise<string>;
}

// On one thread, which keeps the order of the rows.
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

// Bytes in use, as of the last checkpoint.
const usedBytes = `(
  SELECT block_size * used_blocks FROM pragma_database_size() WHERE database_name = 'snapshot'
)`;

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
