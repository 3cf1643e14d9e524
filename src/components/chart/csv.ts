import type {Range} from "./model.js";
import {inside, type Track} from "./runs.js";

/** A table as CSV text (RFC 4180): numbers in full, missing values empty. */
export function csv(header: string[], rows: Iterable<(string | number)[]>): string {
  const lines = [header.map(field).join(",")];
  for (const row of rows) lines.push(row.map(field).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/** The tracks' points in a time range as a table: one row per time in UTC, one column per series, two per band. */
export function tableOf(tracks: Track[], range: Range): {header: string[]; rows: (string | number)[][]} {
  const header = tracks.flatMap(({key, upper}) => (upper === undefined ? [key] : [`${key}Low`, `${key}High`]));
  const byTime = new Map<number, (string | number)[]>();
  let column = 1;
  for (const track of tracks) {
    const [start, end] = inside(track, range);
    for (let index = start; index < end; index++) {
      const time = track.times[index] ?? NaN;
      const row = byTime.get(time) ?? [new Date(time).toISOString(), ...header.map(() => "")];
      row[column] = track.values[index] ?? NaN;
      if (track.upper !== undefined) row[column + 1] = track.upper[index] ?? NaN;
      byTime.set(time, row);
    }
    column += track.upper === undefined ? 1 : 2;
  }
  const sorted = [...byTime].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {header: ["time", ...header], rows: sorted};
}

function field(value: string | number): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  // Spreadsheets run text that starts like this as a formula.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
