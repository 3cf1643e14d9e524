import {ConfigError} from "../config/error.js";
import {nearest} from "../config/nearest.js";
import type {Settings} from "../config/settings.js";
import type {Store} from "../database/store.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {readFeeds, readSymbols} from "../store/feeds.js";

/** What a symbol stands for: the feed's id, null if unknown; and a note about it, null if it is as the catalogue has it. */
export interface FoundSymbol {
  id: number | null;
  note: string | null;
}

const mostHints = 10; // each looks at every feed

/**
 * Looks up symbols among the known feeds, and among all symbols that the store holds; one that a feed had before it was
 * renamed stands for that feed, which its note says. The notes of the first unknown ones suggest what was meant.
 */
export function symbolFinder(
  feeds: readonly CatalogueEntry[],
  held: ReadonlyMap<string, number>
): (symbol: string) => FoundSymbol {
  const bySymbol = new Map(feeds.toReversed().map(({symbol, priceFeedId}) => [symbol, priceFeedId])); // the first counts
  const symbols = new Map(feeds.map(({symbol, priceFeedId}) => [priceFeedId, symbol]));
  let hints = 0;
  return (symbol) => {
    const id = bySymbol.get(symbol);
    if (id !== undefined) return {id, note: null};
    const former = held.get(symbol);
    const today = former === undefined ? null : symbols.get(former);
    if (former !== undefined && today) {
      const now = `${symbol} is now ${today} (id ${former})`;
      return {id: former, note: `${now}: going on with that; write the new symbol, or the id, which stays`};
    }
    const meant = hints++ < mostHints ? likely(symbol, feeds) : null;
    return {id: null, note: `unknown symbol: ${symbol}${meant === null ? "" : `; did you mean ${meant}?`}`};
  };
}

/** The ids of the feeds that settings name, by what the store knows of their symbols; null for all. @throws ConfigError for an unknown symbol */
export async function findFeeds(store: Store, feeds: Settings["feeds"]): Promise<number[] | null> {
  if (feeds === "all") return null;
  if ("ids" in feeds) return feeds.ids;
  const find = symbolFinder(await readFeeds(store), await readSymbols(store));
  return feeds.symbols.map((symbol) => {
    const {id, note} = find(symbol);
    if (id === null) throw new ConfigError(note ?? symbol);
    return id;
  });
}

// Who writes BTC/USD, or BTC, leaves out the market in front: a typo is not far from what was meant.
function likely(symbol: string, feeds: readonly CatalogueEntry[]): string | null {
  const listed = feeds.flatMap((feed) => (feed.symbol === null ? [] : [feed.symbol]));
  const end = `.${symbol.toLowerCase()}`;
  const ends = (known: string) => known.toLowerCase().endsWith(end) || known.toLowerCase().includes(`${end}/`);
  return listed.find(ends) ?? nearest(symbol, listed);
}
