import type {Feed, FundingFeed, PriceFeed, Range} from "./feeds.js";
import {keyOf, uniform, wander} from "./noise.js";
import {lastOpenMs, markets, type Session, sessionAt} from "./sessions.js";

const tickUs = 200_000; // the book moves once in it
const hourUs = 3_600_000_000;
const dayUs = 24 * hourUs;
const reachDays = 32; // beyond it a price comes back to its level: a plausible one at any date
const fine = 13; // octaves of a price, down to 0.2 s
const smooth = 7; // octaves of its average, down to ten minutes
const lagsUs = [600_000_000, 1_800_000_000] as const; // an average of half an hour is about so far behind
const rates8h: Range = [-3.3e-5, 4e-5];

// Outside regular hours books are so many times wider than the ranges say, and fewer publish.
const widening: Record<Session, number> = {regular: 1, preMarket: 2.5, postMarket: 3, overNight: 4, closed: 1};

/**
 * An entry of `parsed.priceFeeds[]`, kinds as on the wire: mantissas of prices in text, the rest numbers, timestamps and
 * the interval in µs. What a feed does not have is left out. `tradingStatus` is the field that no document lists.
 */
export interface Quote {
  priceFeedId: number;
  price?: string;
  bestBidPrice?: string;
  bestAskPrice?: string;
  publisherCount: number;
  exponent: number;
  confidence?: number;
  fundingRate?: number;
  fundingTimestamp?: number;
  fundingRateInterval?: number;
  marketSession: Session;
  emaPrice?: string;
  emaConfidence?: number;
  feedUpdateTimestamp: number;
  tradingStatus?: string;
}

/**
 * What the market says of a feed at an instant (Unix µs): a pure function of the three, O(1) in history, every field in
 * its kind on the wire. While the market is closed all but `marketSession` stays as it was when it closed.
 */
export function quote(seed: number, feed: Feed, timestampUs: number): Quote {
  if (feed.kind === "funding") return fundingQuote(seed, feed, timestampUs);
  const marketSession = sessionAt(feed.market, timestampUs / 1000);
  if (feed.kind === "price") return priceQuote(seed, feed, timestampUs, marketSession);
  const {id: priceFeedId, exponent} = feed;
  return {priceFeedId, publisherCount: 0, exponent, marketSession, feedUpdateTimestamp: timestampUs};
}

function priceQuote(seed: number, feed: PriceFeed, timestampUs: number, marketSession: Session): Quote {
  const {id: priceFeedId, exponent} = feed;
  const asOfUs = marketSession === "closed" ? lastOpenMs(feed.market, timestampUs / 1000) * 1000 : timestampUs;
  const session = sessionAt(feed.market, asOfUs / 1000);
  const value = priceAt(seed, feed, asOfUs);
  const before = (lagUs: number): number => priceAt(seed, feed, asOfUs - lagUs, smooth);
  const perBps = (feed.additiveUnit ?? value) / 10_000;
  const tide = 1.2 * slow(keyOf(seed, feed.id, 5), asOfUs, 7) + quietness(asOfUs) / 3;
  const tick = 0.5 * uniform(keyOf(seed, feed.id, 6), Math.floor(asOfUs / tickUs)) - 0.25;
  const confidence = (at: number): number =>
    Math.ceil(within(feed.confidenceBps, at) * Math.sqrt(widening[session]) * perBps * 10 ** -exponent);
  return {
    priceFeedId,
    price: toMantissa(value, exponent),
    ...bookAt(seed, feed, asOfUs, {value, perBps, session}),
    publisherCount: publishersAt(seed, feed.id, feed.publishers, asOfUs, session),
    exponent,
    confidence: confidence(tide + tick),
    marketSession,
    emaPrice: toMantissa((before(lagsUs[0]) + before(lagsUs[1])) / 2, exponent),
    emaConfidence: confidence(tide),
    feedUpdateTimestamp: asOfUs,
    ...(feed.extraField === true && {tradingStatus: marketSession === "closed" ? "closed" : "open"})
  };
}

// A random walk about the feed's level, its market's and its own in the feed's proportions.
function priceAt(seed: number, feed: PriceFeed, timestampUs: number, octaves = fine): number {
  const {level, dailyVol, beta, follows, additiveUnit} = feed;
  const walk = (key: number): number => 3.6 * wander(key, timestampUs / dayUs / reachDays + uniform(key, 1), octaves); // variance 1 a day
  const common = walk(keyOf(seed, -1 - markets.indexOf(feed.market), 0));
  const own = walk(keyOf(seed, follows ?? feed.id, 0));
  const premium = follows === undefined ? 0 : 0.0004 * slow(keyOf(seed, feed.id, 9), timestampUs, 8);
  const move = dailyVol * (beta * common + Math.sqrt(1 - beta ** 2) * own) + premium;
  return additiveUnit === undefined ? level * Math.exp(move) : level + additiveUnit * move;
}

// Bid ≤ price ≤ ask, but a thin book is crossed in one of 30 spells of two seconds, and locked in another.
function bookAt(
  seed: number,
  feed: PriceFeed,
  timestampUs: number,
  {value, perBps, session}: {value: number; perBps: number; session: Session}
): Partial<Quote> {
  if (feed.spreadBps === null) return {};
  const tick = Math.floor(timestampUs / tickUs);
  const tide = slow(keyOf(seed, feed.id, 1), timestampUs, 5) + 2 * uniform(keyOf(seed, feed.id, 2), tick) - 1;
  const spread = within(feed.spreadBps, tide + quietness(timestampUs) / 2) * widening[session] * perBps;
  const below = spread * (0.12 + 0.76 * uniform(keyOf(seed, feed.id, 3), tick));
  const bid = toMantissa(value - below, feed.exponent, Math.floor);
  const ask = toMantissa(value + spread - below, feed.exponent, Math.ceil);
  const spell = feed.thinBook ? Math.floor(30 * uniform(keyOf(seed, feed.id, 4), Math.floor(tick / 10))) : 2;
  if (spell === 0) return {bestBidPrice: ask, bestAskPrice: bid};
  return spell === 1 ? {bestBidPrice: bid, bestAskPrice: bid} : {bestBidPrice: bid, bestAskPrice: ask};
}

function publishersAt(seed: number, id: number, [low, high]: Range, timestampUs: number, session: Session): number {
  const share = logistic(1.8 * slow(keyOf(seed, id, 7), timestampUs, 9));
  return Math.max(1, Math.round((low + (high - low) * share) * widening[session] ** -0.3));
}

// A venue's mark price, near spot, and its rate per funding interval: predicted at the instant, or as it was settled.
function fundingQuote(seed: number, feed: FundingFeed, timestampUs: number): Quote {
  const {id: priceFeedId, exponent, underlying, predicted, intervalHours} = feed;
  const basis = 0.00025 * slow(keyOf(seed, feed.id, 1), timestampUs, 3);
  const intervalUs = intervalHours * hourUs;
  const settledUs = Math.floor(timestampUs / intervalUs) * intervalUs;
  const rateUs = predicted ? timestampUs : settledUs;
  // Leverage comes and goes for all of crypto, then for an underlying; venues differ a little. Longs mostly pay.
  const everyone = 0.55 * slow(keyOf(seed, 0, 1), rateUs, 60);
  const coin = 0.5 * slow(keyOf(seed, underlying.id, 8), rateUs, 30);
  const venue = 0.35 * slow(keyOf(seed, feed.id, 8), rateUs, 12);
  const [low, high] = rates8h;
  const rate = (low + (high - low) * logistic(1.3 * (everyone + coin + venue) + 0.4)) * (intervalHours / 8);
  const ageUs = Math.floor(uniform(keyOf(seed, feed.id, 9), timestampUs / 1000) * 900_000);
  return {
    priceFeedId,
    price: toMantissa(priceAt(seed, underlying, timestampUs) * (1 + basis), exponent),
    publisherCount: publishersAt(seed, feed.id, [1, 3], timestampUs, "regular"),
    exponent,
    fundingRate: Math.round(rate * 10 ** -exponent),
    fundingTimestamp: predicted ? timestampUs - ageUs : settledUs,
    fundingRateInterval: intervalUs,
    marketSession: "regular",
    feedUpdateTimestamp: timestampUs
  };
}

/**
 * A mantissa on the wire: a decimal integer in text, never zero. One of more than 15 digits ends in zeros, as those of
 * the service's mark prices do: it is above 2^53, and not exact as a double.
 */
export function toMantissa(value: number, exponent: number, round = Math.round): string {
  const digits = Math.floor(Math.log10(Math.abs(value) || 1)) + 1 - exponent;
  const padding = Math.max(0, digits - 15);
  return `${round(value * 10 ** (-exponent - padding)) || 1}${"0".repeat(padding)}`;
}

function slow(key: number, timestampUs: number, hours: number): number {
  return wander(key, timestampUs / hourUs / hours, 4);
}

// From -1 at 15:00 UTC, when most is traded, to 1 twelve hours later.
function quietness(timestampUs: number): number {
  return -Math.cos(2 * Math.PI * (timestampUs / dayUs - 15 / 24));
}

function within([low, high]: Range, tide: number): number {
  return low * (high / low) ** logistic(tide);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
