import {type Feed, feeds} from "./feeds.js";
import {schedulesOf} from "./sessions.js";

/**
 * Feeds that exist but that no token can read, with the groups that could. The catalogue leaves them out, so that every
 * stable feed in it is readable.
 */
export const gatedFeeds: ReadonlyMap<number, readonly string[]> = new Map([[3063, ["pyth-indices"]]]);

const byId = new Map(feeds.map((feed) => [feed.id, feed]));
const bySymbol = new Map(feeds.map((feed) => [feed.symbol, feed]));

/** Finds the feed of an id or a symbol. */
export function findFeed(feed: number | string): Feed | undefined {
  return typeof feed === "number" ? byId.get(feed) : bySymbol.get(feed);
}

/** The catalogue: every feed, in the fields of the public catalogue; funding feeds have an `interval` such as `8h`. */
export function listCatalogue(): Record<string, unknown>[] {
  return feeds.map(toItem);
}

function toItem(feed: Feed): Record<string, unknown> {
  const min_publishers = feed.kind === "price" ? Math.max(1, Math.floor(feed.publishers[0] / 3)) : 1;
  const sessions = schedulesOf(feed.market).map(([key, schedule]) => {
    return [key, {min_pub: min_publishers, schedule, state: feed.state}] as const;
  });
  return {
    pyth_lazer_id: feed.id,
    name: nameOf(feed),
    symbol: feed.symbol,
    description: feed.description,
    asset_type: feed.assetType,
    instrument_type: feed.instrumentType,
    exponent: feed.exponent,
    min_publishers,
    min_channel: feed.minChannel,
    state: feed.state,
    interval: feed.kind === "funding" ? `${feed.intervalHours}h` : null,
    quote_currency: feed.symbol.slice(feed.symbol.indexOf("/") + 1),
    schedule: sessions[0]?.[1].schedule ?? "",
    market_sessions: Object.fromEntries(sessions),
    groups: [],
    cmc_id: null,
    hermes_id: null,
    nasdaq_symbol: feed.assetType === "equity" ? nameOf(feed) : null
  };
}

function nameOf({assetType, symbol}: Feed): string {
  const [base = "", quote = ""] = symbol.slice(symbol.lastIndexOf(".") + 1).split("/");
  if (assetType === "funding-rate") return `${base}${quote} ${symbol.split(".")[1]}`;
  return assetType === "equity" || assetType === "commodity" ? base : base + quote;
}
