import {createHmac} from "node:crypto";
import {isDeepStrictEqual} from "node:util";
import {type Channel, channelStepUs, type Encoding, type Format, formats, properties} from "../../config/choices.js";
import {type Feed, findFeed, gatedFeeds, stateAt} from "./feeds.js";
import {type Quote, quote} from "./market.js";
import {alteredText, type LatestRequest, type PriceRequest, type ReduceRequest, Refusal} from "./request.js";

const marketEpochUs = Date.UTC(2024, 0, 1) * 1000;

/** Some feeds at an instant (Unix µs), from which the market computes all values. */
interface Update {
  timestampUs: number;
  feeds: readonly Feed[];
  properties: LatestRequest["properties"];
}

/** The requested parts of a body. */
type Parts = Pick<LatestRequest, "parsed" | "formats" | "jsonBinaryEncoding">;

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
  return toBody(seed, {...request, timestampUs: latestUs(request, nowMs), feeds: select(request, nowMs)});
}

/** Answers `price`: the update at an instant on the channel's grid. @throws Refusal 400, 403 or 404 */
export function answerPrice(seed: number, request: PriceRequest, nowMs: number): Body {
  const {channel, timestamp} = request;
  if (timestamp % gridUs(channel) !== 0) {
    throw new Refusal(400, `timestamp ${timestamp} is not a multiple of ${gridUs(channel)} us, the step of ${channel}`);
  }
  const feeds = select(request, timestamp / 1000);
  if (timestamp > latestUs(request, nowMs) || timestamp < marketEpochUs) {
    throw new Refusal(404, `No update found for timestamp ${timestamp}`);
  }
  return toBody(seed, {...request, timestampUs: timestamp, feeds});
}

/**
 * Answers `reduce_price`: the payload's update with the selected feeds only, signed anew in the payload's formats and
 * encoding, and parsed if the payload is. @throws Refusal 400 if the payload cannot be verified, or is altered
 */
export function answerReduce(seed: number, {payload, priceFeedIds}: ReduceRequest): Body {
  const update = verify(seed, payload);
  const feeds = priceFeedIds.map((id) => {
    const feed = update.feeds.find((candidate) => candidate.id === id);
    if (feed === undefined) throw new Refusal(400, `Price feed id ${id} is not present in the payload`);
    return feed;
  });
  return toBody(seed, {...update, feeds});
}

/** An update as the parsed part of a body: an entry per feed, in order, with the requested properties. */
export function parsedOf(seed: number, {timestampUs, feeds, properties: wanted}: Update): Parsed {
  // The id and the undocumented field cannot be requested, and are always there.
  const unwanted = new Set<string>(properties.filter((property) => !wanted.includes(property)));
  const priceFeeds = feeds.map((feed) => {
    const entry = Object.entries(quote(seed, feed, timestampUs));
    return Object.fromEntries(entry.filter(([name]) => !unwanted.has(name)));
  });
  return {timestampUs: String(timestampUs), priceFeeds};
}

function toBody(seed: number, update: Update & Parts): Body {
  const {timestampUs, properties, feeds, jsonBinaryEncoding} = update;
  const body: Body = update.parsed ? {parsed: parsedOf(seed, update)} : {};
  const content = Buffer.from(JSON.stringify({timestampUs, properties, ids: feeds.map(({id}) => id)}));
  for (const format of update.formats) body[format] = seal(seed, format, content, jsonBinaryEncoding);
  return body;
}

const tags: Record<Format, number> = {evm: 0x2a22999a, solana: 0x821a01b9, leEcdsa: 0xe4bd474d, leUnsigned: 0x75d3c793};
const contentAt = 4 + 32;

// The format's tag, a checksum in place of the service's signature, and what the sandbox needs to make the update again.
function seal(seed: number, format: Format, content: Buffer, encoding: Encoding): Block {
  const tag = Buffer.alloc(4);
  tag.writeUInt32LE(tags[format]);
  const checksum = createHmac("sha256", `sandbox ${seed}`).update(content).digest();
  return {encoding, data: Buffer.concat([tag, checksum, content]).toString(encoding)};
}

// A payload is unaltered if it is the body that the sandbox makes of the content of its first block.
function verify(seed: number, {parsed, ...given}: ReduceRequest["payload"]): Update & Parts {
  const blocks = formats.flatMap((format) => (given[format] ? [[format, given[format]] as const] : []));
  const [first] = blocks;
  if (first === undefined) {
    throw new Refusal(400, "payload has no binary data to verify: request it with at least one of formats");
  }
  const [format, block] = first;
  const content = Buffer.from(block.data, block.encoding).subarray(contentAt);
  if (!isDeepStrictEqual(block, seal(seed, format, content, block.encoding))) throw new Refusal(400, alteredText);
  const {timestampUs, properties, ids}: Omit<Update, "feeds"> & {ids: number[]} = JSON.parse(content.toString());
  const update = {
    ...{timestampUs, properties, feeds: ids.flatMap((id) => findFeed(id) ?? [])},
    ...{parsed: Boolean(parsed), formats: blocks.map(([format]) => format), jsonBinaryEncoding: block.encoding}
  };
  const body = {...(parsed && {parsed}), ...Object.fromEntries(blocks)};
  if (!isDeepStrictEqual(body, toBody(seed, update))) throw new Refusal(400, alteredText);
  return update;
}

function latestUs({channel}: LatestRequest, nowMs: number): number {
  const grid = gridUs(channel);
  return Math.floor((Math.floor(nowMs) * 1000) / grid) * grid;
}

// The first feed that is unknown or forbidden fails the whole request; feeds that have not started, or expired, are left out silently.
function select({priceFeedIds, symbols, channel}: LatestRequest, instantMs: number): Feed[] {
  const feeds: Feed[] = [];
  for (const asked of priceFeedIds ?? symbols ?? []) {
    const feed = findFeed(asked);
    if (feed === undefined) throw missing(asked);
    if (gridUs(channel) < gridUs(feed.minChannel)) {
      throw new Refusal(400, `Price feed id ${feed.id} is not available for channel ${channel}`);
    }
    if (stateAt(feed, instantMs) === "stable") feeds.push(feed);
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
