import {type Instant, toMs} from "../../lib/format.js";
import type {Grid} from "../heat/grid.js";
import {heatMap} from "../heat/map.js";
import {type Basis, type FundingRate, formatOn, payerOf, phrases, rateOn} from "./basis.js";
import {linesOf} from "./lines.js";

/** The mean funding rate of a feed in a time step, and its interval then. */
export interface MeanRate extends FundingRate {
  startedAt: Instant;
  /** Length of the step. */
  stepSeconds: number;
}

/** Options of {@link fundingHeat}. */
export interface FundingHeatOptions {
  basis: Basis;
  title?: string;
  width?: number;
  source?: string;
}

/** Funding rates as a heat map: a row per feed by underlying and venue, a column per time step. */
export function fundingHeat(rows: Iterable<MeanRate>, {basis, title, width, source}: FundingHeatOptions): HTMLElement {
  return heatMap(gridOf([...rows], basis), {
    title: title ?? `Mean funding ${phrases[basis]}`,
    ...{width, source, empty: "no rates in this range", none: "no rate"},
    formatValue: (rate) => formatOn(basis, rate),
    sides: ["shorts pay longs", "longs pay shorts"],
    describe: (rate) =>
      Number.isNaN(rate) ? "no rate" : `${formatOn(basis, rate)} ${phrases[basis]}, ${payerOf(rate)}`
  });
}

/** Mean rates on a basis as a grid. Steps without any rate have a column as well. */
export function gridOf(rows: readonly MeanRate[], basis: Basis): Grid {
  const stepMs = 1000 * (rows[0]?.stepSeconds ?? 0);
  const starts = rows.map(({startedAt}) => toMs(startedAt)).filter((time) => !Number.isNaN(time));
  const first = starts.reduce((least, time) => Math.min(least, time), Infinity);
  const last = starts.reduce((most, time) => Math.max(most, time), -Infinity);
  const length = stepMs > 0 && last >= first ? Math.round((last - first) / stepMs) + 1 : 0;
  const lines = linesOf(rows);
  const values = lines.map(({rows: steps}) => {
    const rates = Array.from({length}, () => NaN);
    for (const step of steps) {
      const column = Math.round((toMs(step.startedAt) - first) / stepMs);
      if (column >= 0 && column < length) rates[column] = rateOn(basis, step);
    }
    return rates;
  });
  const times = Array.from({length}, (_, column) => first + column * stepMs);
  return {rows: lines.map(({underlying, venue}) => ({group: underlying, name: venue})), times, stepMs, values};
}
