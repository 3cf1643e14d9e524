import {formatUtc, type Instant, toMs} from "./format.js";
import {nearest} from "./nearest.js";

/** Labels of the time zones that charts can show, by their name in the URL's `tz`. */
export const zones = {utc: "UTC", local: "Local", "new-york": "New York"} as const;

/** A time zone of charts: UTC, the reader's own, New York's (for US markets), or any by its IANA name. */
export type Zone = keyof typeof zones | "UTC" | `${string}/${string}`;

/** The zone with a name; UTC for an unknown one. */
export function readZone(text: string | undefined): Zone {
  return text !== undefined && Object.hasOwn(zones, text) ? (text as keyof typeof zones) : "utc";
}

/** The IANA name of a zone, as SQL takes it. */
export function ianaName(zone: Zone): string {
  if (zone === "local") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {utc: "UTC", "new-york": "America/New_York"}[zone as string] ?? zone;
}

/** A zone's offset from UTC at an instant, in ms. Instants outside 1900 to 2200 have the offset of these years. */
export function zoneOffset(zone: Zone, time: number): number {
  if (zone === "utc" || Number.isNaN(time)) return 0;
  return readOffset(zone, 1000 * Math.floor(Math.max(earliest, Math.min(latest, time)) / 1000));
}

/** The name of a zone at an instant: `UTC`, `EDT`, `GMT+2`. */
export function zoneName(zone: Zone, time: number): string {
  if (zone === "utc" || Number.isNaN(time)) return "UTC";
  const inside = Math.max(earliest, Math.min(latest, time));
  return (
    clockOf(zone)
      .formatToParts(inside)
      .find(({type}) => type === "timeZoneName")?.value ?? "UTC"
  );
}

/** An instant in a zone: `2026-05-12 10:05:30 EDT`, with milliseconds if there are any and no precision is given. */
export function formatInstant(
  instant: Instant | null | undefined,
  zone: Zone,
  precision?: "minute" | "second"
): string {
  const time = toMs(instant);
  return formatUtc(time + zoneOffset(zone, time), precision).replace("UTC", zoneName(zone, time));
}

/**
 * A time range in a zone, by default UTC, to the minute: `2026-05-12 10:05 – 11:30 EDT`; the second day is written only if it differs.
 */
export function formatSpan(from: Instant, until: Instant, zone: Zone = "utc"): string {
  const [start, end] = [formatInstant(from, zone, "minute"), formatInstant(until, zone, "minute")];
  const [startName, endName] = [zoneName(zone, toMs(from)), zoneName(zone, toMs(until))];
  const opening = startName === endName ? start.replace(` ${startName}`, "") : start;
  return `${opening} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

/** A time range with one offset of a zone from UTC, in ms. */
export interface Stretch {
  from: number;
  to: number;
  offset: number;
}

/** Splits a time range at the clock changes of a zone. */
export function stretchesOf(from: number, to: number, zone: Zone): Stretch[] {
  const stretches: Stretch[] = [{from, to, offset: zoneOffset(zone, from)}];
  if (zone === "utc") return stretches;
  for (let start = from; start < to; start += stride) {
    const end = Math.min(to, start + stride);
    if (zoneOffset(zone, start) === zoneOffset(zone, end)) continue;
    const change = changeBetween(start, end, zone);
    const last = stretches.at(-1);
    if (last !== undefined) last.to = change;
    stretches.push({from: change, to, offset: zoneOffset(zone, change)});
  }
  return stretches;
}

// Clock changes are at full half minutes.
function changeBetween(before: number, after: number, zone: Zone): number {
  let [low, high] = [Math.floor(before / 30_000), Math.ceil(after / 30_000)];
  const offset = zoneOffset(zone, before);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(zone, middle * 30_000) === offset) low = middle;
    else high = middle;
  }
  return high * 30_000;
}

const stride = 14 * 86_400_000; // no zone changes its clocks twice in so little time and back
const earliest = Date.UTC(1900, 0);
const latest = Date.UTC(2200, 0);
const clocks = new Map<Zone, Intl.DateTimeFormat>();

function clockOf(zone: Zone): Intl.DateTimeFormat {
  const clock = clocks.get(zone) ?? newClock(ianaName(zone));
  clocks.set(zone, clock);
  return clock;
}

function newClock(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      ...{year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric"},
      hourCycle: "h23",
      timeZoneName: "short"
    });
  } catch {
    throw unknownZone(timeZone, Intl.supportedValuesOf("timeZone"));
  }
}

/** The error of an unknown time zone, which names the nearest of the known ones. */
export function unknownZone(zone: string, known: readonly string[]): Error {
  const meant = nearest(zone, known);
  return new Error(`unknown time zone: ${zone}${meant === null ? "" : `: did you mean ${meant}?`}`);
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
