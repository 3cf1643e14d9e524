import {median} from "d3-array";
import type {ChartOptions, Series} from "../../charts/model.js";
import {withWhole} from "../../charts/shell.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime, type Columns} from "../../duckdb/values/rows.js";
import {spacingOf} from "../../format/digits.js";
import {
  formatAge,
  formatConfidence,
  formatCount,
  formatPrice,
  formatTick,
  type Instant,
  type Quantity,
  toNumber
} from "../../format/format.js";
import {inFeedColor} from "../../ui/elements/looks.js";
import {short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";

interface PriceOptions extends ChartOptions {
  symbol: string;
  /** Candles to draw in place of the line, if there are any. */
  candles?: Iterable<CandleRow>;
  /** Half width of the confidence band in confidences, default 1. */
  band?: Quantity | string;
  /** Whether the value axis is logarithmic. */
  log?: boolean;
  /** The feed's exponent and confidence, which the digits of readouts follow; by default the confidence of the rows. */
  exponent?: Quantity;
  confidence?: Quantity;
}

/**
 * The price over time, as a line or as candles, with its confidence band (price ± `band` confidences), the bid/ask band
 * and the EMA. Parts without values are left out.
 */
export function priceChart(rows: Iterable<PriceRow>, {candles = [], ...options}: PriceOptions): HTMLElement {
  const updates = [...rows];
  const bars = Array.from(candles, (row) => ({...row, price: row.close})); // bands are about the close
  const columns = byTime<Partial<CandleRow> & PriceRow>(bars.length > 0 ? bars : updates);
  const {symbol, exponent, confidence, band = 1, ...rest} = options;
  const stepMs = bars.length > 0 ? 1000 * (columns.values("seconds")[0] ?? 0) : rest.stepMs;
  const digits = {
    ...{exponent, confidence: confidence ?? median(columns.values("confidence"))},
    spacing: spacingOf(columns.values("price"))
  };
  const format = (value: number, more = 0): string => formatPrice(value, more === Infinity ? exponent : digits);
  const name = short(symbol);
  const quote = /\/([^/]+)$/.exec(name)?.[1] ?? "";
  const naming = {quote, confidences: Number(band) || 1};
  const [ema, bands] = [emaOf(columns, naming), bandsOf(columns, naming)];
  const drawn =
    bars.length > 0
      ? [candlesOf(columns, naming), ...[ema, ...bands].map(stepped)]
      : [priceOf(columns, naming), ema, ...sidesOf(columns, naming), ...bands];
  const isPriceless = updates.length > 0 && updates.every(({price}) => Number.isNaN(toNumber(price)));
  const figure = timeChart({
    title: bars.length > 0 ? `${name} price, candles of ${formatAge((stepMs ?? 0) / 1000)}` : `${name} price`,
    id: `${name} price`,
    ...(isPriceless && {empty: "no update in this range has a price"}), // loading would not help
    ...rest,
    ...(stepMs !== undefined && {stepMs}),
    series: inFeedColor(drawn.filter(hasValues), symbol),
    shades:
      updates.length > 0 ? shadesOf(rest.sessions ?? updates, rest.stepMs) : shadesOf(rest.sessions ?? bars, stepMs),
    formatValue: format,
    formatTick,
    unit: quote
  });
  return withWhole(figure, symbol);
}

function hasValues({key, values, upper}: Series): boolean {
  if (key === "price") return true;
  return Array.from(values).some((value, index) => !Number.isNaN(value + (upper?.[index] ?? 0)));
}

/** A price update in human units, as the `prices` table has it. */
export interface PriceRow {
  publishedAt: Instant;
  price: Quantity;
  bid?: Quantity;
  ask?: Quantity;
  /** The lowest and the highest price that the row covers. */
  low?: Quantity;
  high?: Quantity;
  confidence?: Quantity;
  ema?: Quantity;
  emaConfidence?: Quantity;
  publisherCount?: Quantity;
  marketSession?: string | null;
}

/** The prices of a step, drawn as a candle. */
interface CandleRow extends Omit<PriceRow, "price"> {
  open: Quantity;
  close: Quantity;
  /** Length of the step. */
  seconds: Quantity;
}

const lines = {
  price: {key: "price", label: "Price", shape: "line", color: color.price, tagged: true},
  ema: {key: "ema", label: "EMA", shape: "line", color: color.ema, dash: "5 3"},
  bidAsk: {key: "bidAsk", label: "Bid / ask", shape: "band", color: color.bid, opacity: 0.4},
  extent: {key: "extent", label: "Low / high", shape: "band", color: color.ink3, opacity: 0.4, stretches: true},
  emaBand: {key: "emaBand", label: "EMA confidence", shape: "band", color: color.ema, opacity: 0.12},
  crossed: {key: "crossed", label: "Crossed book", shape: "dots", sign: "cross", color: color.negative},
  confidence: {key: "confidence", label: "Confidence", shape: "band", color: color.band}
} as const;

type PriceColumns = Columns<Partial<CandleRow> & PriceRow>;

interface Naming {
  quote: string;
  /** Half width of a band in confidences. */
  confidences: number;
}

function candlesOf({times, values}: PriceColumns, {quote}: Naming): Series {
  const [open, lower, upper] = [values("open"), values("low"), values("high")];
  const columns = [`close${quote}`, `high${quote}`, `low${quote}`, `open${quote}`] as const;
  const candle = {...lines.price, label: "Candles", shape: "candles", color: color.ink2} as const;
  return {...candle, times, values: values("price"), open, lower, upper, columns};
}

/** A series as steps: each value covers the whole time of its candle. */
export function stepped(series: Series): Series {
  return series.shape === "band" ? {...series, stepped: true} : {...series, shape: "step"};
}

function emaOf({times, values}: PriceColumns, {quote}: Naming): Series {
  return {...lines.ema, times, values: values("ema"), columns: [`ema${quote}`]};
}

function priceOf({times, values}: PriceColumns, {quote}: Naming): Series {
  return {...lines.price, times, values: values("price"), columns: [`price${quote}`]};
}

function sidesOf({times, values}: PriceColumns, {quote}: Naming): Series[] {
  const [low, high, ema, bid] = [values("low"), values("high"), values("ema"), values("bid")];
  const isBars = [...ema, ...bid].every(Number.isNaN) && low.some((value, index) => value < (high[index] ?? NaN));
  return [
    {
      ...lines.bidAsk,
      times,
      columns: [`bid${quote}`, `ask${quote}`],
      values: bid,
      upper: values("ask"),
      format: (bid, ask, _, write) => `${write(bid)} / ${write(ask)}`
    },
    {
      ...lines.extent,
      times,
      columns: [`low${quote}`, `high${quote}`],
      values: isBars ? low : low.map(() => NaN), // points between updates cover only a few updates
      upper: high,
      format: (from, to, _, write) => `${write(from)} – ${write(to)}`
    },
    ...crossedOf({times, values}, bid)
  ];
}

function crossedOf({times, values}: Pick<PriceColumns, "times" | "values">, bid: number[]): Series[] {
  const [price, ask] = [values("price"), values("ask")];
  const crossed = bid.map((value, index) => ((ask[index] ?? NaN) < value ? (price[index] ?? NaN) : NaN));
  return [{...lines.crossed, times, values: crossed, columns: [null], format: () => "yes"}];
}

function bandsOf({times, values}: PriceColumns, {quote, confidences}: Naming): Series[] {
  const around = (middle: number[], confidence: number[]): Pick<Series, "times" | "values" | "upper" | "format"> => {
    const reach = confidence.map((value) => exact(value * confidences));
    return {
      times,
      values: middle.map((value, index) => exact(value - (reach[index] ?? NaN))),
      upper: middle.map((value, index) => exact(value + (reach[index] ?? NaN))),
      format: (_low, _high, index, write, isExact) => `± ${(isExact ? write : formatConfidence)(reach[index] ?? NaN)}`
    };
  };
  const columns = (name: string): Series["columns"] => [`${name}Low${quote}`, `${name}High${quote}`];
  const factor = confidences === 1 ? "" : ` × ${confidences}`;
  const {confidence, emaBand} = lines;
  return [
    {
      ...{...confidence, ...around(values("price"), values("confidence"))},
      label: `${confidence.label}${factor}`,
      columns: columns("confidence")
    },
    {
      ...{...emaBand, ...around(values("ema"), values("emaConfidence"))},
      label: `${emaBand.label}${factor}`,
      columns: columns("emaConfidence")
    }
  ];
}

// Removes the noise of sums of decimals, such as 80742.54368301999.
function exact(value: number): number {
  return Number(value.toPrecision(15));
}

/** The publishers of an update, or the fewest of a bar's updates. */
interface PublishersRow {
  publishedAt: Instant;
  publisherCount?: Quantity;
  marketSession?: string | null;
}

/** The number of publishers over time, below the price chart: few publishers make a price less reliable. */
export function publishersChart(
  rows: Iterable<PublishersRow>,
  {symbol, ...options}: ChartOptions & {symbol: string}
): HTMLElement {
  const all = [...rows];
  const {times, values} = byTime(all);
  const publishers = {key: "publishers", label: "Publishers", shape: "step", color: color.ink2} as const;
  const figure = timeChart({
    title: `${short(symbol)} publishers`,
    height: 120,
    ...options,
    series: [{...publishers, times, values: values("publisherCount"), columns: ["publishers"]}],
    shades: shadesOf(options.sessions ?? all, options.stepMs),
    formatValue: formatCount,
    formatTick: (value, step) => (Number.isInteger(value) ? formatTick(value, Math.max(1, step)) : ""),
    zero: true
  });
  return withWhole(figure, symbol);
}
