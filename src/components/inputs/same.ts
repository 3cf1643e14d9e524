import {patched, writeState} from "../../lib/state.js";
import {set} from "../parts/dom.js";
import {wholeOf} from "../parts/names.js";

interface Named {
  priceFeedId: number | bigint;
}

/**
 * Options of a table whose rows lead to the page's present view of another feed: its range, zoom and whatever else the URL
 * says stay. The page shows it by itself.
 */
export function sameView(): {href: (row: Named) => string; onPick: (row: Named) => void} {
  const patch = ({priceFeedId}: Named) => ({feed: String(priceFeedId)});
  return {
    href: (row) => patched(location.search, patch(row)),
    onPick: (row) => writeState(patch(row))
  };
}

/** Names a page after the feed that it is about: in its heading and its title. */
export function nameAfter({feed, symbol}: {feed: number | null; symbol: string}): void {
  const heading = document.querySelector("#observablehq-main h1");
  if (feed === null || heading === null) return;
  heading.textContent = symbol;
  set(heading, {title: wholeOf(symbol)});
  document.title = `${symbol} | Feedbook`;
}
