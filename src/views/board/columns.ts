import {
  formatAge,
  formatBps,
  formatHours,
  formatPercent,
  formatPrice,
  formatRate,
  formatUtc,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {countdown, nextPayment} from "../../ui/elements/countdown.js";
import {button, html} from "../../ui/elements/dom.js";
import type {Favourites} from "../../ui/elements/favourites.js";
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
import {type Column, number, text} from "../../ui/tables/columns.js";
import {pageLink} from "../../url/page-link.js";
import {type Figure, figure} from "./align.js";

/** The columns of price feeds, after the symbol. */
export const priceColumns: readonly (Column<PriceFeed> | Figure<PriceFeed>)[] = [
  {...text<PriceFeed>("assetType", "Class"), cell: ({assetType}) => shortened(className(assetType))},
  figure("price", "Last", {
    ...{hint: "last price", text: priceText},
    exact: ({price, exponent}) => formatPrice(price, exponent)
  }),
  figure("change1h", "1 h", {hint: "change over 1 hour", text: percent("change1h"), tone: "change"}),
  figure("change24h", "24 h", {hint: "change over 24 hours", text: percent("change24h"), tone: "change"}),
  {
    ...number<PriceFeed>("spark", "Last 24 h", {hint: "the last price of each hour"}),
    key: ({change24h}) => toNumber(change24h),
    cell: spark
  },
  figure("spreadBps", "Spread, bps", {
    hint: "ask − bid, of the mid price",
    text: ({spreadBps}) => bps(spreadBps),
    exact: ({spreadBps}) => bps(spreadBps, Infinity),
    tone: ({issue}) => (issue === "wide" || issue === "crossed" ? "warn" : null)
  }),
  figure("confidenceBps", "Conf., bps", {
    hint: "confidence: how much the publishers disagree, ± of the price",
    text: ({confidenceBps}) => bps(confidenceBps),
    exact: ({confidenceBps}) => bps(confidenceBps, Infinity)
  }),
  number<PriceFeed>("publisherCount", "Publ.", {hint: "publishers"}),
  ...ageColumns<PriceFeed>()
];

/**
 * The columns of funding feeds, after the symbol, in the places of the columns of price feeds. `clock` gives the time for
 * countdowns in epoch milliseconds. The price is left out: it is the venue's mark price.
 */
export const rateColumns = (clock: () => number): readonly (Column<RateFeed> | Figure<RateFeed>)[] => [
  {...text<RateFeed>("assetType", "Class"), cell: ({assetType}) => shortened(className(assetType))},
  figure("apr", "APR", {
    hint: "simple yearly rate; positive: longs pay shorts",
    text: percent("apr"),
    tone: "change"
  }),
  figure("rate", "Rate", {
    hint: "as the venue pays it, each interval",
    key: ownRate,
    text: (row) => formatRate(ownRate(row)),
    tone: "change"
  }),
  figure("intervalHours", "Every", {
    hint: "how often it is paid",
    text: ({intervalHours}) => formatHours(intervalHours)
  }),
  {
    ...number<RateFeed>("spark", "Last 24 h", {hint: "the last rate of each hour"}),
    key: ({rate8h}) => toNumber(rate8h),
    cell: spark
  },
  {
    ...number<RateFeed>("nextFundingAt", "Next in", {hint: "time until the next payment"}),
    name: "next",
    key: (row) => nextPayment(row, clock()),
    cell: (row) => countdown(row, clock())
  },
  ...ageColumns<RateFeed>()
];

/** The first column, below the name of its group: a star, the symbol with a link over the whole row, and the id. */
export function symbolColumn(
  group: string,
  favourites: Favourites,
  onStar: (feed: FeedNames) => void
): Column<FeedNames> {
  return {
    ...text<FeedNames>("symbol", group),
    hint: "sort by symbol, in classes",
    key: feedLabel,
    cell: (feed) => {
      const isMarked = favourites.has(feed);
      const star = button(isMarked ? "★" : "☆", () => onStar(feed), {
        ...{class: "fb-star", "aria-pressed": String(isMarked), tabindex: -1},
        "aria-label": `Favourite ${feedLabel(feed)}`
      });
      const href = pageLink(`./feed?feed=${feed.priceFeedId}`);
      const link = html("a", {href, title: feedTitle(feed), tabindex: -1}, ...symbolParts(feedLabel(feed)));
      return html("span", {class: "fb-feed"}, star, link, id(feed));
    }
  };
}

// Its class is in the heading or beside it: the style sheet hides it.
function symbolParts(label: string): (HTMLElement | string)[] {
  const [, prefix = "", rest = label] = /^([^.]+\.)(.+)$/.exec(label) ?? [];
  return [html("span", {class: "fb-prefix"}, prefix), rest];
}

/** The name of a class of feeds as a heading: `Crypto`, `FX`. */
export function className(assetType: string | null | undefined): string {
  if (!assetType) return "No class";
  if (assetType.length <= 3) return assetType.toUpperCase();
  return `${assetType.charAt(0).toUpperCase()}${assetType.slice(1).replaceAll("-", " ")}`;
}

/** What is wrong with a feed now, or null. */
export function issueOf({issue, stale, event}: FeedNames): string | null {
  return issue ?? event ?? (stale ? "stale" : null);
}

const reasons: Record<string, string> = {
  crossed: "the bid is above the ask",
  wide: "the spread is more than three times its median of 24 hours",
  stalled: "no update of the last hour changed the price"
};

function stateBadge(row: FeedNames): HTMLElement {
  const issue = issueOf(row);
  const reason = reasons[issue ?? ""];
  if (row.event && issue === row.event) return eventBadge(row);
  if (issue === null || reason === undefined) return sessionBadge(row.marketSession, row);
  return html("span", {class: "fb-badge", "data-state": "stale", title: reason}, issue);
}

function eventBadge(row: FeedNames): HTMLElement {
  const href = pageLink(`./events?search=${encodeURIComponent(`${feedLabel(row)} open`)}`);
  const look = {class: "fb-badge", "data-state": "stale", title: `it breaks the rule ${row.event}: see its events`};
  return html("a", {...look, href}, row.event ?? "");
}

// The state of a feed, and when its market opens or closes next.
function marketCell(row: FeedNames): HTMLElement {
  const [open, close] = [toMs(row.nextOpenAt), toMs(row.nextCloseAt)]; // NaN: it never closes, or has no schedule
  if (!(open > 0 || close > 0)) return stateBadge(row);
  const [verb, next] = close < open || Number.isNaN(open) ? ["closes", row.nextCloseAt] : ["opens", row.nextOpenAt];
  const at = formatUtc(next, "minute");
  const badge = stateBadge(row);
  const title = `the regular session ${verb} ${at}`;
  badge.append(" ", html("small", {class: "fb-id", title}, `→ ${at.slice(11, 16)}`));
  return badge;
}

function ageColumns<Row extends FeedNames>(): (Column<Row> | Figure<Row>)[] {
  return [
    {...text<Row>("marketSession", "Session"), cell: marketCell},
    figure<Row>("ageSeconds", "Behind", {
      hint: "time from the feed’s own last update to the newest update of all feeds",
      text: ({ageSeconds}) => formatAge(ageSeconds),
      tone: (row) => ageTone(row) ?? null
    })
  ];
}

function priceText({price, exponent, confidenceBps}: PriceFeed): string {
  return formatPrice(price, {exponent, confidence: (Math.abs(toNumber(price)) * toNumber(confidenceBps)) / 10_000});
}

function bps(value: Quantity, more = 0): string {
  return formatBps(value, {unit: false, more});
}

function percent<Row>(name: keyof Row): (row: Row) => string {
  return (row) => formatPercent(toNumber(row[name]), {signed: true});
}

function ownRate({rate8h, intervalHours}: RateFeed): number {
  return (toNumber(rate8h) * toNumber(intervalHours)) / 8;
}

function spark({spark}: FeedNames): SVGSVGElement {
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
