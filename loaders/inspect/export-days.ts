import {existsSync, mkdirSync, readdirSync, renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {quotedIdentifier, quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {ownPath, removeLeftovers, syncFile} from "../store/database/files.js";
import {withMemory} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {InterruptedError, type Store} from "../store/database/store.js";
import {simulatedMark} from "../store/row-columns.js";
import {holdsSimulated} from "./export.js";

/** A day, as its folder is named, and its rows in the store. */
export interface Day {
  day: string;
  rows: number;
}

/** The days that an export wrote, and the days that it left as they were. */
export interface DaysExported {
  written: Day[];
  /** How many days the folder had already, with all rows of the store. */
  there: number;
  grown: Day[];
  /** Days that have got rows since, but of which the store has dropped others, so that they stay as they are. */
  kept: Day[];
  open: Day[];
  isSimulated: boolean;
}

/** The folder of an export of days, and whether days that have got rows since are written anew. */
export interface DayOptions {
  folder: string;
  anew?: boolean;
  /** This day and later ones are not over (default: today, UTC). */
  today?: string;
  signal?: AbortSignal;
  onDay?(done: number, all: number): void;
}

/**
 * Writes the days of a table that are over and not in a folder yet, each into a folder `day=…` of Parquet, which gets
 * its name when it is whole. @throws ConfigError if the table has no times, or the folder has another table
 */
export async function exportDays({connection}: Store, table: string, options: DayOptions): Promise<DaysExported> {
  const {folder, anew = false, today = new Date().toISOString().slice(0, 10), signal, onDay} = options;
  const described = await queryRecords(connection, `DESCRIBE FROM ${quotedIdentifier(table)}`);
  const columns = described.map(({column_name}) => String(column_name));
  const time = timeOf(table, columns);
  const isSimulated = await holdsSimulated(connection);
  const held = await heldDays(connection, folder, {columns, isSimulated});
  const days = await daysOf(connection, table, {time, today});
  const over = days.filter(({isOver}) => isOver);
  const hasGrown = ({day, rows}: Day) => rows > (held.get(day) ?? Infinity);
  const kept = over.filter((day) => hasGrown(day) && day.hasDropped);
  const grown = over.filter((day) => hasGrown(day) && !day.hasDropped);
  const due = over.filter((day) => !held.has(day.day) || (anew && grown.includes(day)));
  const keys = ["priceFeedId", "startedAt"].filter((name) => columns.includes(name));
  const order = time === "startedAt" ? `ORDER BY ${keys}` : ""; // bars and the like; updates stay as they came
  const writing = {table, time, folder, isSimulated, order, columns: openColumns(described)};
  if (!existsSync(folder)) mkdirSync(folder);
  removeLeftovers(join(folder, aside));
  const written: Day[] = [];
  for (const day of due) {
    if (signal?.aborted) throw new InterruptedError("interrupted between two days");
    await withMemory(connection, () => writeDay(connection, day, writing));
    written.push(day);
    onDay?.(written.length, due.length);
  }
  const rest = anew ? [] : grown;
  const there = over.length - due.length - rest.length - kept.length;
  return {written, there, grown: rest, kept, open: days.filter(({isOver}) => !isOver), isSimulated};
}

type Connection = Store["connection"];

const aside = ".days"; // engines do not read folders whose names begin with a point

// As every engine reads them: Spark refuses UUID.
function openColumns(described: readonly Record<string, unknown>[]): string {
  const ids = described.filter(({column_type}) => column_type === "UUID").map(({column_name}) => column_name);
  return ids.length === 0 ? "*" : `* REPLACE (${ids.map((id) => `${id}::VARCHAR AS ${id}`)})`;
}

function timeOf(table: string, columns: readonly string[]): string {
  const time = ["publishedAt", "startedAt"].find((name) => columns.includes(name));
  if (time !== undefined) return time;
  throw new ConfigError(`${table} has no column publishedAt or startedAt, so it has no days: export it to one file`);
}

// The days of a folder, and the number of their rows. Feedbook names the column by which folders are named `day`, as no table does.
async function heldDays(
  connection: Connection,
  folder: string,
  {columns, isSimulated}: {columns: readonly string[]; isSimulated: boolean}
): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  if (!existsSync(folder)) return held;
  const folders = readdirSync(folder).filter((name) => name.startsWith("day="));
  const files = folders.flatMap((name) => filesIn(join(folder, name)));
  if (files[0] === undefined) return held;
  await assertAlike(connection, files[0], {folder, columns, isSimulated});
  const counts = `SELECT file_name AS file, num_rows AS rows FROM parquet_file_metadata([${files.map(quotedString)}])`;
  for (const {file, rows} of await queryRecords(connection, counts)) {
    const day = /day=([^/\\]*)[/\\][^/\\]*$/.exec(String(file))?.[1] ?? "";
    held.set(day, (held.get(day) ?? 0) + Number(rows));
  }
  return held;
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".parquet"));
  return names.map((name) => join(folder, name));
}

async function assertAlike(
  connection: Connection,
  file: string,
  {folder, columns, isSimulated}: Pick<Writing, "folder" | "isSimulated"> & {columns: readonly string[]}
): Promise<void> {
  const sql = `DESCRIBE FROM read_parquet(${quotedString(file)}, hive_partitioning = false)`;
  const held = (await queryRecords(connection, sql)).map(({column_name}) => String(column_name));
  const other = held.find((name) => !columns.includes(name));
  if (other !== undefined)
    throw new ConfigError(`${folder} has days of another table, with a column ${other}: name another folder`);
  const marks = `FROM parquet_kv_metadata(${quotedString(file)}) WHERE decode(key) = '${simulatedMark}'`;
  if ((await queryRecords(connection, marks)).length > 0 === isSimulated) return;
  const [has, own] = isSimulated ? ["real", "simulated"] : ["simulated", "real"];
  throw new ConfigError(
    `${folder} has ${has} rows, and the store ${own} ones: they are never mixed; name another folder`
  );
}

// `hasDropped`: whether `retain` has dropped updates of the day.
async function daysOf(connection: Connection, table: string, {time, today}: {time: string; today: string}) {
  const sql = `SELECT
      day::VARCHAR AS day, rows, day < DATE '${today}' AS isOver,
      coalesce(day < (SELECT max(before) FROM retained), false) AS hasDropped
    FROM (SELECT ${time}::DATE AS day, count(*) AS rows FROM ${quotedIdentifier(table)} GROUP BY ALL) AS days
    WHERE days.day IS NOT NULL
    ORDER BY days.day`;
  const rows = await queryRecords(connection, sql);
  return rows.map(({day, rows, isOver, hasDropped}) => ({
    ...{day: String(day), rows: Number(rows)},
    ...{isOver: isOver === true, hasDropped: hasDropped === true}
  }));
}

interface Writing {
  table: string;
  time: string;
  folder: string;
  isSimulated: boolean;
  order: string;
  columns: string;
}

async function writeDay(connection: Connection, {day}: Day, writing: Writing): Promise<void> {
  const {table, time, folder, isSimulated, order, columns} = writing;
  const temporary = ownPath(join(folder, aside), "tmp");
  const start = `TIMESTAMP ${quotedString(day)}`;
  const rows = `SELECT ${columns}, ${quotedString(day)} AS day FROM ${quotedIdentifier(table)}
    WHERE ${time} >= ${start} AND ${time} < ${start} + INTERVAL 1 DAY ${order}`;
  const mark = isSimulated ? `, KV_METADATA {${simulatedMark}: 'true'}` : "";
  const format = `FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day)${mark}`;
  try {
    await connection.run(`COPY (${rows}) TO ${quotedString(temporary)} (${format})`);
    for (const name of readdirSync(temporary)) {
      const [made, place] = [join(temporary, name), join(folder, name)];
      for (const file of filesIn(made)) syncFile(file);
      if (existsSync(place)) renameSync(place, join(temporary, "old"));
      renameSync(made, place);
    }
  } finally {
    rmSync(temporary, {recursive: true, force: true});
  }
}
