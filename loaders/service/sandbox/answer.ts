import {isDeepStrictEqual} from "node:util";
import {type Channel, channelStepUs, type Encoding, type Format, formats, properties} from "../../config/choices.js";
import {findFeed, gatedFeeds} from "./catalogue.js";
import type {Feed} from "./feeds.js";
import {type Quote, quote} from "./market.js";
import {alteredText, type LatestRequest, type PriceRequest, type ReduceRequest, Refusal} from "./request.js";
import {type Property, seal, unseal} from "./seal.js";

const marketEpochUs = Date.UTC(2024, 0, 1) * 1000;

/** Some feeds at an instant (Unix µs), from which the market computes all values. */
interface Update {
  timestampUs: number;
  feeds: readonly Feed[];
  properties: readonly Property[];
}

/** A binary block of a body: bytes encoded as text. */
interface Block {
  encoding: Encoding;
  data: string;
}

/** The parsed part of a body. */
interface Parsed {
  timestampUs: string;
  priceFeeds: Partial<Quote>[];
}

/** A body of any of the three endpoints, with the requested parts only. */
export type Body = {parsed?: Parsed} & {[format in Format]?: Block};

/** Answers `latest_price`: the update at the channel's latest instant. @throws Refusal 400 or 403 */
export function answerLatest(seed: number, request: LatestRequest, nowMs: number): Body {
  return toBody(seed, request, {timestampUs: latestUs(request, nowMs), feeds: select(request)});
}

/** Answers `price`: the update at an instant on the channel's grid. @throws Refusal 400, 403 or 404 */
export function answerPrice(seed: number, request: PriceRequest, nowMs: number): Body {
  const {channel, timestamp} = request;
  if (timestamp % gridUs(channel) !== 0) {
    throw new Refusal(400, `timestamp ${timestamp} is not a multiple of ${gridUs(channel)} us, the step of ${channel}`);
  }
  const feeds = select(request);
  if (timestamp > latestUs(request, nowMs) || timestamp < marketEpochUs) {
    throw new Refusal(404, `No update found for timestamp ${timestamp}`);
  }
  return toBody(seed, request, {timestampUs: timestamp, feeds});
}

/**
 * Answers `reduce_price`: the payload's update with the selected feeds only, signed anew in the payload's formats and
 * encodings, and parsed if the payload is. @throws Refusal 400 if the payload cannot be verified, or is altered
 */
export function answerReduce(seed: number, {payload, priceFeedIds}: ReduceRequest): Body {
  const update = verify(seed, payload);
  const reduced = {...update, feeds: priceFeedIds.map((id) => feedOf(update, id))};
  const body: Body = payload.parsed ? {parsed: parsedOf(seed, reduced)} : {};
  for (const [format, {encoding}] of blocksOf(payload)) body[format] = blockOf(seed, reduced, format, encoding);
  return body;
}

/** An update as the parsed part of a body: an entry per feed, in order, with the requested properties. */
export function parsedOf(seed: number, {timestampUs, feeds, properties: wanted}: Update): Parsed {
  // The id and the undocumented field cannot be requested, and are always there.
  const isWanted = (name: string): boolean => wanted.some((property) => property === name) || !requestable.has(name);
  const priceFeeds = feeds.map((feed) => {
    const entry = quote(seed, feed, timestampUs);
    if (wanted.length === properties.length) return entry;
    return Object.fromEntries(Object.entries(entry).filter(([name]) => isWanted(name)));
  });
  return {timestampUs: String(timestampUs), priceFeeds};
}

const requestable: ReadonlySet<string> = new Set(properties);

function blockOf(seed: number, {timestampUs, properties, feeds}: Update, format: Format, encoding: Encoding): Block {
  const ids = feeds.map(({id}) => id);
  return {encoding, data: seal(seed, format, {timestampUs, properties, ids}).toString(encoding)};
}

function toBody(seed: number, request: LatestRequest, of: Omit<Update, "properties">): Body {
  const update = {...of, properties: request.properties};
  const body: Body = request.parsed ? {parsed: parsedOf(seed, update)} : {};
  for (const format of request.formats) body[format] = blockOf(seed, update, format, request.jsonBinaryEncoding);
  return body;
}

function latestUs({channel}: LatestRequest, nowMs: number): number {
  const grid = gridUs(channel);
  return Math.floor((Math.floor(nowMs) * 1000) / grid) * grid;
}

// The first feed that is unknown or forbidden fails the whole request; feeds that have not started are left out silently.
function select({priceFeedIds, symbols, channel}: LatestRequest): Feed[] {
  const feeds: Feed[] = [];
  for (const asked of priceFeedIds ?? symbols ?? []) {
    const feed = findFeed(asked);
    if (feed === undefined) throw missing(asked);
    if (gridUs(channel) < gridUs(feed.minChannel)) {
      throw new Refusal(400, `Price feed id ${feed.id} is not available for channel ${channel}`);
    }
    if (feed.state === "stable") feeds.push(feed);
  }
  return feeds;
}

// The step of a channel in µs: it has an update at every multiple. In the sandbox `real_time` has one every millisecond.
function gridUs(channel: Channel): number {
  return channelStepUs[channel] ?? 1000;
}

function missing(feed: number | string): Refusal {
  const groups = typeof feed === "number" ? gatedFeeds.get(feed) : undefined;
  if (groups === undefined) return new Refusal(403, `Unknown feed: ${feed}`);
  const needed = JSON.stringify(groups);
  return new Refusal(403, `Not entitled: feed ${feed} (it requires access to one of the following groups: ${needed})`);
}

function verify(seed: number, payload: ReduceRequest["payload"]): Update {
  const [update, ...others] = blocksOf(payload).map(([format, block]) => open(seed, format, block));
  if (update === undefined) {
    throw new Refusal(400, "payload has no binary data to verify: request it with at least one of formats");
  }
  const agree = others.every((other) => isDeepStrictEqual(other, update));
  if (!agree || (payload.parsed && !isDeepStrictEqual(payload.parsed, parsedOf(seed, update)))) throw altered();
  return update;
}

function open(seed: number, format: Format, {data, encoding}: Block): Update {
  const bytes = Buffer.from(data, encoding);
  const content = bytes.toString(encoding) === data ? unseal(seed, format, bytes) : null;
  if (content === null) throw altered();
  return {...content, feeds: content.ids.flatMap((id) => findFeed(id) ?? [])};
}

function feedOf({feeds}: Update, id: number): Feed {
  const feed = feeds.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new Refusal(400, `Price feed id ${id} is not present in the payload`);
  return feed;
}

function blocksOf(payload: ReduceRequest["payload"]): [Format, Block][] {
  return formats.flatMap((format) => (payload[format] ? [[format, payload[format]]] : []));
}

function altered(): Refusal {
  return new Refusal(400, alteredText);
}
