import {group} from "d3-array";
import type {ChartOptions, Series, Shade} from "../../charts/model.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime} from "../../duckdb/values/rows.js";
import {
  formatBps,
  formatPercent,
  formatPrice,
  formatTick,
  formatUtc,
  type Instant,
  type Quantity
} from "../../format/format.js";
import {feedLooks} from "../../ui/elements/looks.js";
import {feedLabel, short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";

/** How prices are compared, by the names that `price_comparison` takes. */
export const comparisons = {indexed: "Indexed", difference: "Difference, bps", ratio: "Ratio"} as const;

/** A row of `price_comparison`: an index, a difference in bps or a ratio. */
interface ComparisonRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  publishedAt: Instant;
  value: Quantity;
}

interface ComparisonOptions extends ChartOptions {
  /** Ids of the feeds in the order of their lines, the main feed first. A feed without rows keeps its place. */
  feeds: readonly number[];
  /** The main feed's symbol. */
  symbol: string;
  mode?: keyof typeof comparisons;
  /** The instant at which an index is 100; by default the start of the view. */
  base?: Instant | null;
  /** Whether the value axis is logarithmic. */
  log?: boolean;
}

/** Prices of several feeds over time: indexed to 100, or their differences from the first feed, or their ratios to it. */
export function comparisonChart(rows: Iterable<ComparisonRow>, options: ComparisonOptions): HTMLElement {
  const {feeds, symbol, mode = "indexed", base = null, ...rest} = options;
  const shades = shadesOf(rest.sessions ?? [], rest.stepMs);
  const opening = rest.skipClosed && mode === "indexed" && base === null ? opensAt(shades) : -Infinity;
  const byFeed = group(rows, ({priceFeedId}) => Number(priceFeedId));
  const labels = feeds.map((priceFeedId, at) =>
    at === 0 ? symbol : feedLabel({priceFeedId, symbol: byFeed.get(priceFeedId)?.[0]?.symbol ?? null})
  );
  const drawn = labels.filter((_, at) => at === 0 || byFeed.has(feeds[at] ?? NaN));
  const looks = new Map(feedLooks(drawn).map((look, i) => [drawn[i], look]));
  const {title, column, unit, ...text} = textsOf(mode, short(symbol), base);
  const series = feeds.map((priceFeedId, at): Series => {
    const {times, values} = byTime(byFeed.get(priceFeedId) ?? []);
    const label = labels[at] ?? "";
    const indices = based(times, values("value"), opening);
    const lacksBase = mode === "indexed" && base !== null && times.length > 0 && indices.every(Number.isNaN);
    return {
      ...{
        key: String(priceFeedId),
        label: `${short(label)}${lacksBase ? ", no base" : ""}`,
        title: label,
        shape: "line",
        color: color.price
      },
      ...looks.get(label),
      ...{times, values: indices, columns: [`${label} ${column}`]}
    };
  });
  return timeChart({
    ...{title, id: "comparison", unit},
    ...rest,
    stepMs: feeds.length * (rest.stepMs ?? 0), // all lines together have as many rows a step as one chart
    series: mode === "indexed" ? series : series.slice(1),
    shades,
    ...text
  });
}

function textsOf(mode: keyof typeof comparisons, main: string, base: Instant | null) {
  const none = {unit: "", formatTick};
  if (mode === "difference")
    return {
      ...{title: `Difference from ${main}`, column: "differenceBps", formatTick, unit: "bps"},
      formatValue: (value: number, more = 0) => formatBps(value, {signed: true, more})
    };
  if (mode === "ratio")
    return {
      ...{title: `Ratio to ${main}`, column: "ratio", ...none},
      formatValue: (value: number, more = 0) => formatPrice(Number(value.toPrecision(6 + more)))
    };
  const formatChange = (value: number, more = 0): string => formatPrice(value, -2 - more);
  return {
    ...{title: base === null ? "Indexed to 100" : `Indexed to 100 at ${formatUtc(base)}`, column: "index", ...none},
    empty: base === null ? "no values in this range" : "no price at the base or in the six hours after it",
    formatChange,
    formatValue: (value: number, more = 0) =>
      `${formatChange(value, more)} (${formatPercent((value - 100) / 100, {signed: true})})`
  };
}

function opensAt([first]: Shade[]): number {
  return first?.kind === "closed" ? first.to : -Infinity;
}

function based(times: readonly number[], values: number[], start: number): number[] {
  if (start === -Infinity) return values;
  const base = values.find((value, i) => (times[i] ?? NaN) >= start && !Number.isNaN(value)) ?? 100;
  return values.map((value) => (100 * value) / base);
}
