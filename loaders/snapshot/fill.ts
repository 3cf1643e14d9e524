import {rmSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {sum} from "d3-array";
import {leastSnapshotBytes} from "../config/schema.js";
import {StoreError} from "../store/database/error.js";
import {withThreads} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {bringWindow, chooseFeeds, clusterAges, type Source} from "./cluster.js";
import {contentOf} from "./content.js";
import {chosenFeeds, cutTables, partsSql, type SnapshotPart, storedSql, wholeTables} from "./parts.js";
import {type RowBytes, readHistory, type Window, windowsOf} from "./windows.js";

/** The file to write, its budget, and whether it contains texts of errors and examples. */
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
 * format with small sketches of distinct values, which a browser reads before its first query.
 */
export const readableByWasm = "STORAGE_VERSION 'v1.1.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 4096";

/** Bytes reserved for macros, views and descriptions, which are written last. */
export const viewBytes = 352 * 1024;
const bytesOfFeed = 1500; // approximate least size of a feed
const [firstAim, shrink, fullEnough] = [0.9, 0.15, 0.7]; // of the budget
const leastMeasured = 4096; // rows of a table from which bytes per row are computed
const enoughTries = 3; // for a file that fits, but could hold more

/** Rows that the store has, by table. */
type Counts = Readonly<Record<string, number>>;

/**
 * Attaches a new file as `snapshot` and fills it with tables, so that `viewBytes` of the budget stay free: small tables are
 * whole, the others get their newest rows (`windowsOf`). If not even the last row of each feed fits, it leaves out feeds.
 * @throws StoreError if no feed fits
 */
export async function fillSnapshot(connection: DuckDBConnection, filling: Filling): Promise<SnapshotPart[]> {
  const {budgetBytes, counts = {}} = filling;
  const [row] = await queryRecords(connection, storedSql);
  const own = Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
  for (let most = Math.floor(budgetBytes / bytesOfFeed); ; most = Math.floor(most / 2)) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(most)}`);
    const parts = await fillOfFeeds(connection, filling, {...own, ...counts});
    if (parts !== null) return parts;
    if (most === 0)
      throw new StoreError(`snapshot.budgetBytes is too small: ${budgetBytes}; set ${leastSnapshotBytes} or more`);
  }
}

// Null if not even the last row of each feed fits. Sizes of rows are known only once they are written, so a file that is too
// large, or could hold more, is written again with the measured sizes.
async function fillOfFeeds(
  connection: DuckDBConnection,
  filling: Filling,
  stored: Counts
): Promise<SnapshotPart[] | null> {
  const {path, budgetBytes, source, bytes: former = {}} = filling;
  if (source) await chooseFeeds(source);
  const history = await readHistory(connection, source && clusterAges);
  let [aim, bytes] = [firstAim, former];
  for (let tries = 1; ; ++tries) {
    await attachEmpty(connection, path);
    const whole = await writeWhole(connection, filling, stored);
    const taken = viewBytes + sum(whole, (part) => part.bytes);
    if (taken > budgetBytes) return null;
    const windows = windowsOf(history, aim * budgetBytes - taken, bytes);
    const cut = await writeCut(connection, {windows, stored, source});
    const parts = [...whole, ...cut];
    await connection.run(`CREATE TABLE snapshot.snapshot_parts AS ${partsSql(parts)}; CHECKPOINT snapshot;`);
    const size = statSync(path).size + viewBytes;
    if (size > budgetBytes) {
      if (windows.every((window) => window === "none")) return null;
      aim -= shrink;
    } else {
      const full = Object.keys(bytes).length > 0 && size > fullEnough * budgetBytes;
      if (full || tries >= enoughTries || windows.every((window) => window === "all")) return parts;
    }
    bytes = {...bytes, ...rowBytes(parts)};
  }
}

/** Bytes of a row by table, without small tables, as they take whole blocks. */
export function rowBytes(parts: readonly Pick<SnapshotPart, "name" | "rows" | "bytes">[]): RowBytes {
  const large = parts.filter(({rows}) => rows > leastMeasured);
  return Object.fromEntries(large.map(({name, rows, bytes}) => [name, bytes / rows]));
}

// Without a log, as nobody else opens the file before it is complete.
async function attachEmpty(connection: DuckDBConnection, path: string): Promise<void> {
  await connection.run("DETACH DATABASE IF EXISTS snapshot");
  rmSync(path, {force: true});
  await connection.run(`ATTACH ${quotedString(path)} AS snapshot (${readableByWasm}, RECOVERY_MODE no_wal_writes)`);
}

async function writeWhole(
  connection: DuckDBConnection,
  {publishFaults}: Filling,
  stored: Counts
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
  {windows, stored, source}: {windows: readonly Window[]; stored: Counts; source: Source | undefined}
): Promise<SnapshotPart[]> {
  const tables = cutTables.map(({name, time}, i) => {
    const window = windows[i] ?? "none";
    const sql = async () => {
      if (source) await bringWindow(source, {name, time}, window);
      return await contentOf(connection, {name, time}, window);
    };
    return {name, time, window, sql};
  });
  const parts = await writeAll(connection, tables);
  return parts.map((part, i) => {
    const window = tables[i]?.window ?? "none";
    const since = window === "all" ? part.since : window === "none" ? null : window.since; // last rows have no common start
    return {...part, since, whole: window === "all", storedRows: Math.max(part.rows, stored[part.name] ?? 0)};
  });
}

interface Written {
  name: string;
  time: string | null;
  /** Its query, which may read the tables before it. */
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
