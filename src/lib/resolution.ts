import {toMs} from "./format.js";

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

/** What is held at several resolutions: prices with their spreads, or funding rates. */
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
const mostRows = 20_000; // of a feed: about 1 MB of the snapshot

/**
 * The finest resolution that holds a time as a whole, and of which each of so many feeds has at most 20 000 rows in it;
 * where there is none, days. `resolution_of` in loaders/derive/pyramid/macros.sql says the same.
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

/** Seconds that a row of a resolution covers, at least: a finer step shows nothing more. */
export function secondsOf(resolution: Resolution): number {
  return seconds[resolution];
}

/** What a page says of figures that are made of bars; empty where they are made of updates. */
export function grainNote(resolution: Resolution): string {
  const names = {raw: "", "1m": "1 minute", "1h": "1 hour", "1d": "1 day"};
  return resolution === "raw" ? "" : `Here the figures are made of bars of ${names[resolution]}.`;
}

/** Seconds per step to choose from: what clocks are divided into. */
export const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 10_800, 21_600, 43_200, 86_400]
];

// Those that are taken where the reader picks none: closer together, so that they come close to a pixel.
const autoSteps = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  ...[1, 2, 3, 5, 6, 10, 15, 20, 30],
  ...[60, 120, 180, 300, 360, 600, 900, 1200, 1800],
  ...[3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400]
];

/**
 * The smallest step of a clock, in seconds, that makes at most so many of a span: from a millisecond to whole days.
 * `step_of` in loaders/derive/macros.sql says the same.
 */
export function stepOf(from: string, until: string, points: number): number {
  const least = spanOf(from, until) / points;
  if (!(least > 0)) return 1;
  return autoSteps.find((step) => step >= least) ?? 86_400 * Math.ceil(least / 86_400);
}

/** The step that a URL says, in seconds: null if it says none that a chart of the time could have, from a millisecond on. */
export function readStep(text: string | undefined, from: string, until: string): number | null {
  const step = Number(text);
  return step >= 0.001 && step <= Math.max(spanOf(from, until), 86_400) ? step : null;
}

function spanOf(from: string, until: string): number {
  return (toMs(until) - toMs(from)) / 1000;
}
