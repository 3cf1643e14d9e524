import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {instantText} from "../config/time.js";
import {queryRecords} from "../store/database/query.js";
import {type CutTable, cutTables, ofFeeds, type Resolution} from "./parts.js";

/** Which rows of a table are written: all, those from an instant on (ISO 8601), or none. */
export type Window = "all" | "none" | {since: string};

/** A number of rows of a table at most `days` before the last update, and older than the previous entry. */
export interface Aged {
  days: number;
  rows: number;
}

/** Bytes that a row takes, by table. */
export type RowBytes = Readonly<Record<string, number>>;

/** The rows of the snapshot's feeds in the store by age, the newest first, for each table, and the time of the last update. */
export interface History {
  last: number;
  aged: Readonly<Record<string, readonly Aged[]>>;
}

const day = 1 + 5 / 1440; // the range that pages open with, and five minutes more
const most = 0.9; // of the room, for the last day or a whole resolution, so that some is left for the others
const minuteMs = 60_000;
const latest = Date.UTC(9999, 0); // later dates have no text that DuckDB can read
const spans = Array.from({length: 440}, (_, i) => 1.05 ** i / 1440); // days of windows: from a minute to 3,800 years

/**
 * Windows of `cutTables` that take about `room` bytes. The last day is whole if it fits. Then each resolution, the
 * coarsest first, gets all it needs, up to nine tenths of the rest, else half of it; the finest gets the remainder.
 */
export function windowsOf(history: History, room: number, bytes: RowBytes): Window[] {
  const days = new Map<Resolution, number>();
  const bytesOf = (resolution: Resolution, within = days.get(resolution) ?? 0) =>
    sum(cutTables, (table) => {
      if (table.resolution !== resolution) return 0;
      return (bytes[table.name] ?? table.bytes) * rowsWithin(history.aged[table.name] ?? [], within);
    });
  if (sum(coarsestFirst, (resolution) => bytesOf(resolution, Infinity)) <= room) return cutTables.map(() => "all");
  if (room <= 0 || history.last >= latest) return cutTables.map(() => "none");
  const rowsOf = (name: string) => sum(history.aged[name] ?? [], ({rows}) => rows);
  // With hardly more than one update a minute, bars of a minute show no more than the updates.
  const shown = 2 * rowsOf("bars_1m") > rowsOf("prices") ? coarsestFirst.filter((one) => one !== "1m") : coarsestFirst;
  const opening = shown.toReversed().find((one) => finest.includes(one) && bytesOf(one, day) <= most * room);
  if (opening) days.set(opening, day);
  const left = () => room - sum(coarsestFirst, (one) => bytesOf(one));
  const give = (resolution: Resolution, share: number) => {
    const given = bytesOf(resolution) + share * left();
    const longest = spans.findLast((span) => bytesOf(resolution, span) <= given) ?? 0;
    days.set(resolution, Math.max(longest, days.get(resolution) ?? 0));
  };
  for (const resolution of shown) {
    const rest = bytesOf(resolution, Infinity) - bytesOf(resolution);
    give(resolution, rest <= most * left() ? 1 : 0.5);
  }
  for (const resolution of [...shown.toReversed(), "1m"] as const) give(resolution, 1);
  return cutTables.map(({name, resolution}) => windowOf(history, name, days.get(resolution) ?? 0));
}

const finest: readonly Resolution[] = ["1m", "raw"];
const coarsestFirst: readonly Resolution[] = ["rare", "1d", "1h", ...finest];

function windowOf({aged, last}: History, name: string, days: number): Window {
  if (isAll(aged[name] ?? [], days)) return "all";
  if (days * 1440 < 1) return "none";
  const since = Math.ceil(last / minuteMs - days * 1440) * minuteMs;
  return {since: instantText(since)};
}

function isAll(aged: readonly Aged[], days: number): boolean {
  return days >= (aged.at(-1)?.days ?? 0);
}

// Rows of an entry count as spread evenly since the previous entry. A window shorter than a minute has no rows.
function rowsWithin(aged: readonly Aged[], days: number): number {
  if (days * 1440 < 1 && !isAll(aged, days)) return 0;
  let from = 0;
  return sum(aged, ({days: until, rows}) => {
    const share = days >= until ? 1 : Math.max(0, (days - from) / (until - from));
    from = until;
    return rows * share;
  });
}

/** A table with numbers of rows by `startedAt` of the snapshot's feeds together, and the expression of a number. */
export interface Summed {
  from: string;
  rows: string;
}

/** The ages of the rows of the snapshot's feeds. Updates and bars of a minute are counted by hour. */
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
