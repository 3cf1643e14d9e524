import {type Book, bookAt, confidenceAt, publishersAt} from "./book.js";
import {lastOpenMs, sessionAt} from "./clock.js";
import type {Feed, PriceFeed, Quote, SilentFeed} from "./feed.js";
import {fundingQuote} from "./funding.js";
import {inTicks, ticksFor, toMantissa} from "./mantissa.js";
import {averageAt, priceAt} from "./price.js";

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
  const session = sessionAt(feed.market, asOfUs / 1000);
  const value = priceAt(seed, feed, asOfUs);
  const ticks = ticksFor(value, feed.exponent);
  const perBps = inTicks(feed.additiveUnit ?? value, ticks) / 10_000;
  const price = Math.round(inTicks(value, ticks));
  const confidence = confidenceAt(seed, feed, asOfUs, session);
  const reach = averageReachBps * perBps;
  const behind = inTicks(averageAt(seed, feed, asOfUs), ticks) - price;
  const lag = feed.additiveUnit === undefined ? reach * Math.tanh(behind / reach) : behind;
  const toNumber = (bps: number): number => Math.ceil(bps * perBps) * 10 ** ticks.padding;
  const toSide = (bps: number): string => toMantissa(price + awayFromZero(bps * perBps), ticks);
  return {
    priceFeedId: feed.id,
    price: toMantissa(price, ticks),
    ...(feed.spreadBps !== null && sides(bookAt(seed, feed, feed.spreadBps, asOfUs, session), toSide)),
    publisherCount: publishersAt(seed, feed.id, feed.publishers, asOfUs, session),
    exponent: feed.exponent,
    confidence: toNumber(confidence.now),
    marketSession,
    emaPrice: toMantissa(price + lag, ticks),
    emaConfidence: toNumber(confidence.average),
    feedUpdateTimestamp: asOfUs,
    ...(feed.extraField === true && {tradingStatus: marketSession === "closed" ? "closed" : "open"})
  };
}

function sides({bidBps, askBps}: Book, toSide: (bps: number) => string): Partial<Quote> {
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

function awayFromZero(ticks: number): number {
  return Math.sign(ticks) * Math.ceil(Math.abs(ticks));
}
