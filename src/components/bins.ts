import {bin, quantileSorted} from "d3-array";
import type {Quantity} from "../lib/format.js";
import {toNumber} from "../lib/instant.js";

/** One spread in bps; or, with a count, that many spreads in a bin that starts there. */
export interface DistributionRow {
  spreadBps: Quantity;
  count?: Quantity;
  /** The bin's width in bps; by default the smallest distance between two bins. */
  width?: Quantity;
}

/** Updates with a spread from `from` to below `to`, in bps. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** A distribution of spreads: its bins up to the 99.5th percentile, how many lie beyond, and its quantiles in bps. */
export interface Distribution {
  bins: Bin[];
  beyond: number;
  median: number;
  p95: number;
}

const shownShare = 0.995;

/** Bins raw spreads, or takes bins as they are; quantiles of bins are interpolated. NaN quantiles if there is nothing. */
export function distribution(rows: Iterable<DistributionRow>): Distribution {
  const all = [...rows].filter(({spreadBps}) => !Number.isNaN(toNumber(spreadBps)));
  const binned = all.some(({count}) => count !== undefined && count !== null);
  return binned ? fromBins(all) : fromSpreads(all.map(({spreadBps}) => toNumber(spreadBps)));
}

function fromSpreads(spreads: number[]): Distribution {
  const sorted = spreads.sort((a, b) => a - b);
  const limit = quantileSorted(sorted, shownShare) ?? NaN;
  const shown = sorted.filter((bps) => bps <= limit);
  const bins =
    shown.length === 0
      ? []
      : bin()
          .thresholds(30)(shown)
          .map(({x0 = 0, x1 = 0, length}) => ({from: x0, to: x1, count: length}));
  const quantile = (share: number): number => quantileSorted(sorted, share) ?? NaN;
  return {bins, beyond: sorted.length - shown.length, median: quantile(0.5), p95: quantile(0.95)};
}

function fromBins(rows: DistributionRow[]): Distribution {
  const edges = [...new Set(rows.map(({spreadBps}) => toNumber(spreadBps)))].sort((a, b) => a - b);
  const usual = Math.min(...edges.slice(1).map((edge, index) => edge - (edges[index] ?? NaN)));
  const bins = rows
    .map(({spreadBps, count, width}) => {
      const from = toNumber(spreadBps);
      const wide = toNumber(width) || (Number.isFinite(usual) ? usual : Math.abs(from) || 1);
      // 0.1 + 0.1 + 0.1 is not quite 0.3.
      return {from, to: Number((from + wide).toPrecision(12)), count: toNumber(count) || 0};
    })
    .sort((a, b) => a.from - b.from);
  const limit = quantile(bins, shownShare);
  const shown = bins.filter(({from, count}) => count > 0 && from <= limit);
  return {bins: shown, beyond: total(bins) - total(shown), median: quantile(bins, 0.5), p95: quantile(bins, 0.95)};
}

function quantile(bins: Bin[], share: number): number {
  let left = share * total(bins);
  for (const {from, to, count} of bins) {
    if (count > 0 && left <= count) return from + ((to - from) * left) / count;
    left -= count;
  }
  return NaN;
}

function total(bins: Bin[]): number {
  return bins.reduce((sum, {count}) => sum + count, 0);
}
