import {ConfigError, nearest} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import type {RejectedFeed} from "../service/ask.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {Store} from "../store/database/store.js";
import {readFeeds, readSymbols} from "../store/feeds.js";

/** A feed as `feedbook.config.ts` defines it; the service's catalogue has the other values. */
type FeedDefinition = Pick<CatalogueEntry, "priceFeedId"> & {
  [Key in keyof CatalogueEntry]?: CatalogueEntry[Key] | undefined;
};

/** Feeds as the catalogue and the config describe them, by id. */
export type KnownFeeds = ReadonlyMap<number, CatalogueEntry>;

/** A feed's name in messages: its symbol, and the id, which is the key. */
export function feedName(priceFeedId: number | string, symbol: string | null | undefined): string {
  return symbol ? `${symbol} (${priceFeedId})` : String(priceFeedId);
}

/** A catalogue with the feeds of the config, whose values count where both describe a feed. */
export function withOwnFeeds(catalogue: readonly CatalogueEntry[], own: readonly FeedDefinition[]): CatalogueEntry[] {
  const feeds = new Map(catalogue.map((feed) => [feed.priceFeedId, feed]));
  for (const {priceFeedId, ...said} of own) {
    const known = feeds.get(priceFeedId) ?? {...unknown, priceFeedId};
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    feeds.set(priceFeedId, {...known, ...Object.fromEntries(given)});
  }
  return [...feeds.values()];
}

const unknown: Omit<CatalogueEntry, "priceFeedId"> = {
  symbol: null,
  name: null,
  description: null,
  assetType: null,
  exponent: null,
  minChannel: null,
  state: "stable", // a feed that the config lists is to be loaded
  fundingIntervalHours: null
};

/** Whether the service refused a feed because it does not exist. */
export function isUnknown({feed, reason}: Pick<RejectedFeed, "feed" | "reason">, known: KnownFeeds): boolean {
  return !(typeof feed === "number" && known.has(feed)) && !/not entitled|not available for channel/i.test(reason);
}

/** Why a feed was refused: its symbol and id, the service's text, and what to do. */
export function explainRefusal({feed, reason}: Pick<RejectedFeed, "feed" | "reason">, known: KnownFeeds): string {
  const entry = typeof feed === "number" ? known.get(feed) : undefined;
  const name = typeof feed === "number" ? feedName(feed, entry?.symbol) : feed;
  return `${name}: ${reason}; ${advice()}`;

  function advice(): string {
    if (/not entitled/i.test(reason)) return "ask the service for access to it, or leave it out of feeds";
    if (/not available for channel/i.test(reason)) return "give a slower --channel";
    if (isUnknown({feed, reason}, known))
      return "no catalogue lists it: find the right one with feedbook feeds, or leave it out";
    return `the catalogue lists it as ${entry?.state ?? "a feed"}: feedbook feeds --refresh says if that is out of date`;
  }
}

/** The id of a symbol's feed, null if unknown; and a note for the user, null for a current symbol. */
interface FoundSymbol {
  id: number | null;
  note: string | null;
}

const mostHints = 10; // each compares with every feed

/**
 * Finds symbols among the known feeds, and former symbols of renamed feeds in the store, with a note of the new symbol. The
 * notes of the first unknown symbols suggest a similar one.
 */
export function symbolFinder(
  feeds: readonly CatalogueEntry[],
  stored: ReadonlyMap<string, number>
): (symbol: string) => FoundSymbol {
  const bySymbol = new Map(feeds.toReversed().map(({symbol, priceFeedId}) => [symbol, priceFeedId])); // the first counts
  const symbols = new Map(feeds.map(({symbol, priceFeedId}) => [priceFeedId, symbol]));
  let hints = 0;
  return (symbol) => {
    const id = bySymbol.get(symbol);
    if (id !== undefined) return {id, note: null};
    const former = stored.get(symbol);
    const today = former === undefined ? null : symbols.get(former);
    if (former !== undefined && today) {
      const now = `${symbol} is now ${today} (id ${former})`;
      return {id: former, note: `${now}: going on with that; write the new symbol, or the id, which stays`};
    }
    const meant = hints++ < mostHints ? likely(symbol, feeds) : null;
    return {id: null, note: `unknown symbol: ${symbol}${meant === null ? "" : `; did you mean ${meant}?`}`};
  };
}

/** The ids of the feeds that settings name, by the symbols in the store; null for all. @throws ConfigError for an unknown symbol */
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

// Suggests a symbol that ends in the given text (BTC/USD or BTC for Crypto.BTC/USD), else one that differs by a typo.
function likely(symbol: string, feeds: readonly CatalogueEntry[]): string | null {
  const listed = feeds.flatMap((feed) => (feed.symbol === null ? [] : [feed.symbol]));
  const end = `.${symbol.toLowerCase()}`;
  const ends = (known: string) => known.toLowerCase().endsWith(end) || known.toLowerCase().includes(`${end}/`);
  return listed.find(ends) ?? nearest(symbol, listed);
}
