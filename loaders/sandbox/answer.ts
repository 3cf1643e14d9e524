import {type Channel, channelStepUs} from "../config/choices.js";
import {findFeed, gatedFeeds} from "./catalogue.js";
import type {Feed} from "./feed.js";
import {Refusal} from "./refusal.js";
import type {LatestRequest, PriceRequest} from "./request.js";
import {type Body, blockOf, parsedOf} from "./update.js";

const marketEpochUs = Date.UTC(2024, 0, 1) * 1000;

/** Answers `latest_price`: the update of the channel's latest instant. @throws Refusal 400 or 403 */
export function answerLatest(seed: number, request: LatestRequest, nowMs: number): Body {
  return toBody(seed, request, latestUs(request, nowMs));
}

/** Answers `price`: the update of an instant on the channel's grid. @throws Refusal 400, 403 or 404 */
export function answerPrice(seed: number, request: PriceRequest, nowMs: number): Body {
  const {channel, timestamp} = request;
  if (timestamp % gridUs(channel) !== 0) {
    throw new Refusal(400, `timestamp ${timestamp} is not a multiple of ${gridUs(channel)} us, the step of ${channel}`);
  }
  const feeds = select(request);
  if (timestamp > latestUs(request, nowMs) || timestamp < marketEpochUs) {
    throw new Refusal(404, `No update found for timestamp ${timestamp}`);
  }
  return toBody(seed, request, timestamp, feeds);
}

function latestUs({channel}: LatestRequest, nowMs: number): number {
  const grid = gridUs(channel);
  return Math.floor((Math.floor(nowMs) * 1000) / grid) * grid;
}

function toBody(seed: number, request: LatestRequest, timestampUs: number, feeds = select(request)): Body {
  const update = {timestampUs, feeds, properties: request.properties};
  const body: Body = request.parsed ? {parsed: parsedOf(seed, update)} : {};
  for (const format of request.formats) body[format] = blockOf(seed, update, format, request.jsonBinaryEncoding);
  return body;
}

// The first feed that will not do fails the whole request; feeds that are not out yet are silently left out.
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

// The step of a channel in µs; an update stands on every multiple. `real_time` takes one a millisecond here.
function gridUs(channel: Channel): number {
  return channelStepUs[channel] ?? 1000;
}

function missing(feed: number | string): Refusal {
  const groups = typeof feed === "number" ? gatedFeeds.get(feed) : undefined;
  if (groups === undefined) return new Refusal(403, `Unknown feed: ${feed}`);
  const needed = JSON.stringify(groups);
  return new Refusal(403, `Not entitled: feed ${feed} (it requires access to one of the following groups: ${needed})`);
}
