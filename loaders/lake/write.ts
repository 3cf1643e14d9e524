import {availableParallelism} from "node:os";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {group, sum} from "d3-array";
import type {Log} from "../load/report.js";
import type {WithStore} from "../store/access.js";
import {StoreError} from "../store/database/error.js";
import {withMemory, withThreads} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {interruptible} from "../store/database/store.js";
import {compare} from "./changes.js";
import {filesOf, fromFiles, type Lake, type LakeFile, readLake, reasonOf, replacedError} from "./manifest.js";
import {dailyTables, plainColumns, type SmallTable, smallTables} from "./parts.js";
import type {Place} from "./place.js";
import {removeLeft, startWriting, takeTurn, type Writing} from "./writing.js";

/** What a write added: responses and updates, in how many files of how many bytes, and how many files it replaced. */
export interface Written {
  responses: number;
  updates: number;
  files: number;
  bytes: number;
  replaced: number;
  seconds: number;
}

/** How a lake is written: `withStore` opens the store for reading. */
export interface WriteOptions {
  withStore: WithStore;
  log: Log;
  signal: AbortSignal;
}

const memory = "2GB"; // while the rows of a day are sorted: what does not fit goes to files
// Larger groups take less room, and let fewer rows be left out where one feed is asked for.
const format = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 500_000";
const mostFiles = 8; // small ones of a folder, before they become one
const smallBytes = 256e6; // a larger file stays as it is

/**
 * Writes into a lake what the store has and the lake has not: new responses with all that belongs to them, and those whose
 * rejected entries were read again with success. Many small files of a folder become one. All of it is in the lake from the
 * moment in which the manifest names it, and nothing before. @throws StoreError if that would mix real and simulated rows, or
 * another process replaces files that this one must replace; ConfigError if the folder is not a lake
 */
export async function writeLake(place: Place, {withStore, log, signal}: WriteOptions): Promise<Written> {
  const started = performance.now();
  const inStore: InStore = (use) =>
    withStore(({connection}) => inRoom(connection, () => use(connection), signal), {readOnly: true});
  const simulated = await inStore(originOf);
  assertUnmixed(await readLake(place), simulated);
  await removeLeft(place);
  const writing = await startWriting(place);
  const giveTurn = await takeTurn(place);
  try {
    const lake = await readLake(place); // read in turn: no other replaces files
    const mayReplace = giveTurn !== null;
    const work = {lake, writing, mayReplace, crowds: mayReplace ? crowdsOf(lake) : new Map()};
    await writeAll(work, inStore, log).catch(async (error) => {
      throw await reasonOf(error, work.lake);
    });
    assertUnmixed(await readLake(place), simulated); // another may have been the first meanwhile
    await writing.commit(simulated);
    return {...counted(work), seconds: (performance.now() - started) / 1000};
  } finally {
    writing.end();
    await giveTurn?.();
  }
}

type InStore = <T>(use: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

async function writeAll(work: Work, inStore: InStore, log: Log): Promise<void> {
  const days = await inStore((connection) => dueDays(connection, work));
  for (const [i, day] of days.entries()) {
    await inStore((connection) => writeDay(connection, work, day));
    log.step(i + 1, days.length, "days");
  }
  for (const table of smallTables) await inStore((connection) => writeSmall(connection, work, table));
  log.done();
}

interface Work {
  lake: Lake;
  writing: Writing;
  mayReplace: boolean;
  /** Files that are to become one, by their folder. */
  crowds: ReadonlyMap<string, LakeFile[]>;
}

function inRoom<T>(connection: DuckDBConnection, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const run = () => interruptible(connection, work, signal);
  return withThreads(connection, availableParallelism(), () => withMemory(connection, run, memory));
}

// Whether the rows of the store are simulated.
async function originOf(connection: DuckDBConnection): Promise<boolean> {
  const [row] = await queryRecords(connection, "SELECT coalesce(bool_or(sandbox), false) AS simulated FROM loads");
  return row?.simulated === true;
}

function assertUnmixed({place: {name}, simulated}: Lake, own: boolean): void {
  if (simulated === null || simulated === own) return;
  const [held, asked] = own ? ["real", "simulated"] : ["simulated", "real"];
  throw new StoreError(
    `${name} holds ${held} rows, and the store ${asked} ones: they are never mixed; name another lake`
  );
}

function crowdsOf({files}: Lake): Map<string, LakeFile[]> {
  const small = files.filter(({bytes}) => bytes < smallBytes);
  return new Map([...group(small, ({path}) => dirname(path))].filter(([, crowd]) => crowd.length >= mostFiles));
}

async function dueDays(connection: DuckDBConnection, {lake, mayReplace, crowds}: Work): Promise<string[]> {
  const changed = (await compare(connection, lake)).map(({day}) => day);
  const crowded = [...crowds.keys()].flatMap((folder) => folder.split("/date=")[1] ?? []);
  return [...new Set([...changed, ...crowded, ...(mayReplace ? await repeatedDays(connection, lake) : [])])].sort();
}

// Days of which two processes wrote the same responses at once.
async function repeatedDays(connection: DuckDBConnection, lake: Lake): Promise<string[]> {
  const files = filesOf(lake, "responses");
  if (files.length === 0) return [];
  const sql = `SELECT DISTINCT strftime(any_value(publishedAt), '%Y-%m-%d') AS day ${await fromFiles(lake, files)}
    GROUP BY responseId HAVING count(*) > 1`;
  return (await queryRecords(connection, sql)).map(({day}) => String(day));
}

async function writeDay(connection: DuckDBConnection, work: Work, day: string): Promise<void> {
  const {lake, writing, mayReplace, crowds} = work;
  const [found] = await compare(connection, lake, day);
  if (found && found.changed > 0 && !mayReplace) throw replacedError(lake.place);
  const replacesAll = (found?.changed ?? 0) > 0 || (mayReplace && (await repeatedDays(connection, lake)).includes(day));
  for (const {table, order} of dailyTables) {
    const old = replacesAll ? filesOf(lake, table.name, day) : (crowds.get(`${table.name}/date=${day}`) ?? []);
    const merged = `UNION ALL BY NAME
      SELECT DISTINCT * ${await fromFiles(lake, old)} ANTI JOIN changes USING (responseId)`;
    const rows = `SELECT ${plainColumns(table)} FROM ${table.name} SEMI JOIN changes ON changes.id = ${table.name}.responseId
      ${table.name === "feed_updates" ? `WHERE publishedAt >= DATE '${day}' AND publishedAt < DATE '${day}' + 1` : ""}
      ${old.length > 0 ? merged : ""}`;
    await writing.add(table.name, day, (path) => copy(connection, `FROM (${rows}) ORDER BY ${order}`, path));
    writing.removes.push(...old.map(({path}) => path));
  }
}

// Every version of a row that is not in the lake yet. Those in it stay when files become one: another store may have them.
async function writeSmall(
  connection: DuckDBConnection,
  {lake, writing, crowds}: Work,
  {table, where}: SmallTable
): Promise<void> {
  const files = filesOf(lake, table.name);
  const old = crowds.get(table.name) ?? [];
  const known = files.length === 0 ? "" : `EXCEPT SELECT * ${await fromFiles(lake, files)}`;
  const merged = old.length === 0 ? "" : `UNION BY NAME SELECT * ${await fromFiles(lake, old)}`;
  const rows = `(SELECT ${plainColumns(table)} FROM ${table.name} WHERE ${where} ${known}) ${merged}`;
  await writing.add(table.name, null, (path) => copy(connection, `FROM (${rows}) ORDER BY ALL`, path));
  writing.removes.push(...old.map(({path}) => path));
}

async function copy(connection: DuckDBConnection, sql: string, path: string): Promise<number> {
  const [row] = await queryRecords(connection, `COPY (${sql}) TO ${quotedString(path)} (${format})`);
  return Number(row?.Count);
}

function counted({lake, writing: {adds, removes}}: Work): Omit<Written, "seconds"> {
  const rowsIn = (files: LakeFile[], table: string) => sum(filesOf({files}, table), ({rows}) => rows);
  const gone = lake.files.filter(({path}) => removes.includes(path));
  return {
    responses: rowsIn(adds, "responses") - rowsIn(gone, "responses"),
    updates: rowsIn(adds, "feed_updates") - rowsIn(gone, "feed_updates"),
    files: adds.length,
    bytes: sum(adds, ({bytes}) => bytes),
    replaced: removes.length
  };
}
