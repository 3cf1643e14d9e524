import {quantileSorted} from "d3-array";
import {color} from "../parts/theme.js";

/** A zero-centred colour scale: two hues, the stronger the further from zero, up to a limit alike on both sides. */
export interface HeatScale {
  /** The size from which on all values look alike; 0 where there is none but zeros. */
  limit: number;
  /** How many values there are, and how many of them are beyond the limit. */
  count: number;
  beyond: number;
  /** The share of the limit that a value reaches, from -1 to 1; NaN for a missing one. */
  share(value: number): number;
}

/** The share of values within the limit: a few far off would leave no colour for the others. */
export const within = 0.98;

const farOff = 1.5;
const faintest = 0.1;

/**
 * Makes the scale of some values. Its limit is the largest size, or where that is half as large again as the quantile
 * that {@link within} says, the quantile. NaN is left out.
 */
export function heatScale(values: Iterable<number>): HeatScale {
  const sizes = Array.from(values, Math.abs)
    .filter((size) => !Number.isNaN(size))
    .sort((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const usual = quantileSorted(sizes, within) || largest; // zero where nearly all are
  const limit = largest < farOff * usual ? largest : usual;
  return {
    limit,
    count: sizes.length,
    beyond: sizes.filter((size) => size > limit).length,
    share: (value) => (limit > 0 ? Math.max(-1, Math.min(1, value / limit)) : value === 0 ? 0 : NaN)
  };
}

/** Fill of a share: an opacity over the background, so that zero is the background itself in both themes. */
export function paint(share: number): {fill: string; opacity: number} {
  const size = Math.abs(share);
  const opacity = size === 0 ? 0 : Math.round(100 * (faintest + (1 - faintest) * size)) / 100;
  return {fill: share < 0 ? color.negative : color.positive, opacity};
}
