import {formatPrice, formatTick, type Quantity} from "../lib/format.js";
import type {Instant} from "../lib/instant.js";
import type {ChartOptions, Series} from "./chart/model.js";
import {sessionShades} from "./chart/shades.js";
import {timeChart} from "./chart/time.js";
import {byTime} from "./rows.js";
import {color} from "./theme.js";

/** A price update in human units, as the `prices` table has it. */
export interface PriceRow {
  publishedAt: Instant;
  price: Quantity;
  bid?: Quantity;
  ask?: Quantity;
  /** The lowest and the highest price meanwhile. */
  low?: Quantity;
  high?: Quantity;
  confidence?: Quantity;
  ema?: Quantity;
  emaConfidence?: Quantity;
  marketSession?: string | null;
}

/** Options of {@link priceChart}. */
export interface PriceOptions extends ChartOptions {
  symbol: string;
  /** The feed's exponent: readouts show no more decimals than it has. */
  exponent?: Quantity;
  /** Which parts are on at first, all by default; each can be toggled. */
  show?: {confidence?: boolean; bidAsk?: boolean; ema?: boolean};
}

const lines = {
  price: {key: "price", label: "Price", shape: "line", color: color.price},
  ema: {key: "ema", label: "EMA", shape: "line", color: color.ema, dash: "5 3"},
  bidAsk: {key: "bidAsk", label: "Bid / ask", shape: "band", color: color.bid, opacity: 0.4},
  extent: {key: "extent", label: "Low / high", shape: "band", color: color.ink3, opacity: 0.4},
  confidence: {key: "confidence", label: "Confidence", shape: "band", color: color.band}
} as const;

/** The price over time with its confidence band (price ± confidence), the bid/ask band and the EMA. Parts without values are left out. */
export function priceChart(
  rows: Iterable<PriceRow>,
  {symbol, exponent, show = {}, ...options}: PriceOptions
): HTMLElement {
  const {times, values, texts} = byTime(rows);
  const price = values("price");
  const quote = /\/([^/]+)$/.exec(symbol)?.[1] ?? "";
  const confidence = values("confidence");
  const [low, high, ema, bid] = [values("low"), values("high"), values("ema"), values("bid")];
  const isBars = [...ema, ...bid].every(Number.isNaN) && low.some((value, index) => value < (high[index] ?? NaN));
  const format = (value: number): string => formatPrice(value, exponent);
  const plusMinus = (_low: number, _high: number, index: number): string => `± ${format(confidence[index] ?? NaN)}`;
  const parts: Series[] = [
    {...lines.price, times, values: price, columns: [`price${quote}`]},
    {...lines.ema, times, values: ema, columns: [`ema${quote}`], hidden: show.ema === false},
    {
      ...lines.bidAsk,
      times,
      hidden: show.bidAsk === false,
      columns: [`bid${quote}`, `ask${quote}`],
      values: bid,
      upper: values("ask"),
      format: (bid, ask) => `${format(bid)} / ${format(ask)}`
    },
    {
      ...lines.extent,
      times,
      columns: [`low${quote}`, `high${quote}`],
      values: isBars ? low : low.map(() => NaN), // a point of updates stands for few of them
      upper: high,
      format: (from, to) => `${format(from)} – ${format(to)}`
    },
    {
      ...lines.confidence,
      times,
      hidden: show.confidence === false,
      format: plusMinus,
      columns: [`confidenceLow${quote}`, `confidenceHigh${quote}`],
      values: price.map((value, index) => exact(value - (confidence[index] ?? NaN))),
      upper: price.map((value, index) => exact(value + (confidence[index] ?? NaN)))
    }
  ];
  return timeChart({
    title: `${symbol} price`,
    ...options,
    series: parts.filter(hasValues),
    shades: sessionShades(times, texts("marketSession"), options.stepMs),
    formatValue: format,
    formatTick,
    unit: quote
  });
}

function hasValues({key, values, upper}: Series): boolean {
  if (key === "price") return true;
  return Array.from(values).some((value, index) => !Number.isNaN(value + (upper?.[index] ?? 0)));
}

// Sums of decimals end in noise such as 80742.54368301999.
function exact(value: number): number {
  return Number(value.toPrecision(15));
}
