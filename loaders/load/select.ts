import {group} from "d3-array";
import {type Channel, channels} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {messageOf} from "../config/message.js";
import type {FeedSelection} from "../service/answer.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {readFeeds, readSymbols} from "../store/feeds.js";
import {feedName, type KnownFeeds, withOwnFeeds} from "./catalogue.js";
import type {Load} from "./context.js";
import {symbolFinder} from "./symbols.js";

/** Feeds to ask for, and the channel to ask on. */
export interface Ask {
  feeds: FeedSelection;
  channel: Channel;
}

/** What of a load is needed to select feeds. */
export type Selecting = Pick<Load, "client" | "withStore" | "log" | "signal" | "settings" | "report" | "known"> & {
  books: Pick<Load["books"], "addFeeds">;
};

/**
 * The feeds that the settings name, by id where the catalogue knows the symbol (also one that the feed had before),
 * grouped by channel: a feed whose fastest channel is slower than the configured one is asked on its own. Tells of feeds
 * that are named but not stable. @throws ConfigError if nothing is left to ask
 */
export async function selectFeeds(load: Selecting): Promise<Ask[]> {
  const {known, log, withStore} = load;
  const held = await withStore(readFeeds);
  const {catalogue, failure} = await readCatalogue(load, held);
  for (const feed of catalogue) known.set(feed.priceFeedId, feed);
  for (const feed of held) if (!known.has(feed.priceFeedId)) known.set(feed.priceFeedId, {...feed, state: "gone"});
  const {feeds, service} = load.settings;
  if (feeds === "all") return asks(allStable(catalogue, failure), known, service.channel);
  if ("symbols" in feeds && catalogue.length === 0) return [{feeds, channel: service.channel}];
  const ids = "ids" in feeds ? feeds.ids : await idsOf(feeds.symbols, load);
  for (const id of ids) {
    const reason = stateOf(known.get(id));
    if (reason !== null) log.warn(reason);
  }
  return asks(ids, known, service.channel);
}

async function readCatalogue(
  {client, books, log, signal, settings}: Selecting,
  held: readonly CatalogueEntry[]
): Promise<{catalogue: CatalogueEntry[]; failure?: unknown}> {
  const instead = withOwnFeeds(held, settings.catalogue);
  try {
    const catalogue = await client().catalogue({signal});
    if (catalogue.length === 0) return {catalogue: instead};
    const feeds = withOwnFeeds(catalogue, settings.catalogue);
    books.addFeeds(feeds);
    return {catalogue: feeds};
  } catch (failure) {
    signal.throwIfAborted();
    const [tell, how] = settings.catalogue.length > 0 ? [log.note, "with the config's"] : [log.warn, goingOn(instead)];
    if (settings.feeds !== "all" || instead.length > 0)
      tell(`no feed catalogue: ${messageOf(failure)}; going on ${how}`);
    return {catalogue: instead, failure};
  }
}

function goingOn(held: readonly CatalogueEntry[]): string {
  return held.length > 0 ? "with what the store knows" : "without one";
}

function allStable(catalogue: readonly CatalogueEntry[], failure: unknown): number[] {
  const stable = catalogue.filter(({state}) => state === "stable").map(({priceFeedId}) => priceFeedId);
  if (stable.length > 0) return stable;
  if (failure !== undefined) throw failure; // the service is to blame, not the settings
  throw new ConfigError(
    "no catalogue tells which feeds there are: name some with --feeds 1,2, or list them as catalogue in feedbook.config.ts"
  );
}

async function idsOf(symbols: readonly string[], {report, log, withStore, known}: Selecting): Promise<number[]> {
  const find = symbolFinder([...known.values()], await withStore(readSymbols));
  const ids = new Set<number>();
  const unknown: string[] = [];
  for (const symbol of symbols) {
    const found = find(symbol);
    if (found.note !== null) found.id === null ? unknown.push(found.note) : log.warn(found.note);
    if (found.id !== null) ids.add(found.id);
    else report.removed.push({feed: symbol, reason: found.note ?? symbol});
  }
  if (ids.size === 0) throw new ConfigError(unknown.join("; "));
  unknown.forEach(log.warn);
  return [...ids];
}

// Only stable feeds have prices. They are asked for all the same: what is known may be out of date.
function stateOf(feed: CatalogueEntry | undefined): string | null {
  if (feed === undefined || feed.state === null || feed.state === "stable") return null;
  const name = feedName(feed.priceFeedId, feed.symbol);
  if (feed.state === "gone") return `${name} is gone: the catalogue lists it no longer`;
  return `${name} is ${feed.state}: it has no prices${feed.state === "coming_soon" ? " yet" : ""}`;
}

function asks(ids: readonly number[], known: KnownFeeds, channel: Channel): Ask[] {
  const order: readonly unknown[] = channels;
  return [...group(ids, channelOf)].map(([on, of]) => ({feeds: {ids: of}, channel: on}));

  function channelOf(id: number): Channel {
    const own = order.indexOf(known.get(id)?.minChannel); // -1 where the catalogue does not say
    return channels[Math.max(own, channels.indexOf(channel))] ?? channel;
  }
}
