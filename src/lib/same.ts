import {patched} from "./state.js";

/** A link to the page's present view of another feed: its range, zoom and whatever else the URL says stay. */
export function sameView({priceFeedId}: {priceFeedId: number | bigint}): string {
  return patched(location.search, {feed: String(priceFeedId)});
}
