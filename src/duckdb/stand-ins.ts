import {messageOf} from "../format/format.js";
import {stretchesOf, unknownZone, type Zone} from "../format/zone.js";

/** The part of a DuckDB-Wasm connection that stand-ins use. */
export interface Connection {
  query(sql: string): Promise<unknown>;
}

/** Offsets of time zones are known from 1970 to this instant (epoch ms). */
export const knownUntil = Date.UTC(2040, 0);

const second = 1_000_000; // timestamps are in µs
const windowSeconds = 2 ** 22; // about 48 days: no zone has more than two clock changes in it
const windows = Math.ceil(knownUntil / 1000 / windowSeconds);
const clockTypes = ["TIMESTAMP", "DATE", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"];
const clocks = clockTypes.map((type) => `'${type}': NULL::TIMESTAMPTZ`).join(); // of what a clock shows: an instant

/**
 * SQL that creates macros with the names and results of functions of DuckDB's icu extension, which pages do not have:
 * `timestamp AT TIME ZONE 'Europe/Berlin'` calls `timezone`. The session's zone is UTC, as in loaders. An instant's
 * place among a zone's clock changes is looked up in lists, which is fast without a join or CASE. No macro has overloads, as
 * DuckDB does not know the type of an aggregate when it picks one. Before 1970, and from `knownUntil` on, the result is null.
 */
export const standIns = `
CREATE OR REPLACE TEMP MACRO today() AS now()::TIMESTAMP::DATE;
CREATE OR REPLACE TEMP MACRO current_date() AS now()::TIMESTAMP::DATE;
CREATE OR REPLACE TEMP MACRO get_current_time() AS now()::TIMESTAMP::TIME::TIMETZ;
CREATE OR REPLACE TEMP MACRO current_localtime() AS now()::TIMESTAMP::TIME;
CREATE OR REPLACE TEMP MACRO current_localtimestamp() AS now()::TIMESTAMP;
CREATE OR REPLACE TEMP MACRO make_timestamptz(us) AS make_timestamp(us::BIGINT)::TIMESTAMPTZ;
SET VARIABLE zone_places = MAP {}::MAP(VARCHAR, BIGINT);
SET VARIABLE zone_windows = []::BIGINT[];
SET VARIABLE zone_changes = []::BIGINT[];
SET VARIABLE zone_offsets = []::BIGINT[];
CREATE OR REPLACE TEMP MACRO zone_place(zone) AS -- fails by a cast: error() would count as a side effect
  coalesce(getvariable('zone_places')[zone], ('Unknown TimeZone ''' || zone || '''!')::BIGINT);
CREATE OR REPLACE TEMP MACRO zone_offset(us, change) AS getvariable('zone_offsets')[
  change
  + (us >= getvariable('zone_changes')[change + 1])::BIGINT
  + (us >= getvariable('zone_changes')[change + 2])::BIGINT
];
CREATE OR REPLACE TEMP MACRO zone_ahead(us, place) AS zone_offset(
  us,
  getvariable('zone_windows')[place + greatest(0, least(us // ${windowSeconds * second} + 1, ${windows + 1}))]
);
CREATE OR REPLACE TEMP MACRO zone_moved(us, place) AS make_timestamp(us + zone_ahead(us, place));
CREATE OR REPLACE TEMP MACRO timezone(zone, t) AS cast_to_type(
  zone_moved(
    epoch_us(t),
    zone_place(zone) + CASE WHEN typeof(t) = 'TIMESTAMP WITH TIME ZONE' THEN 0 ELSE ${windows + 2} END
  ),
  struct_extract({'TIMESTAMP WITH TIME ZONE': NULL::TIMESTAMP, ${clocks}}, typeof(t))
);
CREATE OR REPLACE TEMP MACRO local_time(instant, zone) AS
  zone_moved(epoch_us(instant::TIMESTAMP), zone_place(zone));
CREATE OR REPLACE TEMP MACRO instant_at(clock, zone) AS
  zone_moved(epoch_us(clock::TIMESTAMP), zone_place(zone) + ${2 * windows + 4});
`;

type Clock = {since: number; ahead: number};

// Names of the kit, and offsets, which native DuckDB does not know.
const noIanaName = /^(?:local|new-york|[+-].*)$/;

/** A zone's offsets from UTC (seconds), each with its start (Unix seconds, ascending). @throws for an unknown zone */
export function clocksOf(zone: string): Clock[] {
  if (noIanaName.test(zone)) throw unknownZone(zone, Intl.supportedValuesOf("timeZone"));
  const stretches = stretchesOf(0, knownUntil, zone as Zone);
  return stretches.map(({from, offset}) => ({since: from / 1000, ahead: offset / 1000}));
}

// The end of the offset before a change: in UTC; in local time, with a repeated hour taken as its second pass, as icu
// does; and with it taken as its first. A skipped local time has the offset before.
const byInstant = ({since}: Clock) => since;
const bySecond = ({since, ahead}: Clock) => since + ahead;
const byFirst = ({since, ahead}: Clock, before: number) => since + Math.max(ahead, before);

/** SQL that sets the variables with the offsets of zones, by the names that queries use. */
export function zonesSql(zones: ReadonlyMap<string, readonly Clock[]>): string {
  const places: string[] = [];
  const starts: (number | "null")[] = [];
  const changes: number[] = [];
  const offsets: number[] = [];
  for (const [name, clocks] of zones) {
    places.push(`${quoted(name)}: ${starts.length + 1}`);
    for (const [at, sign] of [
      [byInstant, 1],
      [bySecond, -1],
      [byFirst, -1]
    ] as const) {
      const times = clocks.slice(1).map((clock, i) => at(clock, clocks[i]?.ahead ?? 0));
      const first = changes.length + 1;
      const before = (window: number) => times.filter((time) => time <= window * windowSeconds).length;
      starts.push("null", ...Array.from({length: windows}, (_, window) => first + before(window)), "null");
      changes.push(0, ...times.map((time) => time * second), never, never);
      offsets.push(...clocks.map(({ahead}) => sign * ahead * second), 0, 0);
    }
  }
  return `SET VARIABLE zone_places = MAP {${places.join()}}::MAP(VARCHAR, BIGINT);
    SET VARIABLE zone_windows = '[${starts.join()}]'::BIGINT[];
    SET VARIABLE zone_changes = '[${changes.join()}]'::BIGINT[];
    SET VARIABLE zone_offsets = '[${offsets.join()}]'::BIGINT[];`;
}

const never = Number.MAX_SAFE_INTEGER;

const given = new WeakMap<Connection, ReadonlyMap<string, readonly Clock[]>>();

/** Runs a query, and again with the stand-ins that it lacked. @throws as the query does, or for an unknown zone */
export async function withStandIns<T>(connection: Connection, run: () => Promise<T>): Promise<T> {
  for (const tried = new Set<string>(); ; ) {
    try {
      return await run();
    } catch (error) {
      const lacking = lackOf(error);
      if (lacking === null || tried.has(lacking)) throw error;
      tried.add(lacking);
      if (lacking === icu) await giveMacros(connection);
      else await giveZone(connection, lacking);
    }
  }
}

const icu = "icu";

// DuckDB's error for a function that only icu has, such as today, and for one that icu extends, such as timezone.
const lacksIcu =
  /^Catalog Error: Scalar Function with name "\w+" .* exists in the icu extension|^Extension Autoloading Error: .* required extension 'icu'/;

// What a query lacks: icu, or a time zone by its name.
function lackOf(error: unknown): string | null {
  const message = messageOf(error);
  const [, zone] = /Unknown TimeZone '(.*)'!/.exec(message) ?? [];
  return zone ?? (lacksIcu.test(message) ? icu : null);
}

async function giveMacros(connection: Connection): Promise<void> {
  if (given.has(connection)) return;
  await connection.query(standIns);
  given.set(connection, new Map());
}

async function giveZone(connection: Connection, zone: string): Promise<void> {
  const known = new Map(given.get(connection)).set(zone, clocksOf(zone));
  await connection.query(zonesSql(known));
  given.set(connection, known);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
