import {formatCount} from "../../lib/format.js";
import {hasWords} from "../../lib/match.js";
import type {Kept} from "../../lib/state.js";
import {type Finding, finder} from "../table/finder.js";
import type {LastRate, Market} from "./apart.js";

const few = 30; // a screen or two

/** What is shown of markets. */
export interface FoundMarkets<Row> {
  shown: readonly Market<Row>[];
  count: string;
  /** The words of a button that shows all, or no longer all; none where there are few. */
  button?: string;
}

/** Shows markets, the largest in size at first, with a search over all of them; null, and all are shown, where there are few. */
export function marketFinder<Row extends LastRate>(
  markets: readonly Market<Row>[],
  show: (shown: readonly Market<Row>[]) => void,
  state: Kept<Finding> | undefined
): HTMLElement | null {
  if (markets.length <= few) {
    show(markets);
    return null;
  }
  return finder({
    ...{label: "Search venues and underlyings", state},
    show(found) {
      const {shown, ...told} = findMarkets(markets, found);
      show(shown);
      return told;
    }
  });
}

/** Of markets, the largest first, those that have a search's words in their venues, symbols, ids or underlying; a few, or all. */
export function findMarkets<Row extends LastRate>(
  markets: readonly Market<Row>[],
  {search, all}: {search: string; all: boolean}
): FoundMarkets<Row> {
  const found = markets.filter((market) => hasWords(textOf(market), search));
  const shown = all ? found : found.slice(0, few);
  const total = formatCount(markets.length);
  if (found.length <= few) return {shown, count: `${formatCount(found.length)} of ${total} underlyings`};
  return {
    shown,
    count: `${formatCount(shown.length)} of ${total} underlyings${all ? "" : ", the largest"}`,
    button: all ? `Show the ${few} largest` : `Show all ${formatCount(found.length)}`
  };
}

function textOf({underlying, quotes}: Market<LastRate>): string {
  const feeds = quotes.map(({venue, row}) => `${venue} ${row.symbol ?? ""} feed ${row.priceFeedId}`);
  return [underlying, ...feeds].join(" ");
}
