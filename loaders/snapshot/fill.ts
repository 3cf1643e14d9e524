import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {queryRecords} from "../database/query.js";
import {type Asking, allot} from "./allot.js";
import {type Day, newestDay} from "./day.js";
import {type CutTables, chosenFeeds, cutTables, type SnapshotPart, wholeTables} from "./parts.js";
import {contentOf} from "./raw.js";
import {openTarget, type Target} from "./target.js";
import {type RowBytes, type Window, windowOf} from "./window.js";

const reserve = 192 * 1024; // for views, the table of parts, and what everything means
const emptyBytes = 48 * 1024; // what a table of the last rows alone may take, besides
const feedBytes = 1000; // what the last rows of a feed take
const mostTries = 4;
const mostOfDay = 0.8; // of what is left, so that something is there of older ones

/**
 * How large a snapshot may become, of how many feeds at most, what rows took before, where that is known, and whether the
 * text of errors and examples is in it.
 */
export interface Filling {
  budgetBytes: number;
  mostFeeds: number;
  bytes: RowBytes;
  publishFaults: boolean;
}

/**
 * Fills the attached, empty database `snapshot` with tables of at most `budgetBytes` together: small ones whole, and of
 * each of the others the newest rows that fit: before all a day at the finest, if it fits. Gives null where not even the
 * last rows of so many feeds fit.
 */
export async function fillTables(
  connection: DuckDBConnection,
  {budgetBytes, mostFeeds, bytes, publishFaults}: Filling
): Promise<SnapshotPart[] | null> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(mostFeeds)}`);
  const target = await openTarget(connection);
  const counts = await countRows(connection);
  const parts: SnapshotPart[] = [];
  for (const table of wholeTables(publishFaults)) {
    const part = await target.write({...table, whole: true});
    const storedRows = table.name === "feeds" ? (counts.feeds ?? 0) : part.rows;
    parts.push({...part, storedRows, whole: part.rows === storedRows});
  }
  const feeds = parts.find(({name}) => name === "feeds")?.rows ?? 0;
  const least = (from: number) => reserve + feedBytes * feeds + emptyBytes * sum(cutTables.slice(from), tableCount);
  if (target.used() + least(0) > budgetBytes) return null;
  const day = await newestDay(connection, bytes);
  const most = mostOfDay * (budgetBytes - target.used() - least(cutTables.length));
  const kept = day.bytes <= most ? day.bytes : 0; // else hours are drawn
  for (const [i, cut] of cutTables.entries()) {
    const isLast = i === cutTables.length - 1;
    const left = budgetBytes - target.used() - (isLast ? reserve : least(i + 1));
    const asking = cutTables.slice(i).map((other) => askingOf(other, {counts, bytes}));
    const isEnough = sum(asking, ({need}) => need) <= left;
    const room =
      cut === day.cut ? Math.max(kept, allot(left, asking)) : allot(left, asking, isBefore(cut, day) ? kept : 0);
    parts.push(...(await writeCut(target, cut, {room: isEnough ? left : room, bytes, counts})));
  }
  return target.used() + reserve > budgetBytes ? null : parts;
}

function tableCount({tables}: CutTables): number {
  return tables.length;
}

function isBefore(cut: CutTables, day: Day): boolean {
  return cutTables.indexOf(cut) < cutTables.indexOf(day.cut);
}

type Counts = Readonly<Record<string, number>>;

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

// Bars of a minute are no pyramid where there are as many of them as of updates.
function askingOf({tables, share}: CutTables, {counts, bytes}: {counts: Counts; bytes: RowBytes}): Asking {
  const [name = ""] = tables.map((table) => table.name);
  const isDense = name === "bars_1m" && 2 * (counts.bars_1m ?? 0) > (counts.prices ?? 0);
  const need = sum(tables, (table) => (counts[table.name] ?? 0) * (bytes[table.name] ?? table.bytes));
  return {need, share: isDense ? 0 : share};
}

// What rows take is measured as they are written: where that is not what was expected, they are written anew.
async function writeCut(
  target: Target,
  cut: CutTables,
  {room, bytes, counts}: {room: number; bytes: RowBytes; counts: Counts}
): Promise<SnapshotPart[]> {
  let expected: RowBytes = Object.fromEntries(cut.tables.map(({name, bytes: usual}) => [name, bytes[name] ?? usual]));
  for (let tries = 1; ; ++tries) {
    const need = sum(cut.tables, ({name}) => (counts[name] ?? 0) * (expected[name] ?? 0));
    const window = await chooseWindow(target, cut, {room: tries > mostTries ? 0 : room, need, bytes: expected});
    const parts: SnapshotPart[] = [];
    for (const {name} of cut.tables) {
      const sql = await contentOf(target.connection, {name, time: cut.time}, window);
      const part = await target.write({name, sql, time: cut.time, whole: window === "all"});
      const since = window === "all" ? part.since : window === "none" ? null : window.since; // last rows are no window
      parts.push({...part, since, storedRows: Math.max(part.rows, counts[name] ?? 0)});
    }
    const taken = sum(parts, (part) => part.bytes);
    const isFull = typeof window !== "object" || taken > 0.9 * room || tries > 1;
    if (window === "none" || (taken <= room && isFull)) return parts;
    expected = Object.fromEntries(
      parts.map(({name, rows, bytes: all}) => [name, rows > 0 ? (all / rows) * (1 + 0.05 * tries) : 1])
    );
    await target.drop(cut.tables.map(({name}) => name));
  }
}

async function chooseWindow(
  {connection}: Target,
  cut: CutTables,
  {room, need, bytes}: {room: number; need: number; bytes: RowBytes}
): Promise<Window> {
  if (need <= room) return "all";
  return room > 0 ? await windowOf(connection, cut, {room: 0.97 * room, bytes}) : "none";
}
