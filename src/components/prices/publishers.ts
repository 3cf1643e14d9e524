import {formatCount, formatTick, type Instant, type Quantity} from "../../lib/format.js";
import type {ChartOptions} from "../chart/model.js";
import {timeChart} from "../chart/time.js";
import {shadesOf} from "../chart/trading-time.js";
import {byTime} from "../parts/rows.js";
import {color} from "../parts/theme.js";

/** How many publishers an update had, or at least each of a bar's. */
export interface PublishersRow {
  publishedAt: Instant;
  publisherCount?: Quantity;
  marketSession?: string | null;
}

/** The number of publishers over time, low enough to stand below the price: few of them, and a price is worth less. */
export function publishersChart(
  rows: Iterable<PublishersRow>,
  {symbol, ...options}: ChartOptions & {symbol: string}
): HTMLElement {
  const all = [...rows];
  const {times, values} = byTime(all);
  const publishers = {key: "publishers", label: "Publishers", shape: "step", color: color.ink2} as const;
  return timeChart({
    title: `${symbol} publishers`,
    height: 120,
    ...options,
    series: [{...publishers, times, values: values("publisherCount"), columns: ["publishers"]}],
    shades: shadesOf(options.sessions ?? all, options.stepMs),
    formatValue: formatCount,
    formatTick: (value, step) => (Number.isInteger(value) ? formatTick(value, Math.max(1, step)) : ""),
    zero: true
  });
}
