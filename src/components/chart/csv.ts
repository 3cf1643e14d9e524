import type {Range} from "./model.js";
import {inside, type Track} from "./runs.js";

/** A table as CSV text (RFC 4180): numbers in full, missing values empty. */
export function csv(header: string[], rows: Iterable<(string | number)[]>): string {
  const lines = [header.map(field).join(",")];
  for (const row of rows) lines.push(row.map(field).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/** The tracks' points in a time range as a table: one row per time in UTC, a column for each that the series name. */
export function tableOf(tracks: Track[], range: Range): {header: string[]; rows: (string | number)[][]} {
  const columns = tracks.flatMap((track) => {
    const [name, upper, lower, open] = track.columns;
    const value = {name, of: track, values: track.saved ?? track.values};
    const others = [
      {name: open, of: track, values: track.open},
      {name: upper, of: track, values: track.upper},
      {name: lower, of: track, values: track.lower}
    ];
    return track.shape === "candles" ? [...others, value] : [value, ...others];
  });
  const named = columns.flatMap(({name, of, values}) => (name && values ? [{name, of, values}] : []));
  const byTime = new Map<number, (string | number)[]>();
  for (const [column, {of, values}] of named.entries()) {
    const candles = tracks.find(({shape, times}) => shape === "candles" && times === of.times);
    const [start, end] = inside(candles ?? of, range);
    for (let index = start; index < end; index++) {
      const time = of.times[index] ?? NaN;
      const row = byTime.get(time) ?? [new Date(time).toISOString(), ...named.map(() => "")];
      row[column + 1] = values[index] ?? NaN;
      byTime.set(time, row);
    }
  }
  const sorted = [...byTime].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {header: ["time", ...named.map(({name}) => name)], rows: sorted};
}

function field(value: string | number): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  // Spreadsheets run text that starts like this as a formula.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
