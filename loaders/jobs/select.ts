import {group} from "d3-array";
import {type Channel, channels} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {nearest} from "../config/nearest.js";
import type {FeedSelection} from "../service/answer.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {readFeeds} from "../store/feeds.js";
import type {Load} from "./load.js";

/** Feeds to ask for, and the channel to ask on. */
export interface Ask {
  feeds: FeedSelection;
  channel: Channel;
}

/**
 * The feeds that the settings name, by id where the catalogue knows the symbol, grouped by channel: a feed whose
 * fastest channel is slower than the configured one is asked on its own. @throws ConfigError if nothing is left to ask
 */
export async function selectFeeds(load: Load): Promise<Ask[]> {
  const {catalogue, failure} = await readCatalogue(load);
  const {feeds, service} = load.settings;
  if (feeds === "all") return asks(allStable(catalogue, failure), [], catalogue, service.channel);
  if ("ids" in feeds) return asks(feeds.ids, [], catalogue, service.channel);
  if (catalogue.length === 0) return asks([], feeds.symbols, catalogue, service.channel);
  return asks(idsOf(feeds.symbols, catalogue, load), [], catalogue, service.channel);
}

async function readCatalogue(load: Load): Promise<{catalogue: CatalogueEntry[]; failure?: unknown}> {
  const {client, withStore, books, log, signal} = load;
  try {
    const catalogue = await client().catalogue({signal});
    books.addFeeds(catalogue);
    if (catalogue.length > 0) return {catalogue};
  } catch (failure) {
    signal.throwIfAborted();
    const message = failure instanceof Error ? failure.message : String(failure);
    log.warn(`no feed catalogue: ${message}; going on with what is known`);
    return {catalogue: await withStore(readFeeds), failure};
  }
  return {catalogue: await withStore(readFeeds)};
}

function allStable(catalogue: readonly CatalogueEntry[], failure: unknown): number[] {
  const stable = catalogue.filter(({state}) => state === "stable").map(({priceFeedId}) => priceFeedId);
  if (stable.length > 0) return stable;
  if (failure !== undefined) throw failure; // the service is to blame, not the settings
  throw new ConfigError(
    "no catalogue tells which feeds there are: name some with --feeds 1,2 or feeds in feedbook.config.ts"
  );
}

function idsOf(symbols: readonly string[], catalogue: readonly CatalogueEntry[], {report, log}: Load): number[] {
  const bySymbol = new Map(catalogue.map(({symbol, priceFeedId}) => [symbol, priceFeedId]));
  const ids: number[] = [];
  for (const symbol of symbols) {
    const id = bySymbol.get(symbol);
    if (id === undefined) remove(symbol);
    else ids.push(id);
  }
  if (ids.length === 0) throw new ConfigError(report.removed.map(({reason}) => reason).join("; "));
  return ids;

  function remove(symbol: string): void {
    const meant = nearest(
      symbol,
      [...bySymbol.keys()].filter((known) => known !== null)
    );
    const reason = `unknown symbol: ${symbol}${meant === null ? "" : `; did you mean ${meant}?`}`;
    report.removed.push({feed: symbol, reason});
    log.warn(reason);
  }
}

function asks(
  ids: readonly number[],
  symbols: string[],
  catalogue: readonly CatalogueEntry[],
  channel: Channel
): Ask[] {
  if (symbols.length > 0) return [{feeds: {symbols}, channel}];
  const order: readonly unknown[] = channels;
  const fastest = new Map(catalogue.map(({priceFeedId, minChannel}) => [priceFeedId, minChannel]));
  return [...group(ids, channelOf)].map(([on, of]) => ({feeds: {ids: of}, channel: on}));

  function channelOf(id: number): Channel {
    const own = order.indexOf(fastest.get(id)); // -1 where the catalogue does not say
    return channels[Math.max(own, channels.indexOf(channel))] ?? channel;
  }
}
