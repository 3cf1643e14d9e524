import type {RejectedFeed} from "../service/batch.js";
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

/** Whether a feed was refused as one that nobody knows. */
export function isUnknown({feed, reason}: Pick<RejectedFeed, "feed" | "reason">, known: KnownFeeds): boolean {
  return !(typeof feed === "number" && known.has(feed)) && !/not entitled|not available for channel/i.test(reason);
}

/** Why a feed was refused, by name: symbol and id, the service's text, and what to do. */
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
