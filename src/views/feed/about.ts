import {type Instant, type Quantity, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import type {PriceFeed, RateFeed} from "../../ui/elements/names.js";
import {pageLink} from "../../url/page-link.js";

type Time =
  | "firstPublishedAt"
  | "lastPublishedAt"
  | "publishedAt"
  | "feedUpdateTimestamp"
  | "fundingTimestamp"
  | "ratedAt";

/**
 * A row of `feed_now`: a feed's catalogue entry, its last update in human units, and its last funding rate as fractions, with the
 * time at which it was published.
 */
export interface About extends PriceFeed, RateFeed, Partial<Record<Time, Instant | null>> {
  minChannel?: string | null;
  state?: string | null;
  fundingIntervalHours?: Quantity;
  updates?: Quantity;
  bid?: Quantity;
  ask?: Quantity;
  confidence?: Quantity;
  ema?: Quantity;
  emaConfidence?: Quantity;
  /** Per interval. */
  rate?: Quantity;
}

/** Whether a feed carries a funding rate: its price is then its venue's mark price. */
export function isRate({assetType, rate}: About): boolean {
  return assetType === "funding-rate" || (rate !== null && rate !== undefined);
}

/** Whether the store has no update of a feed. */
export function isNeverUpdated(feed: About | undefined): boolean {
  return toNumber(feed?.updates) === 0;
}

/** Links to the other pages about a feed, their addresses changed by `carry`, and back to all feeds. */
export function feedLinks(feed: About | undefined, carry = (href: string): string => href): HTMLElement {
  const link = (href: string, text: string): HTMLElement => html("a", {href: carry(pageLink(href))}, text);
  const id = feed?.priceFeedId;
  const more =
    feed === undefined
      ? []
      : isRate(feed)
        ? [link(`./funding?feeds=${id}`, "Funding")]
        : [link(`./prices?feed=${id}`, "Prices"), link(`./spreads?feed=${id}`, "Spreads")];
  const links = [...more, html("a", {href: "./"}, "All feeds")];
  return html("nav", {class: "fb-links", "aria-label": "More of this feed"}, ...links);
}

/** Hides the parts of the page about updates if the feed has none. */
export function hideUpdates(about: About | undefined): void {
  document.querySelector("main")?.classList.toggle("fb-never-updated", isNeverUpdated(about));
}

/** Puts the chart of rates first for a feed of a funding rate, and the chart of prices first for any other. */
export function orderCharts(isFunding: boolean): void {
  const prices = document.getElementById("prices");
  const charts = prices?.parentElement;
  if (prices && isFunding) charts?.append(prices);
  else if (prices) charts?.prepend(prices);
}
