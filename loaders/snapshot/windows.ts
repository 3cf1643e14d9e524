import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {instantText} from "../config/time.js";
import {queryRecords} from "../database/query.js";
import {type CutTable, cutTables, ofFeeds, type Resolution} from "./parts.js";

/** Which rows of a table are written: all, those from an instant on (ISO 8601), or none. */
export type Window = "all" | "none" | {since: string};

/** A number of rows of a table, and their age: at most `days` before the last update, and more than those listed before. */
export interface Aged {
  days: number;
  rows: number;
}

/** Bytes that a row takes, by table. */
export type RowBytes = Readonly<Record<string, number>>;

/**
 * What the store holds of the snapshot's feeds: for each table its rows by age, the newest first, and the time of the last
 * update. `bytes`: better estimates than those of `cutTables`, if known.
 */
export interface History {
  last: number;
  bytes?: RowBytes;
  aged: Readonly<Record<string, readonly Aged[]>>;
}

// Days of each resolution at a factor of 1; only their proportions matter.
const windowDays: Readonly<Record<Resolution, number>> = {
  rare: 2000 * 365,
  "1d": 48 * 365,
  "1h": 2 * 365,
  "1m": 10,
  raw: 1 / 12
};
// With hardly more than one update a minute, bars of a minute show no more than the updates.
const sparseDays: Readonly<Record<Resolution, number>> = {...windowDays, "1m": 0.01, raw: 10};

const day = 1 + 5 / 1440; // the range that pages open with, and five minutes more
const mostOfDay = 0.8; // of the room, so that some is left for older rows
const minuteMs = 60_000;
const latest = Date.UTC(9999, 0); // later dates have no text that DuckDB can read
const [leastFactor, mostFactor, halvings] = [1e-7, 1000, 40];

/**
 * Windows of `cutTables` that take about `room` bytes: those of `windowDays`, all made longer or shorter by one factor. The
 * last day, which pages open with, comes first, and is whole if it fits.
 */
export function windowsOf(history: History, room: number): Window[] {
  if (bytesOf(history) <= room) return cutTables.map(() => "all");
  const daysAt = daysOf(history, room);
  const bytesAt = (factor: number) =>
    sum(cutTables, (table) => bytesWithin(history, table, daysAt(table.resolution, factor)));
  if (room <= 0 || history.last >= latest || bytesAt(leastFactor) > room) return cutTables.map(() => "none");
  let [factor, over] = [leastFactor, mostFactor];
  for (let i = 0; i < halvings; i++) {
    const between = Math.sqrt(factor * over);
    if (bytesAt(between) > room) over = between;
    else factor = between;
  }
  return cutTables.map((table) => windowOf(history, table, daysAt(table.resolution, factor)));
}

// Approximate bytes of all rows.
function bytesOf(history: History): number {
  return sum(cutTables, (table) => bytesWithin(history, table, Infinity));
}

// The last day is shown by updates, or by bars of a minute if updates would take most of the room.
function daysOf(history: History, room: number): (resolution: Resolution, factor: number) => number {
  const rowsOf = (name: string) => sum(history.aged[name] ?? [], ({rows}) => rows);
  const isSparse = 2 * rowsOf("bars_1m") > rowsOf("prices");
  const fits = (resolution: Resolution) => {
    const tables = cutTables.filter((table) => table.resolution === resolution);
    return sum(tables, (table) => bytesWithin(history, table, day)) <= mostOfDay * room;
  };
  const opening = fits("raw") ? "raw" : !isSparse && fits("1m") ? "1m" : null;
  const days = isSparse ? sparseDays : windowDays;
  return (resolution, factor) => Math.max(factor * days[resolution], resolution === opening ? day : 0);
}

function windowOf({aged, last}: History, {name}: CutTable, days: number): Window {
  if (isAll(aged[name], days)) return "all";
  if (days * 1440 < 1) return "none";
  const since = Math.ceil(last / minuteMs - days * 1440) * minuteMs;
  return {since: instantText(since)};
}

function isAll(aged: readonly Aged[] | undefined, days: number): boolean {
  return days >= (aged?.at(-1)?.days ?? 0);
}

function bytesWithin({aged, bytes}: History, table: CutTable, days: number): number {
  const rows = aged[table.name];
  const isNone = days * 1440 < 1 && !isAll(rows, days); // a window has whole minutes
  return isNone ? 0 : (bytes?.[table.name] ?? table.bytes) * rowsWithin(rows ?? [], days);
}

// Rows of one age count as spread evenly between it and the age before.
function rowsWithin(aged: readonly Aged[], days: number): number {
  let from = 0;
  return sum(aged, ({days: until, rows}) => {
    const share = days >= until ? 1 : Math.max(0, (days - from) / (until - from));
    from = until;
    return rows * share;
  });
}

/** A table of the snapshot's feeds together: numbers of rows by `startedAt`, and the expression that gives one. */
export interface Summed {
  from: string;
  rows: string;
}

/**
 * Reads the ages of the rows of the snapshot's feeds; `summed` has those of some tables. For updates and bars of a minute it
 * reads the hourly rows, which are far fewer; updates that these lack count as spread evenly before all others.
 */
export async function readHistory(
  connection: DuckDBConnection,
  summed: Readonly<Record<string, Summed>> = {}
): Promise<History> {
  const [held] = await queryRecords(
    connection,
    `SELECT
      (SELECT epoch_ms(lastPublishedAt)::DOUBLE FROM meta) AS last,
      (SELECT (epoch(lastPublishedAt) - epoch(firstPublishedAt)) / 86400 FROM meta) AS days,
      coalesce(sum(rows), 0)::DOUBLE AS prices,
      coalesce(sum(fundingRates), 0)::DOUBLE AS funding
    FROM ${ofFeeds("feed_held")}`
  );
  const found = await queryRecords(
    connection,
    `${cutTables.map((table) => agesOf(table, summed[table.name])).join(" UNION ALL ")} ORDER BY name, days`
  );
  const aged = Object.fromEntries(cutTables.map(({name}) => [name, [] as Aged[]]));
  for (const {name, days, rows} of found) aged[String(name)]?.push({days: Number(days), rows: Number(rows)});
  for (const name of ["prices", "funding"] as const) {
    const unknown = Number(held?.[name]) - sum(aged[name] ?? [], ({rows}) => rows);
    if (unknown > 0)
      aged[name]?.push({days: Math.max(Number(held?.days), aged[name].at(-1)?.days ?? 0), rows: unknown});
  }
  return {last: Number(held?.last ?? 0), aged};
}

// Ages in steps of a hundredth of the age, but at least an hour, so that a busy hour stays separate from its neighbours.
function agesOf({name, aged: {source, time, rows}}: CutTable, summed?: Summed): string {
  return `SELECT '${name}' AS name, max(hours) / 24 AS days, sum(${summed?.rows ?? rows})::DOUBLE AS rows
    FROM (
      SELECT
        source.*,
        greatest(0, epoch(lastPublishedAt) - greatest(epoch(${time}), epoch(firstPublishedAt))) / 3600 AS hours,
        firstPublishedAt
      FROM ${summed?.from ?? ofFeeds(source)} AS source, (SELECT firstPublishedAt, lastPublishedAt FROM meta)
    )
    GROUP BY floor(ln(1 + hours) * 100)`;
}
