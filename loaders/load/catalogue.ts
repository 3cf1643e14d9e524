import type {CatalogueEntry} from "../service/catalogue.js";

/** A feed as `feedbook.config.ts` defines it: what is left out is the service's to say. */
export type FeedDefinition = Pick<CatalogueEntry, "priceFeedId"> & {
  [Key in keyof CatalogueEntry]?: CatalogueEntry[Key] | undefined;
};

/** Feeds as the catalogue and the config describe them, by id. */
export type KnownFeeds = ReadonlyMap<number, CatalogueEntry>;

/** How a feed is shown: its symbol, and the id, which is the key. */
export function feedName(priceFeedId: number | string, symbol: string | null | undefined): string {
  return symbol ? `${symbol} (${priceFeedId})` : String(priceFeedId);
}

/** A catalogue with the config's own feeds in it; of a feed that both know, what the config says counts. */
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
  state: "stable", // who writes a feed down wants it loaded
  fundingIntervalHours: null
};
