import {formatAge, formatBps, formatPercent, formatPrice, formatRate, toNumber} from "../../format/format.js";
import {countdown, nextPayment} from "../../ui/elements/countdown.js";
import {html} from "../../ui/elements/dom.js";
import {exactly, exactText} from "../../ui/elements/exact.js";
import {
  ageTone,
  type FeedNames,
  feedLabel,
  feedTitle,
  type PriceFeed,
  type RateFeed,
  sessionBadge,
  shortened
} from "../../ui/elements/names.js";
import {sparkline} from "../../ui/elements/sparkline.js";
import {toneOf} from "../../ui/elements/stats.js";
import {type Column, number, text} from "../../ui/tables/columns.js";
import {pageLink} from "../../url/page-link.js";

/** The columns of price feeds, after the symbol. */
export const priceColumns: readonly Column<PriceFeed>[] = [
  {...text<PriceFeed>("assetType", "Class"), cell: ({assetType}) => shortened(assetType ?? "–")},
  {
    ...number<PriceFeed>("price", "Price"),
    cell: (feed) => exactText(priceText(feed), formatPrice(feed.price, feed.exponent))
  },
  number("change1h", "1 h", {hint: "change over 1 hour", format: percent}),
  number("change24h", "24 h", {hint: "change over 24 hours", format: percent}),
  {
    ...number<PriceFeed>("spark", "Last 24 h", {hint: "the last price of each hour"}),
    key: ({change24h}) => toNumber(change24h),
    cell: spark
  },
  number("spreadBps", "Spread, bps", {hint: "ask − bid, of the mid price", format: bps}),
  number("confidenceBps", "Conf., bps", {
    hint: "confidence: how much the publishers disagree, ± of the price",
    format: bps
  }),
  number<PriceFeed>("publisherCount", "Publ.", {hint: "publishers"}),
  ...ageColumns<PriceFeed>()
];

/**
 * The columns of funding feeds, after the symbol. `clock` gives the time for countdowns in epoch milliseconds. The
 * price is left out: it is the venue's mark price.
 */
export const rateColumns = (clock: () => number): readonly Column<RateFeed>[] => [
  number("apr", "APR", {hint: "simple yearly rate; positive: longs pay shorts", format: percent}),
  {
    ...number<RateFeed>("rate8h", "Rate", {hint: "as the venue pays it, each interval"}),
    name: "rate",
    key: ownRate,
    cell: (row) => toned(ownRate(row), formatRate(ownRate(row)))
  },
  {
    ...number<RateFeed>("spark", "Last 24 h", {hint: "the last rate of each hour"}),
    key: ({rate8h}) => toNumber(rate8h),
    cell: spark
  },
  number("intervalHours", "Paid every", {format: (hours) => formatAge(3600 * hours)}),
  {
    ...number<RateFeed>("nextFundingAt", "Next in", {hint: "time until the next payment"}),
    name: "next",
    key: (row) => nextPayment(row, clock()),
    cell: (row) => countdown(row, clock())
  },
  ...ageColumns<RateFeed>()
];

function ownRate({rate8h, intervalHours}: RateFeed): number {
  return (toNumber(rate8h) * toNumber(intervalHours)) / 8;
}

/** The first column: the symbol, with a link over the whole row, and the id. */
export const symbolColumn: Column<FeedNames> = {
  ...text<FeedNames>("symbol", "Symbol"),
  key: feedLabel,
  cell: (feed) => {
    const href = pageLink(`./feed?feed=${feed.priceFeedId}`);
    return html("span", {}, html("a", {href, title: feedTitle(feed), tabindex: -1}, feedLabel(feed)), id(feed));
  }
};

function ageColumns<Row extends FeedNames>(): Column<Row>[] {
  return [
    {...text<Row>("marketSession", "Session"), cell: (row) => sessionBadge(row.marketSession, row)},
    {
      ...number<Row>("ageSeconds", "Behind", {
        hint: "time from the feed’s own last update to the newest update of all feeds"
      }),
      cell: (row) => html("span", {"data-tone": ageTone(row)}, formatAge(row.ageSeconds))
    }
  ];
}

function bps(value: number): HTMLElement | string {
  return exactly(value, (bps, more = 0) => formatBps(bps, {unit: false, more}));
}

/** A signed change, in its colour. */
export function percent(fraction: number): HTMLElement {
  return toned(fraction, formatPercent(fraction, {signed: true}));
}

// A text that reads as zero has no tone.
function toned(value: number, text: string): HTMLElement {
  return html("span", {"data-tone": /[1-9]/.test(text) ? toneOf(value) : null}, text);
}

/** A feed's price with the digits that its confidence supports. */
export function priceText({price, exponent, confidenceBps}: PriceFeed): string {
  return formatPrice(price, {exponent, confidence: (Math.abs(toNumber(price)) * toNumber(confidenceBps)) / 1e4});
}

/** The last 24 hours of a feed as a line. */
export function spark({spark}: FeedNames): SVGSVGElement {
  return sparkline(levelsOf(spark ?? ""));
}

// Levels from A to z without the six characters between Z and a in ASCII; NaN for any other character.
function levelsOf(letters: string): number[] {
  return Array.from(letters, (letter) =>
    /[A-Z]/.test(letter) ? letter.charCodeAt(0) - 65 : /[a-z]/.test(letter) ? letter.charCodeAt(0) - 71 : NaN
  );
}

function id({symbol, priceFeedId}: FeedNames): HTMLElement | string {
  return symbol ? html("small", {class: "fb-id", title: "feed id"}, String(priceFeedId)) : "";
}
