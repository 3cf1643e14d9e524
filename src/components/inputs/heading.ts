import {set} from "../parts/dom.js";
import {wholeOf} from "../parts/names.js";

/** Names a page after the feed that it is about: in its heading and its title. */
export function nameAfter({feed, symbol}: {feed: number | null; symbol: string}): void {
  const heading = document.querySelector("#observablehq-main h1");
  if (feed === null || heading === null) return;
  heading.textContent = symbol;
  set(heading, {title: wholeOf(symbol)});
  document.title = `${symbol} | Feedbook`;
}
