import {formatUtc} from "./format.js";
import {toMs} from "./instant.js";

/** What the snapshot holds of a table, as `snapshot_parts` says; times are ISO 8601 text. */
export interface Part {
  name: string;
  rows: number;
  whole: boolean;
  /** From when on it has every row. */
  since: string | null;
  until: string | null;
}

/** A resolution of the snapshot: every update, or bars. */
export type Resolution = "raw" | "1m" | "1h" | "1d";

// Seconds of a row; of updates nobody knows.
const levels = [
  {name: "prices", resolution: "raw", seconds: 0},
  {name: "bars_1m", resolution: "1m", seconds: 60},
  {name: "bars_1h", resolution: "1h", seconds: 3600}
] as const;
const coarsest = {resolution: "1d", seconds: 86_400} as const;
const mostRows = 20_000; // of a feed: about 1 MB of the snapshot

/**
 * The finest resolution that holds a time as a whole, and of which a feed has at most 20 000 rows in it; where there is
 * none, days. `resolution_of` in loaders/store/pyramid/macros.sql says the same.
 */
export function resolutionOf(
  [from, until]: readonly [string, string],
  {parts, feeds}: {parts: readonly Part[]; feeds: number}
): Resolution {
  const fits = levels.find(({name}) => {
    const part = parts.find((one) => one.name === name);
    if (part === undefined || part.rows === 0) return false;
    if (!part.whole && !(toMs(part.since) <= toMs(from))) return false;
    return (part.rows / feeds) * (toMs(until) - toMs(from)) <= mostRows * (toMs(part.until) - toMs(part.since));
  });
  return (fits ?? coarsest).resolution;
}

/** Seconds that a row of a resolution stands for, at least: a finer step shows nothing more. */
export function secondsOf(resolution: Resolution): number {
  return [...levels, coarsest].find((level) => level.resolution === resolution)?.seconds ?? 0;
}

/** What a page says where its view begins before the rows that the snapshot has of a table. */
export function heldNote(
  {parts = []}: {parts?: readonly Part[]},
  {name, from, what}: {name: string; from: string | null; what: string}
): string {
  const part = parts.find((one) => one.name === name);
  if (part === undefined || part.whole || part.since === null || toMs(part.since) <= toMs(from)) return "";
  return `The site has ${what} since ${formatUtc(part.since, "minute")}: older ones are in the store.`;
}

/** What a page says of figures that are made of bars; empty where they are made of updates. */
export function grainNote(resolution: Resolution, what: string): string {
  const names = {raw: "", "1m": "1 minute", "1h": "1 hour", "1d": "1 day"};
  return resolution === "raw" ? "" : `Here the figures are made of bars of ${names[resolution]}: ${what}.`;
}
