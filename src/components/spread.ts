import {formatBps, formatTick, type Quantity} from "../lib/format.js";
import type {Instant} from "../lib/instant.js";
import type {ChartOptions, Series} from "./chart/model.js";
import {sessionShades} from "./chart/shades.js";
import {timeChart} from "./chart/time.js";
import {byTime} from "./rows.js";
import {color} from "./theme.js";

/** The bid/ask spread of one update, or of the updates in one bucket of time; all spreads in basis points of the mid price. */
export interface SpreadRow {
  publishedAt: Instant;
  /** The spread, or the bucket's median spread. */
  spreadBps: Quantity;
  /** The bucket's 95th percentile. */
  p95?: Quantity;
  spreadBpsMax?: Quantity;
  /** `normal`, `locked` (bid = ask) or `crossed` (ask < bid); of a bucket the worst. */
  book?: string | null;
  marketSession?: string | null;
}

/** Options of {@link spreadChart}. */
export interface SpreadOptions extends ChartOptions {
  symbol: string;
}

/** The spread in bps over time, with a band up to the 95th percentile, the maximum, and marks where the book was locked or crossed. */
export function spreadChart(rows: Iterable<SpreadRow>, {symbol, ...options}: SpreadOptions): HTMLElement {
  const {times, values, texts} = byTime(rows);
  const spread = values("spreadBps");
  const p95 = values("p95");
  const bucketed = p95.some(present);
  const books = texts("book");
  const only = (book: string): number[] => spread.map((bps, index) => (books[index] === book ? bps : NaN));
  const to95 = (_: number, high: number): string => formatBps(high);
  const parts: Series[] = [
    {
      ...{key: "spread", label: bucketed ? "Median spread" : "Spread", shape: "line", color: color.price},
      times,
      values: spread
    },
    {
      ...{key: "p95", label: "to 95th percentile", shape: "band", color: color.band, format: to95},
      times,
      values: spread,
      upper: p95
    },
    {
      ...{key: "max", label: "Maximum", shape: "line", color: color.ink3, size: 1, hidden: bucketed},
      times,
      values: values("spreadBpsMax")
    },
    {
      ...{key: "locked", label: "Locked", shape: "dots", sign: "ring", color: color.warn},
      times,
      values: only("locked")
    },
    {
      ...{key: "crossed", label: "Crossed", shape: "dots", sign: "cross", color: color.negative},
      times,
      values: only("crossed")
    }
  ];
  return timeChart({
    title: `${symbol} spread`,
    height: 260,
    ...options,
    series: parts.filter(({key, upper, values}) => key === "spread" || Array.from(upper ?? values).some(present)),
    shades: sessionShades(times, texts("marketSession")),
    formatValue: (bps) => formatBps(bps),
    formatTick,
    zero: true,
    unit: "bps"
  });
}

function present(value: number): boolean {
  return !Number.isNaN(value);
}
