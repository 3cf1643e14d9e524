import {group} from "d3-array";
import type {Feed} from "../../lib/opening.js";
import {html} from "../parts/dom.js";
import {feedLabel, feedTitle} from "../parts/feeds.js";
import {short} from "../parts/short.js";

/** A feed in the list of a picker. */
export interface Option {
  feed: Feed;
  element: HTMLElement;
}

/** An entry of a picker's list: symbol, name and id. */
export function option(feed: Feed, id: string, picked: readonly number[]): Option {
  const attributes = {
    role: "option",
    id,
    class: "fb-option",
    title: feedTitle(feed),
    "aria-selected": String(picked.includes(feed.priceFeedId))
  };
  const number = feed.symbol === null ? null : html("small", {class: "fb-id"}, String(feed.priceFeedId));
  return {
    feed,
    element: html(
      "div",
      attributes,
      html("span", {}, feedLabel(feed)),
      html("small", {}, short(feed.name ?? "")),
      number
    )
  };
}

/** Options under the headings of their groups, in their order. */
export function sections(options: Iterable<Option>): HTMLElement[] {
  return Array.from(
    group(options, ({feed}) => feed.group ?? "other"),
    ([name, members]) => {
      const heading = html("div", {class: "fb-group", "aria-hidden": "true"}, short(name));
      return html("div", {role: "group", "aria-label": name}, heading, ...members.map(({element}) => element));
    }
  );
}

/** What stands below a list: that nothing matches, or how many options it leaves out. */
export function note(more: number, found: number): HTMLElement | string {
  if (found === 0) return html("p", {}, "No feed matches");
  return more > 0 ? html("p", {}, `${more} more: type to find them`) : "";
}

/** A picked feed with a button to let go of it, which the last one has disabled. */
export function chip(feed: Feed, disabled: boolean, drop: () => void): HTMLElement {
  const name = feedLabel(feed);
  const button = html("button", {type: "button", "aria-label": `Remove ${name}`, disabled}, "×");
  button.addEventListener("click", drop);
  return html("span", {class: "fb-chip", title: feedTitle(feed)}, name, button);
}
