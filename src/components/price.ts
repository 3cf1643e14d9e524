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

/** The price over time with its confidence band (price ± confidence), the bid/ask band and the EMA. Parts without values are left out. */
export function priceChart(
  rows: Iterable<PriceRow>,
  {symbol, exponent, show = {}, ...options}: PriceOptions
): HTMLElement {
  const {times, values, texts} = byTime(rows);
  const price = values("price");
  const confidence = values("confidence");
  const format = (value: number): string => formatPrice(value, exponent);
  const plusMinus = (_low: number, _high: number, index: number): string => `± ${format(confidence[index] ?? NaN)}`;
  const band = {times, shape: "band", color: color.band} as const;
  const parts: Series[] = [
    {key: "price", label: "Price", shape: "line", color: color.price, times, values: price},
    {
      ...{key: "ema", label: "EMA", shape: "line", color: color.ema, dash: "5 3", times, values: values("ema")},
      hidden: show.ema === false
    },
    {
      ...{...band, key: "bidAsk", label: "Bid / ask", color: color.bid, opacity: 0.4, hidden: show.bidAsk === false},
      values: values("bid"),
      upper: values("ask"),
      format: (bid, ask) => `${format(bid)} / ${format(ask)}`
    },
    {
      ...{...band, key: "confidence", label: "Confidence", hidden: show.confidence === false, format: plusMinus},
      values: price.map((value, index) => exact(value - (confidence[index] ?? NaN))),
      upper: price.map((value, index) => exact(value + (confidence[index] ?? NaN)))
    }
  ];
  return timeChart({
    title: `${symbol} price`,
    ...options,
    series: parts.filter(hasValues),
    shades: sessionShades(times, texts("marketSession")),
    formatValue: format,
    formatTick,
    unit: /\/([^/]+)$/.exec(symbol)?.[1] ?? ""
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
