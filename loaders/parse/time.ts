import {DateTime} from "luxon";

const written =
  /^([+-]\d{6}|\d{4})([-/])(\d\d?)\2(\d\d?)(?:[T\s]\s*(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?(?:\s*(?:UTC|GMT))?)?$/i;

/**
 * Reads a written instant as Unix microseconds: year, month and day, alone or with a time, as ISO 8601 or as people write it
 * (`2026-9-22 9:48`, `2026-09-22 09:48:00 UTC`, `2026/09/22 09:48 +02:00`); UTC where it names no zone. Null for anything
 * else: which of `9/22/2026` is the month is a guess.
 */
export function writtenMicros(text: string): number | null {
  const found = written.exec(text.trim());
  if (found === null) return isoMicros(text.trim());
  const [, year, , month, day, hour = 0, minute = 0, second = 0, fraction = "", sign, zoneHour = 0, zoneMinute = 0] =
    found;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const [minutes, seconds] = [60 * Number(hour) + Number(minute), Number(second)];
  if (!isDay || Number(minute) > 59 || seconds > 59 || minutes + seconds / 60 > 1440) return null;
  const offset = (sign === "-" ? -1 : 1) * (60 * Number(zoneHour) + Number(zoneMinute));
  const wholeSeconds = date.getTime() / 1000 + 60 * (minutes - offset) + seconds;
  return microsOf(wholeSeconds, Number(fraction.slice(0, 6).padEnd(6, "0")));
}

// After the year 2255 a double cannot hold every microsecond: null, as for an id that is not exact.
function microsOf(seconds: number, micros: number): number | null {
  if (Math.abs(seconds) < 9e9) return seconds * 1e6 + micros;
  const exact = BigInt(seconds) * 1_000_000n + BigInt(micros);
  return BigInt(Number(exact)) === exact ? Number(exact) : null;
}

const namesDay = /^(?:[+-]\d{6}|\d{4})-?(?:\d\d-?\d\d|\d{3}|W\d\d-?\d)(?!\d)/;

// Rarer forms of ISO 8601, as 20260922T101200Z and 2026-W39-2.
function isoMicros(text: string): number | null {
  const date = DateTime.fromISO(text, {zone: "utc"});
  if (!date.isValid || !namesDay.test(text)) return null; // a time, month or week alone is not an instant
  const finer = /[.,]\d{3}(\d{1,3})/.exec(text)?.[1] ?? ""; // luxon stops at milliseconds
  return date.toMillis() * 1e3 + Number(finer.padEnd(3, "0"));
}
