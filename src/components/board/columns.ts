import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  type Quantity
} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {ageTone, sessionBadge} from "../parts/badge.js";
import {countdown, nextPayment} from "../parts/countdown.js";
import {html} from "../parts/dom.js";
import {type FeedNames, feedLabel, feedTitle, type PriceFeed, type RateFeed} from "../parts/feeds.js";
import {textOf} from "../parts/rows.js";
import {shortened} from "../parts/short.js";
import {sparkline} from "../parts/sparkline.js";
import {toneOf} from "../parts/stats.js";
import type {Key} from "./order.js";

/** A column of the board. */
export interface Column<Row> {
  name: string;
  label: string;
  /** What a header's tooltip says of it. */
  title?: string;
  numeric: boolean;
  key: (row: Row) => Key;
  cell: (row: Row) => Node | string;
}

/** The columns of feeds that have prices, behind the symbol. */
export const priceColumns: readonly Column<PriceFeed>[] = [
  {...text<PriceFeed>("assetType", "Class"), cell: ({assetType}) => shortened(assetType ?? "–")},
  {...number<PriceFeed>("price", "Price"), cell: ({price, exponent}) => formatPrice(price, exponent)},
  {...number<PriceFeed>("change1h", "1 h", "change over 1 hour"), cell: ({change1h}) => changeCell(change1h)},
  {...number<PriceFeed>("change24h", "24 h", "change over 24 hours"), cell: ({change24h}) => changeCell(change24h)},
  {
    ...number<PriceFeed>("spark", "Last 24 h", "the last price of each hour"),
    key: ({change24h}) => toNumber(change24h),
    cell: spark
  },
  {
    ...number<PriceFeed>("spreadBps", "Spread, bps", "ask less bid, of their middle"),
    cell: ({spreadBps}) => formatBps(spreadBps, {unit: false})
  },
  {
    ...number<PriceFeed>("confidenceBps", "Conf., bps", "confidence: how far the publishers disagree, ± of the price"),
    cell: ({confidenceBps}) => formatBps(confidenceBps, {unit: false})
  },
  {...number<PriceFeed>("publisherCount", "Publ.", "publishers"), cell: (row) => formatCount(row.publisherCount)},
  ...standing<PriceFeed>()
];

/**
 * The columns of funding feeds, behind the symbol; payments are counted down to by a clock in epoch milliseconds. A feed's
 * price is not among them: it is its venue's mark price.
 */
export const rateColumns = (clock: () => number): readonly Column<RateFeed>[] => [
  {...number<RateFeed>("rate8h", "Per 8 h", "positive: longs pay shorts"), cell: ({rate8h}) => rateCell(rate8h)},
  {
    ...number<RateFeed>("apr", "APR", "simple yearly rate"),
    cell: ({apr}) => toned(apr, formatPercent(apr, {signed: true, decimals: 2}))
  },
  {
    ...number<RateFeed>("spark", "Last 24 h", "the last rate of each hour"),
    key: ({rate8h}) => toNumber(rate8h),
    cell: spark
  },
  {
    ...number<RateFeed>("intervalHours", "Paid every"),
    cell: ({intervalHours}) => formatAge(3600 * toNumber(intervalHours))
  },
  {
    ...number<RateFeed>("next", "Next in", "time until the next payment"),
    key: (row) => nextPayment(row, clock()),
    cell: (row) => countdown(row, clock())
  },
  ...standing<RateFeed>()
];

/** The first column: the symbol, with a link over the whole row, and the id. */
export function symbolColumn<Row extends FeedNames>(href: (row: Row) => string): Column<Row> {
  return {
    ...text<Row>("symbol", "Symbol"),
    key: feedLabel,
    cell: (row) =>
      html("span", {}, html("a", {href: href(row), title: feedTitle(row), tabindex: -1}, feedLabel(row)), id(row))
  };
}

function standing<Row extends FeedNames>(): Column<Row>[] {
  return [
    {...text<Row>("marketSession", "Session"), cell: (row) => sessionBadge(row.marketSession, row)},
    {
      ...number<Row>("ageSeconds", "Age", "of the feed’s last own update when the store’s last answer came"),
      cell: (row) => html("span", {"data-tone": ageTone(row.marketSession, row)}, formatAge(row.ageSeconds))
    }
  ];
}

function text<Row>(name: keyof Row & string, label: string): Omit<Column<Row>, "cell"> {
  return {name, label, numeric: false, key: (row) => textOf(row[name])};
}

function number<Row>(name: string, label: string, title?: string): Omit<Column<Row>, "cell"> {
  const key = (row: Row): number => toNumber(row[name as keyof Row]);
  return {name, label, numeric: true, key, ...(title === undefined ? {} : {title})};
}

function changeCell(fraction: Quantity): HTMLElement {
  return toned(fraction, formatPercent(fraction, {signed: true, decimals: 2}));
}

function rateCell(rate: Quantity): HTMLElement {
  return toned(rate, `${toNumber(rate) > 0 ? "+" : ""}${formatRate(rate)}`);
}

// What reads as zero has no sign.
function toned(value: Quantity, text: string): HTMLElement {
  return html("span", {"data-tone": /[1-9]/.test(text) ? toneOf(toNumber(value)) : null}, text);
}

function spark({spark}: FeedNames): SVGSVGElement {
  return sparkline(levelsOf(spark ?? ""), {width: 84});
}

// A to z follow each other in ASCII but for six signs between Z and a; where they are in no line, that does not count.
function levelsOf(letters: string): number[] {
  return Array.from(letters, (letter) =>
    /[A-Z]/.test(letter) ? letter.charCodeAt(0) - 65 : /[a-z]/.test(letter) ? letter.charCodeAt(0) - 71 : NaN
  );
}

function id({symbol, priceFeedId}: FeedNames): HTMLElement | string {
  return symbol ? html("small", {class: "fb-id", title: "feed id"}, String(priceFeedId)) : "";
}
