import {group} from "d3-array";
import type {ChartOptions, Series, Shade} from "../../charts/model.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime} from "../../duckdb/values/rows.js";
import {formatPercent, formatPrice, formatTick, type Instant, type Quantity} from "../../format/format.js";
import {feedLooks} from "../../ui/elements/looks.js";
import {feedLabel} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";

/** The price of a feed as an index: 100 at the start of the view. */
interface IndexRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  publishedAt: Instant;
  index: Quantity;
}

interface IndexedOptions extends ChartOptions {
  /** Ids of the feeds in the order of their lines. A feed without rows keeps its place. */
  feeds: readonly number[];
  /** Whether the value axis is logarithmic. */
  log?: boolean;
}

/** Prices of several feeds over time, each as an index that starts at 100, so that their changes can be compared. */
export function indexedChart(rows: Iterable<IndexRow>, {feeds, ...options}: IndexedOptions): HTMLElement {
  const shades = shadesOf(options.sessions ?? [], options.stepMs);
  const start = options.skipClosed ? opensAt(shades) : -Infinity;
  const byFeed = group(rows, ({priceFeedId}) => Number(priceFeedId));
  const labels = feeds.map((priceFeedId) =>
    feedLabel({priceFeedId, symbol: byFeed.get(priceFeedId)?.[0]?.symbol ?? null})
  );
  const drawn = labels.filter((_, at) => byFeed.has(feeds[at] ?? NaN));
  const looks = new Map(feedLooks(drawn).map((look, i) => [drawn[i], look]));
  const series = feeds.map((priceFeedId, at): Series => {
    const own = byFeed.get(priceFeedId) ?? [];
    const {times, values} = byTime(own);
    const label = labels[at] ?? "";
    return {
      ...{key: String(priceFeedId), label, shape: "line", color: color.price, ...looks.get(label)},
      ...{times, values: based(times, values("index"), start), columns: [`${label} index`]}
    };
  });
  return timeChart({
    title: "Indexed to 100",
    height: 260,
    ...options,
    stepMs: feeds.length * (options.stepMs ?? 0), // all lines together have as many rows a step as one chart
    series,
    shades,
    formatValue: (value, more = 0) =>
      `${formatPrice(value, -2 - more)} (${formatPercent((value - 100) / 100, {signed: true})})`,
    formatTick
  });
}

// The end of the closed hours at the start of the view.
function opensAt([first]: Shade[]): number {
  return first?.kind === "closed" ? first.to : -Infinity;
}

// Rescales an index to 100 at its first value from `start` on.
function based(times: readonly number[], values: number[], start: number): number[] {
  const base = values.find((value, i) => (times[i] ?? NaN) >= start && !Number.isNaN(value)) ?? 100;
  return start === -Infinity ? values : values.map((value) => (100 * value) / base);
}
