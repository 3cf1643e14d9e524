import {group} from "d3-array";
import {type Channel, channels} from "../config/choices.js";
import {ConfigError, messageOf} from "../config/errors.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {FeedSelection} from "../service/endpoints.js";
import {readFeeds, readSymbols} from "../store/feeds.js";
import type {Load} from "./books.js";
import {feedName, type KnownFeeds, symbolFinder, withOwnFeeds} from "./catalogue.js";

/** Feeds to request, and their channel. */
export interface Ask {
  feeds: FeedSelection;
  channel: Channel;
}

/** What feeds are selected from: the settings that name them, the service's catalogue and the store. */
export type Selecting = Pick<Load, "settings" | "client" | "withStore" | "log" | "signal">;

/** The selected feeds. */
export interface Selected {
  /** Feeds to request, grouped by channel. */
  asks: Ask[];
  /** Feeds of the catalogue, the config and the store, by id. */
  known: Map<number, CatalogueEntry>;
  /** The feeds of the catalogue and the config; null without a catalogue. */
  listed: CatalogueEntry[] | null;
  /** Unknown symbols, with a message for each. */
  unknown: {feed: string; reason: string}[];
}

/** Selects the feeds of a load, and notes them in the load. @throws as `selectFeeds` does */
export async function selectForLoad(load: Load): Promise<Ask[]> {
  return noteSelected(load, await selectFeeds(load));
}

/** Notes the selected feeds in the load, and returns what to request. */
export function noteSelected({books, known, report}: Load, selected: Selected): Ask[] {
  if (selected.listed !== null) books.addFeeds(selected.listed);
  for (const [id, feed] of selected.known) known.set(id, feed);
  report.removed.push(...selected.unknown);
  return selected.asks;
}

/**
 * Selects the feeds that the settings name, by id if the catalogue knows the symbol (or the store a former one), grouped by
 * channel: a feed whose fastest channel is slower than the configured one is requested on its own channel. Warns of named
 * feeds that are not stable. @throws ConfigError if no feed is left
 */
export async function selectFeeds(selecting: Selecting): Promise<Selected> {
  const {settings, log, withStore} = selecting;
  const {feeds, service} = settings;
  const stored = await withStore(readFeeds);
  const {catalogue, listed, failure} = await readCatalogue(selecting, stored);
  const known = new Map(catalogue.map((feed) => [feed.priceFeedId, feed])); // first, as the first feed of a symbol counts
  for (const feed of stored) if (!known.has(feed.priceFeedId)) known.set(feed.priceFeedId, {...feed, state: "gone"});
  const found = {known, listed, unknown: []};
  if (feeds === "all") return {...found, asks: asks(allStable(catalogue, failure), known, service.channel)};
  if ("symbols" in feeds && catalogue.length === 0) return {...found, asks: [{feeds, channel: service.channel}]};
  const {ids, unknown} = "ids" in feeds ? {...feeds, unknown: []} : await idsOf(feeds.symbols, selecting, known);
  for (const id of ids) {
    const reason = stateOf(known.get(id));
    if (reason !== null) log.warn(reason);
  }
  return {...found, unknown, asks: asks(ids, known, service.channel)};
}

async function readCatalogue(
  {client, log, signal, settings}: Selecting,
  stored: readonly CatalogueEntry[]
): Promise<{catalogue: CatalogueEntry[]; listed: CatalogueEntry[] | null; failure?: unknown}> {
  const instead = withOwnFeeds(stored, settings.catalogue);
  try {
    const entries = await client().catalogue({signal});
    if (entries.length === 0) return {catalogue: instead, listed: null};
    const listed = withOwnFeeds(entries, settings.catalogue);
    return {catalogue: listed, listed};
  } catch (failure) {
    signal.throwIfAborted();
    const hasOwn = settings.catalogue.length > 0;
    const source = hasOwn ? "with the config's" : instead.length > 0 ? "with the store's" : "without one";
    if (settings.feeds !== "all" || instead.length > 0)
      (hasOwn ? log.note : log.warn)(`no feed catalogue: ${messageOf(failure)}; going on ${source}`);
    return {catalogue: instead, listed: null, failure};
  }
}

function allStable(catalogue: readonly CatalogueEntry[], failure: unknown): number[] {
  const stable = catalogue.filter(({state}) => state === "stable").map(({priceFeedId}) => priceFeedId);
  if (stable.length > 0) return stable;
  if (failure !== undefined) throw failure; // the service is to blame, not the settings
  throw new ConfigError(
    "no catalogue lists the feeds: name some with --feeds 1,2, or list them as catalogue in feedbook.config.ts"
  );
}

async function idsOf(
  symbols: readonly string[],
  {log, withStore}: Selecting,
  known: KnownFeeds
): Promise<{ids: number[]; unknown: Selected["unknown"]}> {
  const find = symbolFinder([...known.values()], await withStore(readSymbols));
  const ids = new Set<number>();
  const unknown: Selected["unknown"] = [];
  for (const symbol of symbols) {
    const {id, note} = find(symbol);
    if (id !== null) ids.add(id);
    else unknown.push({feed: symbol, reason: note ?? symbol});
    if (note !== null && id !== null) log.warn(note);
  }
  if (ids.size === 0) throw new ConfigError(unknown.map(({reason}) => reason).join("; "));
  for (const {reason} of unknown) log.warn(reason);
  return {ids: [...ids], unknown};
}

// A warning for a feed without prices. It is requested all the same, as the catalogue may be out of date.
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
    const own = order.indexOf(known.get(id)?.minChannel); // -1 if unknown
    return channels[Math.max(own, channels.indexOf(channel))] ?? channel;
  }
}
