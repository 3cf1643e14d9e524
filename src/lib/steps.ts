import {toMs} from "./instant.js";

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
