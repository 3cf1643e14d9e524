import {existsSync} from "node:fs";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {countText} from "../config/size.js";
import type {Log} from "../load/report.js";
import type {WithStore} from "../store/access.js";
import {queryRecords} from "../store/database/query.js";
import type {Table} from "../store/tables.js";
import {isKept} from "./changes.js";
import {daysOf, filesOf, fromFiles, type Lake, readLake, reasonOf, unknownFiles} from "./manifest.js";
import {dailyTables, dayOf, plainColumns, type SmallTable, smallTables} from "./parts.js";
import {refreshFile} from "./place.js";
import type {WriteOptions} from "./write.js";
import {checkedSize, isBeingWritten} from "./writing.js";

/**
 * The faults of a lake: of its files, or, if they are whole, the differences between its rows and the rows of the store.
 * @throws StoreError if another process replaced files meanwhile
 */
export async function verifyLake(lake: Lake, options: WriteOptions): Promise<string[]> {
  const problems = await checkAll(lake, options).catch(async (error) => {
    throw await reasonOf(error, lake);
  });
  const replaced = problems.length > 0 ? await reasonOf(null, lake) : null;
  if (replaced !== null) throw replaced;
  return problems;
}

async function checkAll(lake: Lake, {withStore, log, signal}: WriteOptions): Promise<string[]> {
  const problems = await checkFiles(lake, log, signal);
  return problems.length > 0 ? problems : await compareRows(lake, withStore, log);
}

/** The faults of the files of a lake: missing, changed or torn files, and files that its manifest does not name. */
export async function checkFiles(lake: Lake, log: Log, signal: AbortSignal): Promise<string[]> {
  const problems: string[] = [];
  for (const [i, file] of lake.files.entries()) {
    if (signal.aborted) break;
    const path = join(lake.place.folder, file.path);
    await refreshFile(lake.place, file.path);
    if (!existsSync(path)) problems.push(`${file.path} is missing`);
    else {
      const found = await checkedSize(path);
      if (found.bytes !== file.bytes)
        problems.push(`${file.path} has ${countText(found.bytes, "byte")} and had ${file.bytes}`);
      else if (found.sha256 !== file.sha256) problems.push(`${file.path} has changed: its checksum is another`);
    }
    log.step(i + 1, lake.files.length, "files");
  }
  log.done();
  for (const path of await leftFiles(lake))
    problems.push(`${path} is of no finished write: feedbook lake write removes what a killed one left`);
  return problems;
}

// Files that a killed write left. What others have added since the manifest was read, or put there now, is none of them.
async function leftFiles(lake: Lake): Promise<string[]> {
  const unknown = await unknownFiles(lake);
  if (unknown.length === 0) return [];
  const added = new Set((await readLake(lake.place)).files.map(({path}) => path));
  return unknown.filter((path) => !added.has(path) && !isBeingWritten(lake.place, path));
}

// Compares the rows of a store with the lake's rows of the same responses. The lake may have more: updates that the store has
// dropped (`retain`), and responses of other stores.
async function compareRows(lake: Lake, withStore: WithStore, log: Log): Promise<string[]> {
  const inStore = <T>(use: (connection: DuckDBConnection) => Promise<T>) =>
    withStore(({connection}) => use(connection), {readOnly: true});
  const days = await inStore(async (connection) => {
    const rows = await queryRecords(connection, `SELECT DISTINCT ${dayOf} AS day FROM responses ORDER BY day`);
    return rows.map(({day}) => String(day));
  });
  const problems: string[] = [];
  for (const [i, day] of days.entries()) {
    problems.push(...(await inStore((connection) => compareDay(connection, lake, day))));
    log.step(i + 1, days.length, "days");
  }
  for (const table of smallTables)
    problems.push(...(await inStore((connection) => compareSmall(connection, lake, table))));
  log.done();
  return problems;
}

async function compareDay(connection: DuckDBConnection, lake: Lake, day: string): Promise<string[]> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE compared AS
    SELECT responseId AS id, responseId::VARCHAR AS responseId
    FROM responses
    WHERE ${dayOf} = '${day}' AND ${isKept}`);
  const problems: string[] = [];
  for (const {table} of dailyTables) problems.push(...(await compareTable(connection, lake, {day, table})));
  return problems;
}

// Compares the rows of a table. It skips responses whose updates the store has dropped: the checksums of the lake's files prove
// them.
async function compareTable(
  connection: DuckDBConnection,
  lake: Lake,
  {day, table}: {day: string; table: Table}
): Promise<string[]> {
  const {name} = table;
  const files = filesOf(lake, name, day);
  const here = `SELECT ${plainColumns(table)} FROM ${name} SEMI JOIN compared ON compared.id = ${name}.responseId`;
  const columns = table.columns.map((column) => column.name).join();
  const there =
    files.length === 0
      ? null
      : `SELECT ${columns} ${await fromFiles(lake, files)} SEMI JOIN compared USING (responseId)`;
  const store = await sumOf(connection, here, columns);
  const held = there === null ? null : await sumOf(connection, there, columns);
  const rows = held?.rows ?? 0;
  if (store.rows !== rows)
    return [`${day} ${name}: the store has ${countText(store.rows, "row")}, and the lake ${rows} of them`];
  return held && store.sum !== held.sum ? [`${day} ${name}: the lake has other values than the store`] : [];
}

// The sum of the rows' hashes is the same in whatever order they come.
async function sumOf(
  connection: DuckDBConnection,
  sql: string,
  columns: string
): Promise<{rows: number; sum: unknown}> {
  const [row] = await queryRecords(
    connection,
    `SELECT count(*)::INTEGER AS rows, sum(hash(${columns}))::VARCHAR AS sum FROM (${sql})`
  );
  return row as {rows: number; sum: unknown};
}

async function compareSmall(connection: DuckDBConnection, lake: Lake, {table, where}: SmallTable): Promise<string[]> {
  const files = filesOf(lake, table.name);
  const known = files.length === 0 ? "" : `EXCEPT SELECT * ${await fromFiles(lake, files)}`;
  const sql = `SELECT count(*)::INTEGER AS rows FROM (SELECT ${plainColumns(table)} FROM ${table.name} WHERE ${where} ${known})`;
  const [row] = await queryRecords(connection, sql);
  return row?.rows === 0 ? [] : [`${table.name}: the lake lacks ${countText(Number(row?.rows), "row")} of the store`];
}

/** The days and rows that a lake holds. */
export function extentOf(lake: Lake): {days: number; files: number; updates: number; bytes: number} {
  const total = (files: typeof lake.files, key: "rows" | "bytes") => files.reduce((sum, file) => sum + file[key], 0);
  return {
    days: daysOf(lake).length,
    files: lake.files.length,
    updates: total(filesOf(lake, "feed_updates"), "rows"),
    bytes: total(lake.files, "bytes")
  };
}
