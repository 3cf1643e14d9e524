import {formatPrice} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {feedLabel, feedTitle, type PriceFeed, short} from "../../ui/elements/names.js";
import {pageLink} from "../../url/page-link.js";
import {percent, spark} from "./columns.js";

/** A card for each feed, in the order of the ids: symbol, price, change and last 24 hours, with a link to the feed. */
export function feedCards(feeds: readonly PriceFeed[], ids: readonly number[]): HTMLElement {
  const shown = ids.flatMap((id) => feeds.find(({priceFeedId}) => Number(priceFeedId) === id) ?? []);
  return html(
    "ul",
    {class: "fb-feed-cards", "aria-label": "Feeds to start with"},
    ...shown.map((feed) => html("li", {}, card(feed)))
  );
}

function card(feed: PriceFeed): HTMLElement {
  const {priceFeedId, price, exponent, change24h} = feed;
  const change = html("span", {class: "fb-card-change", title: "change over 24 hours"});
  if (typeof change24h === "number") change.append(percent(change24h), html("span", {class: "fb-card-of"}, " 24 h"));
  return html(
    "a",
    {href: pageLink(`./feed?feed=${priceFeedId}`), title: feedTitle(feed)},
    html("span", {class: "fb-card-name"}, short(feedLabel(feed))),
    html("span", {class: "fb-card-price"}, formatPrice(price, exponent)),
    change,
    spark(feed)
  );
}
