import {marketTime} from "./activity.js";
import {bookAt, type Conditions, confidenceAt, publishersAt} from "./book.js";
import {lastOpenMs, sessionAt} from "./clock.js";
import type {Feed, PriceFeed, SilentFeed} from "./feed.js";
import {fundingQuote} from "./funding.js";
import {inTicks, ticksFor, toMantissa} from "./mantissa.js";
import type {Quote} from "./quote.js";
import {averageAt, priceAt, unrestAt} from "./value.js";

const averageReachBps = 60; // no EMA is farther from its price, but where prices may cross zero

/**
 * What the market says of a feed at an instant (Unix µs): a pure function of the three, O(1) in history, every field in
 * its kind on the wire. While the market is closed all but `marketSession` stays as it was when it closed.
 */
export function quote(seed: number, feed: Feed, timestampUs: number): Quote {
  if (feed.kind === "funding") return fundingQuote(seed, feed, timestampUs);
  return feed.kind === "silent" ? silentQuote(feed, timestampUs) : priceQuote(seed, feed, timestampUs);
}

function priceQuote(seed: number, feed: PriceFeed, timestampUs: number): Quote {
  const marketSession = sessionAt(feed.market, timestampUs / 1000);
  const asOfUs = marketSession === "closed" ? lastOpenMs(feed.market, timestampUs / 1000) * 1000 : timestampUs;
  const {days, quiet} = marketTime(feed.market, asOfUs);
  const session = sessionAt(feed.market, asOfUs / 1000);
  const conditions = {timestampUs: asOfUs, session, quiet, unrest: unrestAt(seed, feed, days)};
  const value = priceAt(seed, feed, days);
  const ticks = ticksFor(value, feed.exponent);
  const perBps = inTicks(feed.additiveUnit ?? value, ticks) / 10_000;
  const price = Math.round(inTicks(value, ticks));
  const confidence = confidenceAt(seed, feed, conditions);
  const reach = feed.additiveUnit === undefined ? averageReachBps * perBps : Number.POSITIVE_INFINITY;
  const lag = soften(inTicks(averageAt(seed, feed, days), ticks) - price, reach);
  const toNumber = (bps: number): number => Math.ceil(bps * perBps) * 10 ** ticks.padding;
  return {
    priceFeedId: feed.id,
    price: toMantissa(price, ticks),
    ...sides(seed, feed, conditions, (bps) => toMantissa(price + awayFromZero(bps * perBps), ticks)),
    publisherCount: publishersAt(seed, feed.id, feed.publishers, conditions),
    exponent: feed.exponent,
    confidence: toNumber(confidence.now),
    marketSession,
    emaPrice: toMantissa(price + lag, ticks),
    emaConfidence: toNumber(confidence.average),
    feedUpdateTimestamp: asOfUs,
    ...(feed.extraField === true && {tradingStatus: marketSession === "closed" ? "closed" : "open"})
  };
}

function sides(seed: number, feed: PriceFeed, conditions: Conditions, toSide: (bps: number) => string): Partial<Quote> {
  if (feed.spreadBps === null) return {};
  const {bidBps, askBps} = bookAt(seed, feed, feed.spreadBps, conditions);
  return {bestBidPrice: toSide(bidBps), bestAskPrice: toSide(askBps)};
}

function silentQuote(feed: SilentFeed, timestampUs: number): Quote {
  const marketSession = sessionAt(feed.market, timestampUs / 1000);
  return {
    priceFeedId: feed.id,
    publisherCount: 0,
    exponent: feed.exponent,
    marketSession,
    feedUpdateTimestamp: timestampUs
  };
}

// Leaves a distance alone up to two thirds of the reach, and bends it so that it never gets beyond the reach.
function soften(distance: number, reach: number): number {
  const free = (2 / 3) * reach;
  const over = Math.abs(distance) - free;
  if (over <= 0) return distance;
  return Math.sign(distance) * (free + (reach - free) * Math.tanh(over / (reach - free)));
}

function awayFromZero(ticks: number): number {
  return Math.sign(ticks) * Math.ceil(Math.abs(ticks));
}
