import {
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRange,
  type PriceDigits,
  type Quantity,
  toNumber
} from "../../format/format.js";
import {type FeedNames, sessionBadge} from "../../ui/elements/names.js";
import {statRow, toneOf} from "../../ui/elements/stats.js";

type PriceSummary = Pick<Partial<FeedNames>, "marketSession" | "ageSeconds" | "stale"> &
  Partial<Record<"last" | "change" | "low" | "high" | "confidenceBps" | "publisherCount" | "priceless", Quantity>>;

/** The range that figures cover, whether it is zoomed, and what the digits of prices follow. */
interface PriceFiguresOptions extends PriceDigits {
  range?: string;
  zoom?: unknown;
}

/** A row of `price_summary` as key figures: last, change, low, high, confidence and publishers. */
export function priceFigures(
  row: PriceSummary = {},
  {range = "", zoom, ...digits}: PriceFiguresOptions = {}
): HTMLElement {
  const {last, change, low, high, confidenceBps, publisherCount, marketSession, priceless} = row;
  const isPriceless = toNumber(priceless) > 0;
  const none = `${formatCount(priceless)} updates, none with a price`;
  const over = `over ${zoom ? "the zoom" : formatRange(range)}`;
  return statRow([
    {
      label: zoom ? "Last in the zoom" : "Last",
      value: formatPrice(last, digits),
      detail: isPriceless ? none : zoom ? "" : sessionBadge(marketSession, row)
    },
    {label: "Change", value: formatPercent(change, {signed: true}), detail: over, tone: toneOf(toNumber(change))},
    {label: "Low", value: formatPrice(low, digits)},
    {label: "High", value: formatPrice(high, digits)},
    {label: "Confidence", value: formatBps(confidenceBps), detail: "median, ± of the price"},
    {label: "Publishers", value: formatCount(publisherCount), detail: "in the last update"}
  ]);
}
