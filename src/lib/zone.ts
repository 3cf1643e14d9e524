import {formatUtc} from "./format.js";
import {type Instant, toMs} from "./instant.js";

/** Names of the time zones that charts can show, as the URL's `tz` has them. */
export const zones = {utc: "UTC", local: "Local", "new-york": "New York"} as const;

/** A time zone that charts can show: UTC, the reader's own, or New York's, whose hours US markets keep. */
export type Zone = keyof typeof zones;

/** The zone that a text names; UTC where it names none. */
export function readZone(text: string | undefined): Zone {
  return text !== undefined && Object.hasOwn(zones, text) ? (text as Zone) : "utc";
}

/** How far a zone's clocks are ahead of UTC at an instant, in ms. Before 1900 and after 2200 as then. */
export function zoneOffset(zone: Zone, time: number): number {
  if (zone === "utc" || Number.isNaN(time)) return 0;
  const quarter = Math.floor(Math.max(earliest, Math.min(latest, time)) / quarterHour);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size > 5000) offsets.clear();
  const offset = readOffset(zone, quarter * quarterHour);
  offsets.set(key, offset);
  return offset;
}

/** What a zone is called at an instant: `UTC`, `EDT`, `GMT+2`. */
export function zoneName(zone: Zone, time: number): string {
  if (zone === "utc" || Number.isNaN(time)) return "UTC";
  const inside = Math.max(earliest, Math.min(latest, time));
  return (
    clockOf(zone)
      .formatToParts(inside)
      .find(({type}) => type === "timeZoneName")?.value ?? "UTC"
  );
}

/** An instant in a zone: `2026-05-12 10:05:30 EDT`; milliseconds show when there are any and no precision is given. */
export function formatInstant(
  instant: Instant | null | undefined,
  zone: Zone,
  precision?: "minute" | "second"
): string {
  const time = toMs(instant);
  return formatUtc(time + zoneOffset(zone, time), precision).replace("UTC", zoneName(zone, time));
}

/** A span of time in a zone to the minute: `2026-05-12 10:05 – 11:30 EDT`; the second day is told where it is another. */
export function formatPeriod(from: Instant, until: Instant, zone: Zone): string {
  const [start, end] = [formatInstant(from, zone, "minute"), formatInstant(until, zone, "minute")];
  const [startName, endName] = [zoneName(zone, toMs(from)), zoneName(zone, toMs(until))];
  const opening = startName === endName ? start.replace(` ${startName}`, "") : start;
  return `${opening} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

const quarterHour = 900_000; // no zone changes its clocks in between
const earliest = Date.UTC(1900, 0);
const latest = Date.UTC(2200, 0);
const offsets = new Map<string, number>();
const clocks = new Map<Zone, Intl.DateTimeFormat>();

function clockOf(zone: Zone): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    ...(zone === "new-york" && {timeZone: "America/New_York"}),
    ...{year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric"},
    hourCycle: "h23",
    timeZoneName: "short"
  });
  clocks.set(zone, clock);
  return clock;
}

function readOffset(zone: Zone, time: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(time)
      .map(({type, value}) => [type, Number(value)])
  );
  const {year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0} = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}
