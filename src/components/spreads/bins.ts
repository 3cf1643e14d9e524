import type {Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";

/** The time that spreads of a bin stood: the bin starts at `spreadBps` and is `width` wide, both in bps. */
export interface DistributionRow {
  spreadBps: Quantity;
  width: Quantity;
  seconds: Quantity;
  /** Of a row that is no bin but all that lies beyond them, on which side. */
  tail?: string | null;
}

/** Spreads from `from` to below `to`, in bps, and their share of the time. */
export interface Bin {
  from: number;
  to: number;
  share: number;
}

/** A distribution of spreads: its bins, ascending, and the share of the time below and above them. */
export interface Distribution {
  bins: Bin[];
  below: number;
  above: number;
}

/** Bins and tails as shares of the time. */
export function distribution(rows: Iterable<DistributionRow>): Distribution {
  const known = [...rows].filter(({seconds}) => toNumber(seconds) > 0);
  const total = known.reduce((sum, {seconds}) => sum + toNumber(seconds), 0);
  const tail = (side: string): number =>
    known.filter((row) => row.tail === side).reduce((sum, {seconds}) => sum + toNumber(seconds) / total, 0);
  const bins = known
    .map(({spreadBps, width, seconds}) => {
      const from = toNumber(spreadBps);
      // 0.1 + 0.1 + 0.1 is not quite 0.3.
      return {from, to: Number((from + toNumber(width)).toPrecision(12)), share: toNumber(seconds) / total};
    })
    .filter(({from}) => !Number.isNaN(from))
    .sort((a, b) => a.from - b.from);
  return {bins, below: tail("below"), above: tail("above")};
}
