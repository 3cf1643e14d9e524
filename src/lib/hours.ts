import {toMs} from "./instant.js";
import type {Opening} from "./opening.js";
import type {Zone} from "./zone.js";

/**
 * A time zone as SQL without one can use it: since when (Unix seconds) its clocks are how far ahead of UTC (seconds), in
 * order, as JSON text.
 */
export interface Hours {
  zone: string;
  shifts: string;
}

const day = 86_400_000;

/** The hours that the clocks of a time zone showed while the store's updates came. */
export function hoursIn({meta}: Pick<Opening, "meta">, zone: Zone): Hours {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  const name = {utc: "UTC", local: timeZone, "new-york": "America/New_York"}[zone];
  return {zone: name, shifts: JSON.stringify(shiftsOf(name, meta.firstPublishedAt, meta.lastPublishedAt))};
}

/**
 * Since when (Unix seconds; the first: 0) the clocks of an IANA zone were how far ahead of UTC (seconds) in a span of time,
 * to the minute. Zones change their clocks at most once a day.
 */
export function shiftsOf(zone: string, from: string | null, until: string | null): [number, number][] {
  const clock = zone === "UTC" ? () => 0 : clockOf(zone);
  const first = from === null ? 0 : toMs(from);
  const last = until === null ? first : toMs(until);
  const shifts: [number, number][] = [[0, clock(first)]];
  for (let start = first; start < last; start += day) {
    const [before, after] = [clock(start), clock(Math.min(start + day, last))];
    if (before === after) continue;
    let [low, high] = [start, Math.min(start + day, last)];
    while (high - low > 60_000) {
      const middle = low + Math.ceil((high - low) / 120_000) * 60_000;
      if (clock(middle) === before) low = middle;
      else high = middle;
    }
    shifts.push([Math.floor(high / 60_000) * 60, after]); // the only full minute in between
  }
  return shifts;
}

function clockOf(timeZone: string): (ms: number) => number {
  const parts = {year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric"} as const;
  const format = new Intl.DateTimeFormat("en-US", {timeZone, ...parts, second: "numeric", hourCycle: "h23"});
  return (ms) => {
    const told = Object.fromEntries(format.formatToParts(ms).map(({type, value}) => [type, Number(value)]));
    const {year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0} = told;
    const local = Date.UTC(year, month - 1, date, hour, minute, second);
    return Math.round((local - Math.floor(ms / 1000) * 1000) / 1000);
  };
}
