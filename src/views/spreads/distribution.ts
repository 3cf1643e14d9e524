import {binChart, type Distribution, tailsOf} from "../../charts/bins.js";
import {withWhole} from "../../charts/shell.js";
import {formatBps, type Instant, type Quantity, toNumber} from "../../format/format.js";
import {short} from "../../ui/elements/names.js";

/** Options of {@link spreadDistribution}; median and p95, in bps, are marked. */
export interface DistributionOptions {
  symbol: string;
  median?: Quantity;
  p95?: Quantity;
  title?: string;
  width?: number;
  height?: number;
  source?: string;
  /** The time range of the rows. */
  period?: readonly [Instant | null, Instant | null];
  /** The number of updates with bid and ask, which explains an empty picture. */
  updates?: Quantity;
}

/** A histogram of the spread in bps by time, with the median and the 95th percentile marked. */
export function spreadDistribution(rows: Iterable<DistributionRow>, options: DistributionOptions): HTMLElement {
  const {symbol, title = `${short(symbol)} spread distribution`, height, width, source, period, median, p95} = options;
  const none = toNumber(options.updates) > 0 ? "no normal books in this range" : "no books in open hours in this range";
  const found = distribution(rows);
  const words = {whole: "the time", write: formatBps};
  const isOne = found.bins.length === 1 && tailsOf({...found, ...words}).length === 0;
  const instead = isOne ? `one spread all the time: ${formatBps(median)}` : null;
  const figure = binChart({
    ...{title, height, width, source, period, ...found, ...words, axis: "spread, bps"},
    short: (bps) => formatBps(bps, {unit: false}),
    empty: found.bins.length === 0 ? none : instead,
    marks: [
      {name: "median", words: "Median", value: toNumber(median)},
      {name: "p95", words: "95th percentile", value: toNumber(p95)}
    ],
    header: ["fromBps", "toBps", "shareOfTime"]
  });
  return withWhole(figure, symbol);
}

/** The time that the spread spent in a bin, which starts at `spreadBps` and is `width` wide, both in bps. */
export interface DistributionRow {
  spreadBps: Quantity;
  width: Quantity;
  seconds: Quantity;
  /** `below` or `above` for the time outside the bins. */
  tail?: string | null;
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
