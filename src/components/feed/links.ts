import {html} from "../dom.js";
import {type About, isRate} from "./about.js";

/** Links to the pages that show more of a feed, and back to all feeds. */
export function feedLinks(feed: About | undefined): HTMLElement {
  const id = feed?.priceFeedId;
  const more =
    feed === undefined
      ? []
      : isRate(feed)
        ? [html("a", {href: `./funding?feeds=${id}`}, "Funding")]
        : [html("a", {href: `./prices?feed=${id}`}, "Prices"), html("a", {href: `./spreads?feed=${id}`}, "Spreads")];
  const links = [...more, html("a", {href: "./"}, "All feeds")];
  return html("nav", {class: "fb-links", "aria-label": "More of this feed"}, ...links);
}
