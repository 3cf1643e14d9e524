import type {ChartOptions, Series} from "../../charts/model.js";
import {withWhole} from "../../charts/shell.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime, type Columns} from "../../duckdb/values/rows.js";
import {formatBps, formatTick, type Instant, type Quantity} from "../../format/format.js";
import {inFeedColor} from "../../ui/elements/looks.js";
import {short} from "../../ui/elements/names.js";
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

/** Options of {@link spreadChart}. */
export interface SpreadOptions extends ChartOptions {
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

const spread = {key: "spread", columns: ["spreadBps"], color: color.price} as const;
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
