import {html} from "../parts/dom.js";
import {type About, isRate} from "./about.js";

/** Links to the pages that show more of a feed, each address as `carry` makes it, and back to all feeds. */
export function feedLinks(feed: About | undefined, carry = (href: string): string => href): HTMLElement {
  const link = (href: string, text: string): HTMLElement => html("a", {href: carry(href)}, text);
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
