import {binChart, type Distribution, tailsOf} from "../../charts/bins.js";
import type {HeatOptions} from "../../charts/heat/heat-chart.js";
import type {ChartOptions, Series} from "../../charts/model.js";
import {withWhole} from "../../charts/shell.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime, type Columns} from "../../duckdb/values/rows.js";
import {
  formatBps,
  formatCount,
  formatPercent,
  formatTick,
  type Instant,
  type Quantity,
  toNumber
} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {feedColor, inFeedColor} from "../../ui/elements/looks.js";
import {sessionNames, short} from "../../ui/elements/names.js";
import {type Stat, statRow} from "../../ui/elements/stats.js";
import {color} from "../../ui/elements/theme.js";

/** The bid/ask spread of one update, or of the updates in one time bucket, in basis points of the mid price. */
export interface SpreadRow {
  publishedAt: Instant;
  /** The spread, or the bucket's median spread; null if no book was normal. */
  spreadBps: Quantity;
  /** The bucket's 95th percentile. */
  p95SpreadBps?: Quantity;
  maxSpreadBps?: Quantity;
  /** `normal`, `locked` (bid = ask) or `crossed` (ask < bid); for a bucket the worst. */
  book?: string | null;
  marketSession?: string | null;
}

interface SpreadOptions extends ChartOptions {
  symbol: string;
}

/**
 * The spread in bps over time, with a band up to the 95th percentile, a thin line at the maximum, and marks of locked
 * and crossed books, on the line, or at zero without a spread.
 */
export function spreadChart(rows: Iterable<SpreadRow>, {symbol, ...options}: SpreadOptions): HTMLElement {
  const all = [...rows];
  const figure = timeChart({
    title: `${short(symbol)} spread`,
    height: 260,
    ...options,
    series: inFeedColor(
      seriesOf(byTime(all)).filter(
        ({key, upper, values}) => key === "spread" || Array.from(upper ?? values).some(present)
      ),
      symbol
    ),
    shades: shadesOf(options.sessions ?? all, options.stepMs),
    formatValue: (bps, more = 0) => formatBps(bps, {more}),
    formatTick,
    zero: true,
    unit: "bps"
  });
  return withWhole(figure, symbol);
}

const spread = {key: "spread", columns: ["spreadBps"], color: color.price, tagged: true} as const;
const p95 = {
  key: "p95",
  shape: "band",
  stepped: true,
  columns: [null, "p95Bps"],
  label: "to 95th percentile",
  color: color.band
} as const;
const max = {key: "max", columns: ["maxBps"], label: "Maximum", color: color.ink3, size: 1} as const;
const locked = {key: "locked", shape: "dots", columns: ["locked"], sign: "ring", color: color.warn} as const;
const crossed = {key: "crossed", shape: "dots", columns: ["crossed"], sign: "cross", color: color.negative} as const;

// A bucket has many updates, so the marks of its crossed or locked books do not show its median as their value.
function seriesOf({times, values, texts}: Columns<SpreadRow>): Series[] {
  const bps = values("spreadBps");
  const upper = values("p95SpreadBps");
  const bucketed = upper.some(present);
  const shape = bucketed ? "step" : "line"; // a bucket's figures cover its whole time
  const meanwhile = bucketed ? " at some time" : "";
  const books = texts("book");
  const marks = (book: string): Pick<Series, "times" | "values" | "saved" | "format"> => ({
    times,
    values: bps.map((value, index) => (books[index] !== book ? NaN : present(value) ? value : 0)),
    saved: books.map((one) => (one === book ? 1 : NaN)),
    format: (value, _, index, write) => (bucketed || !present(bps[index] ?? NaN) ? "yes" : write(value))
  });
  return [
    {...spread, shape, times, values: bps, label: bucketed ? "Median spread" : "Spread"},
    {...p95, times, values: bps, upper, format: (_, high, _index, write) => write(high)},
    {...max, shape, times, values: values("maxSpreadBps")},
    {...locked, ...marks("locked"), label: `Locked${meanwhile}`},
    {...crossed, ...marks("crossed"), label: `Crossed${meanwhile}`}
  ];
}

function present(value: number): boolean {
  return !Number.isNaN(value);
}

/** A sentence: the share of the time in which the spread was wider than the confidence. */
export function widerNote({widerShare}: {widerShare?: Quantity} = {}): string {
  if (Number.isNaN(toNumber(widerShare))) return "It is unknown how often the spread was wider than the confidence.";
  return `The spread was wider than the confidence for ${formatPercent(widerShare)} of the time in which both were known.`;
}

type SpreadSummary = Partial<
  Record<
    "last" | "median" | "p95" | "confidences" | "updates" | "crossed" | "locked" | "crossedShare" | "lockedShare",
    Quantity
  >
> & {sessions?: readonly string[] | null};

const noBooks = "no books in open hours";

/** A row of `spread_summary` as key figures: last spread, median, 95th percentile, and crossed and locked books. */
export function spreadFigures(row: SpreadSummary = {}): HTMLElement {
  const {last, median, p95, confidences, sessions, crossed} = row;
  const isKnown = !Number.isNaN(toNumber(confidences));
  return statRow([
    {label: "Last update", value: formatBps(last)},
    {label: "Median", value: formatBps(median), detail: sessions ? sessionsOf(sessions) : noBooks},
    {label: "p95", value: formatBps(p95)},
    {label: "÷ confidence", value: isKnown ? `${formatBps(confidences, {unit: false})} ×` : "–"},
    {label: "Crossed", ...books(row, crossed, row.crossedShare), tone: toNumber(crossed) > 0 ? "warn" : undefined},
    {label: "Locked", ...books(row, row.locked, row.lockedShare)}
  ]);
}

const shortNames = 30; // characters: the figures are one line

function sessionsOf(sessions: readonly string[]): string | HTMLElement {
  const all = sessionNames(sessions);
  if (all.length <= shortNames) return all;
  return html("span", {title: all}, `${sessions.length} ${sessions.length === 1 ? "session" : "sessions"}`);
}

function books({updates}: SpreadSummary, count: Quantity, share: Quantity): Pick<Stat, "value" | "detail"> {
  const all = toNumber(updates) || 0;
  const detail = all === 0 ? noBooks : `${formatCount(count)}\u00a0of\u00a0${formatCount(all)} books`;
  return {value: all > 1 ? formatPercent(share) : "–", detail};
}

/** Options of {@link spreadDistribution}; median and p95, in bps, are marked. */
interface DistributionOptions extends HeatOptions {
  symbol: string;
  median?: Quantity;
  p95?: Quantity;
  /** The number of updates with bid and ask, which explains an empty picture. */
  updates?: Quantity;
  /** Height in px. */
  height?: number;
}

/** A histogram of the spread in bps by time, with the median and the 95th percentile marked. */
export function spreadDistribution(rows: Iterable<DistributionRow>, options: DistributionOptions): HTMLElement {
  const {symbol, width, source, period, height, median, p95} = options;
  const title = `${short(symbol)} spread distribution`;
  const none = toNumber(options.updates) > 0 ? "no normal books in this range" : `${noBooks} in this range`;
  const found = distribution(rows);
  const words = {whole: "the time", write: formatBps};
  const isOne = found.bins.length === 1 && tailsOf({...found, ...words}).length === 0;
  const instead = isOne ? `one spread all the time: ${formatBps(median)}` : null;
  const figure = binChart({
    ...{title, width, height, source, period, ...found, ...words, axis: "spread, bps", fill: feedColor(symbol)},
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
interface DistributionRow {
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
