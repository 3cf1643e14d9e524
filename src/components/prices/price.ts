import {formatPrice, formatStep, formatTick, type Quantity} from "../../lib/format.js";
import type {ChartOptions, Series} from "../chart/model.js";
import {shadesOf} from "../chart/shades.js";
import {timeChart} from "../chart/time.js";
import {byTime} from "../parts/rows.js";
import {bandsOf, type CandleRow, candlesOf, emaOf, type PriceRow, priceOf, sidesOf, stepped} from "./series.js";

export type {CandleRow, PriceRow} from "./series.js";

/** Options of {@link priceChart}. */
export interface PriceOptions extends ChartOptions {
  symbol: string;
  /** What to draw in place of the line, if there are any. */
  candles?: Iterable<CandleRow>;
  /** Confidences on either side of the price that the band shows, default 1. */
  band?: Quantity | string;
  /** Whether equal ratios of prices are equally far apart. */
  log?: boolean;
  /** The feed's exponent: readouts show no more decimals than it has. */
  exponent?: Quantity;
  /** Which parts are on at first, all by default; each can be toggled. */
  show?: {confidence?: boolean; bidAsk?: boolean; ema?: boolean};
}

/**
 * The price over time, as a line or as candles, with its confidence band (price ± so many confidences), the bid/ask band and
 * the EMA. Parts without values are left out.
 */
export function priceChart(rows: Iterable<PriceRow>, {candles = [], ...options}: PriceOptions): HTMLElement {
  const [bars, updates] = [[...candles], [...rows]];
  const columns = bars.length > 0 ? byTime<CandleRow>(bars) : byTime<Partial<CandleRow> & PriceRow>(updates);
  const {symbol, exponent, show = {}, band = 1, ...rest} = options;
  const stepMs = bars.length > 0 ? 1000 * (columns.values("seconds")[0] ?? 0) : rest.stepMs;
  const format = (value: number): string => formatPrice(value, exponent);
  const quote = /\/([^/]+)$/.exec(symbol)?.[1] ?? "";
  const naming = {quote, format, show, confidences: Number(band) || 1};
  const [ema, bands] = [emaOf(columns, naming), bandsOf(columns, naming)];
  const drawn =
    bars.length > 0
      ? [candlesOf(columns, naming), ...[ema, ...bands].map(stepped)]
      : [priceOf(columns, naming), ema, ...sidesOf(columns, naming), ...bands];
  return timeChart({
    title: bars.length > 0 ? `${symbol} price, candles of ${formatStep((stepMs ?? 0) / 1000)}` : `${symbol} price`,
    ...rest,
    ...(stepMs !== undefined && {stepMs}),
    series: drawn.filter(hasValues),
    shades:
      updates.length > 0 ? shadesOf(rest.sessions ?? updates, rest.stepMs) : shadesOf(rest.sessions ?? bars, stepMs),
    formatValue: format,
    formatTick,
    unit: quote
  });
}

function hasValues({key, values, upper}: Series): boolean {
  if (key === "price") return true;
  return Array.from(values).some((value, index) => !Number.isNaN(value + (upper?.[index] ?? 0)));
}
