import {group} from "d3-array";
import {nearest} from "../../src/format/nearest.js";
import {type Channel, channels} from "../config/choices.js";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import type {RejectedFeed} from "../service/ask.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {FeedSelection} from "../service/endpoints.js";
import type {Store} from "../store/database/store.js";
import {readFeeds, readSymbols} from "../store/feeds.js";
import type {Load} from "./books.js";

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

/** Feeds as the catalogue and the config describe them, by id. */
export type KnownFeeds = ReadonlyMap<number, CatalogueEntry>;

/** A feed's name in messages: its symbol, and the id, which is the key. */
export function feedName(priceFeedId: number | string, symbol: string | null | undefined): string {
  return symbol ? `${symbol} (${priceFeedId})` : String(priceFeedId);
}

/** A catalogue with the feeds of the config, whose values count where both describe a feed. */
export function withOwnFeeds(catalogue: readonly CatalogueEntry[], own: Settings["catalogue"]): CatalogueEntry[] {
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
  fundingIntervalHours: null,
  minPublishers: null,
  quoteCurrency: null,
  instrumentType: null,
  expiresAt: null,
  schedule: null,
  more: null
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

const mostHints = 10; // each compares with every feed

/**
 * Finds symbols among the known feeds, and former symbols of renamed feeds in the store: the id of the feed, null if unknown,
 * and a note for the user, null for a current symbol. The notes of the first unknown symbols suggest a similar one.
 */
export function symbolFinder(
  feeds: readonly CatalogueEntry[],
  stored: ReadonlyMap<string, number>
): (symbol: string) => {id: number | null; note: string | null} {
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
