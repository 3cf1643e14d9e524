import {formatBps, formatPercent, formatPrice, type Quantity, toNumber} from "../../format/format.js";
import {sessionBadge} from "../../ui/elements/names.js";
import {statRow, toneOf} from "../../ui/elements/stats.js";

/** A row of `price_summary`: figures of a feed's price over a time range. */
export interface PriceSummary {
  last?: Quantity;
  /** Fraction. */
  change?: Quantity;
  low?: Quantity;
  high?: Quantity;
  confidenceBps?: Quantity;
  publisherCount?: Quantity;
  marketSession?: string | null;
  ageSeconds?: Quantity;
  stale?: boolean | null;
}

/** The range that figures cover, whether it is zoomed, and the exponent that sets the decimals of prices. */
export interface PriceFiguresOptions {
  exponent?: Quantity;
  range?: string;
  zoom?: unknown;
}

/** A feed's price over a time range as key figures: last, change, low, high, confidence and publishers. */
export function priceFigures(
  row: PriceSummary = {},
  {exponent, range = "", zoom}: PriceFiguresOptions = {}
): HTMLElement {
  const {last, change, low, high, confidenceBps, publisherCount, marketSession} = row;
  const over = `over ${zoom ? "the zoom" : range}`;
  return statRow([
    {label: "Last", value: formatPrice(last, exponent), detail: sessionBadge(marketSession, row)},
    {label: "Change", value: formatPercent(change, {signed: true}), detail: over, tone: toneOf(toNumber(change))},
    {label: "Low", value: formatPrice(low, exponent)},
    {label: "High", value: formatPrice(high, exponent)},
    {label: "Confidence", value: formatBps(confidenceBps), detail: "median, ± of the price"},
    {label: "Publishers", value: String(publisherCount ?? "–"), detail: "in the last update"}
  ]);
}
