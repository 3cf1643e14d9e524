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
  bytes?: RowBytes;
  /** The cluster that has the rows in place of the store, with their number by table. */
  source?: Source;
  counts?: Counts;
}

/**
 * Options of a file that DuckDB-Wasm reads by range requests: small blocks, and the oldest format, whose sketches of
 * columns, which a browser reads first, are small.
 */
export const readableByWasm = "STORAGE_VERSION 'v1.1.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 4096";

/** Bytes reserved for macros, views and descriptions, which are written last. */
export const viewBytes = 576 * 1024;
const bytesOfFeed = 1500; // approximate least size of a feed
const [firstAim, shrink, fullEnough] = [0.9, 0.15, 0.7]; // of the budget
const leastMeasured = 4096; // rows of a table from which bytes per row are computed
const enoughTries = 3; // for a file that fits, but could hold more

/** Rows that the store has, by table. */
type Counts = Readonly<Record<string, number>>;

/**
 * Attaches a new file as `snapshot` and fills it, but for `viewBytes` of the budget: small tables are whole, others get
 * their newest rows. Leaves out feeds if not even their last rows fit. @throws StoreError
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
  const {path, budgetBytes, publishFaults, source, bytes: former = {}} = filling;
  if (source) await chooseFeeds(source);
  const history = await readHistory(connection, source && clusterAges);
  let [aim, bytes] = [firstAim, former];
  for (let tries = 1; ; ++tries) {
    await attachEmpty(connection, path);
    const whole = await writeTables(connection, wholeTables(publishFaults), stored);
    const taken = viewBytes + sum(whole, (part) => part.bytes);
    if (taken > budgetBytes) return null;
    const windows = windowsOf(history, aim * budgetBytes - taken, bytes);
    const cut = await writeTables(connection, cutTo(windows, connection, source), stored);
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
    bytes = {...bytes, ...(await rowBytes(connection, "snapshot"))};
  }
}

/** Bytes of a row by table of an attached snapshot, without small tables, as they take whole blocks. */
export async function rowBytes(connection: DuckDBConnection, database: "former" | "snapshot"): Promise<RowBytes> {
  const sql = `SELECT name, bytes / rows AS bytes FROM ${database}.snapshot_parts WHERE rows > ${leastMeasured}`;
  const rows = await queryRecords(connection, sql);
  return Object.fromEntries(rows.map(({name, bytes}) => [name, Number(bytes)]));
}

// Without a log, as nobody else opens the file before it is complete.
async function attachEmpty(connection: DuckDBConnection, path: string): Promise<void> {
  await connection.run("DETACH DATABASE IF EXISTS snapshot");
  rmSync(path, {force: true});
  await connection.run(`ATTACH ${quotedString(path)} AS snapshot (${readableByWasm}, RECOVERY_MODE no_wal_writes)`);
}

/** A table to write: its query, which may read the tables before it, and the window that cuts it. */
interface Written {
  name: string;
  time: string | null;
  sql: string | (() => Promise<string>);
  window?: Window;
}

function cutTo(windows: readonly Window[], connection: DuckDBConnection, source: Source | undefined): Written[] {
  return cutTables.map(({name, time}, i) => {
    const window = windows[i] ?? "none";
    const sql = async () => {
      if (source) await bringWindow(source, {name, time}, window);
      return await contentOf(connection, {name, time}, window);
    };
    return {name, time, window, sql};
  });
}

// On one thread, which keeps the order of the rows.
async function writeTables(
  connection: DuckDBConnection,
  tables: readonly Written[],
  stored: Counts
): Promise<SnapshotPart[]> {
  return withThreads(connection, 1, async () => {
    const [used] = await queryRecords(connection, `SELECT ${usedBytes} AS bytes`);
    let before = Number(used?.bytes);
    const parts: SnapshotPart[] = [];
    for (const {name, sql, time, window} of tables) {
      const content = typeof sql === "string" ? sql : await sql();
      await connection.run(`CREATE TABLE snapshot.${name} AS ${content}; CHECKPOINT snapshot;`);
      const span = time === null ? "NULL AS since, NULL AS until" : `min(${time}) AS since, max(${time}) AS until`;
      const [row] = await queryRecords(
        connection,
        `SELECT count(*) AS rows, ${span}, ${usedBytes} AS bytes FROM snapshot.${name}`
      );
      const [rows, bytes] = [Number(row?.rows), Number(row?.bytes)];
      const storedRows = Math.max(rows, stored[name] ?? 0);
      const whole = window === undefined ? rows === storedRows : window === "all";
      const first = window === undefined || window === "all" ? textOf(row?.since) : null;
      const since = typeof window === "object" ? window.since : first; // last rows have no common start
      parts.push({name, rows, storedRows, whole, bytes: bytes - before, since, until: textOf(row?.until)});
      before = bytes;
    }
    return parts;
  });
}

const usedBytes = `(
  SELECT block_size * used_blocks FROM pragma_database_size() WHERE database_name = 'snapshot'
)`;

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
