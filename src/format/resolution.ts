import {toMs} from "./format.js";

/** A row of `snapshot_parts`: the part of a table that the snapshot has; times are ISO 8601 text. */
export interface Part {
  name: string;
  rows: number;
  whole: boolean;
  /** It has every row from this time on. */
  since: string | null;
  until: string | null;
}

/** A resolution of the snapshot: every update, or bars. */
export type Resolution = "raw" | "1m" | "1h" | "1d";

/** Data stored at several resolutions: prices with their spreads, or funding rates. */
export type Levels = keyof typeof levels;

const levels = {
  prices: [
    {name: "prices", resolution: "raw"},
    {name: "bars_1m", resolution: "1m"},
    {name: "bars_1h", resolution: "1h"}
  ],
  funding: [
    {name: "funding", resolution: "raw"},
    {name: "funding_1h", resolution: "1h"}
  ]
} as const;
const coarsest = "1d";
const seconds: Record<Resolution, number> = {raw: 0, "1m": 60, "1h": 3600, "1d": 86_400}; // updates have no fixed length
const mostRows = 20_000; // per feed: about 1 MB of the snapshot

/**
 * The finest resolution that has a time range completely and with at most 20 000 rows for each of `feeds` feeds; days
 * if there is none.
 */
export function resolutionOf(
  [from, until]: readonly [string, string],
  {parts, feeds, of = "prices"}: {parts: readonly Part[]; feeds: number; of?: Levels}
): Resolution {
  const fits = levels[of].find(({name}) => {
    const part = parts.find((one) => one.name === name);
    if (part === undefined || part.rows === 0) return false;
    if (!part.whole && !(toMs(part.since) <= toMs(from))) return false;
    const held = toMs(part.until) - toMs(part.since);
    return (part.rows / feeds) * Math.min(toMs(until) - toMs(from), held) <= mostRows * held;
  });
  return fits?.resolution ?? coarsest;
}

/** The least seconds that a row of a resolution covers: finer steps show nothing more. */
export function secondsOf(resolution: Resolution): number {
  return seconds[resolution];
}

/** A page's note on figures computed from bars; empty if they are computed from updates. */
export function grainNote(resolution: Resolution): string {
  const names = {raw: "", "1m": "1 minute", "1h": "1 hour", "1d": "1 day"};
  return resolution === "raw" ? "" : `These figures are computed from bars of ${names[resolution]}.`;
}

/** The steps that a reader can choose, in seconds. */
export const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 10_800, 21_600, 43_200, 86_400]
];

// The steps used if the reader chooses none: a finer list, so that a step is close to a pixel.
const autoSteps = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  ...[1, 2, 3, 5, 6, 10, 15, 20, 30],
  ...[60, 120, 180, 300, 360, 600, 900, 1200, 1800],
  ...[3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400]
];

/**
 * The smallest step in seconds, from a millisecond to whole days, that divides a time range into at most `points`
 * steps. `step_of` in loaders/sql/macros/macros.sql is the same rule: a page needs its step before it can ask SQL, which starts
 * with its first query.
 */
export function stepOf(from: string, until: string, points: number): number {
  const least = spanOf(from, until) / points;
  if (!(least > 0)) return 1;
  return autoSteps.find((step) => step >= least) ?? 86_400 * Math.ceil(least / 86_400);
}

/** The next step of round length, such as 15 min for 900.2 s; a shorter one stays. */
export function roundStep(seconds: number): number {
  return autoSteps.find((step) => step >= seconds - step / 100) ?? 86_400 * Math.ceil(seconds / 86_400);
}

/** The step in a URL, in seconds; null if it is missing, under a millisecond, or longer than the range and a day. */
export function readStep(text: string | undefined, from: string, until: string): number | null {
  const step = Number(text);
  return step >= 0.001 && step <= Math.max(spanOf(from, until), 86_400) ? step : null;
}

function spanOf(from: string, until: string): number {
  return (toMs(until) - toMs(from)) / 1000;
}
