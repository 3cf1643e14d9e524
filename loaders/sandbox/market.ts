import type {Feed, FundingFeed, PriceFeed, Range} from "./feeds.js";
import {lastOpenMs, markets, type Session, sessionAt} from "./sessions.js";

const tickUs = 200_000; // the book moves once in it
const hourUs = 3_600_000_000;
const dayUs = 24 * hourUs;
const reachDays = 32; // beyond it a price comes back to its level: a plausible one at any date
const fine = 13; // octaves of a price, down to 0.2 s
const smooth = 7; // octaves of its average, down to ten minutes
const lagsUs = [600_000_000, 1_800_000_000] as const; // an average of half an hour is about so far behind
const [lowestRate8h, highestRate8h] = [-3.3e-5, 4e-5];

// Outside regular hours books are so many times wider than the ranges say, and fewer publish.
const widening: Record<Session, number> = {regular: 1, preMarket: 2.5, postMarket: 3, overNight: 4, closed: 1};

// What chance decides of a feed, each by numbers of its own.
const purposes = ["walk", "width", "publishers", "confidence", "basis", "rate", "flicker"] as const;

type Purpose = (typeof purposes)[number];

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
  const wider = widening[sessionAt(feed.market, asOfUs / 1000)];
  const chance = chanceAt(seed, priceFeedId, asOfUs);
  const value = priceAt(seed, feed, asOfUs);
  const [later, earlier] = lagsUs.map((lagUs) => priceAt(seed, feed, asOfUs - lagUs, smooth)) as [number, number];
  const perBps = (feed.additiveUnit ?? value) / 10_000;
  const confidence = (at: number): number =>
    Math.ceil(within(feed.confidenceBps, at) * Math.sqrt(wider) * perBps * 10 ** -exponent);
  return {
    priceFeedId,
    price: toMantissa(value, exponent),
    ...bookOf(feed, value, wider * perBps, chance),
    publisherCount: Math.max(1, Math.round(within(feed.publishers, chance.slow("publishers")) * wider ** -0.3)),
    exponent,
    confidence: confidence(chance.slow("confidence") + chance.flicker),
    marketSession,
    emaPrice: toMantissa((later + earlier) / 2, exponent),
    emaConfidence: confidence(chance.slow("confidence")),
    feedUpdateTimestamp: asOfUs,
    ...(feed.extraField === true && {tradingStatus: marketSession === "closed" ? "closed" : "open"})
  };
}

// A random walk about the feed's level, its market's and its own in the feed's proportions.
function priceAt(seed: number, feed: PriceFeed, timestampUs: number, octaves = fine): number {
  const {id, market, level, dailyVol, beta, follows = id, additiveUnit} = feed;
  const walk = (of: number): number => {
    const key = keyOf(seed, of, "walk");
    return 3.6 * wander(key, timestampUs / dayUs / reachDays + uniform(key, 1), octaves); // variance 1 a day
  };
  const apart = follows === id ? 0 : 0.0003 * walk(id); // some bps: no market keeps two prices in one proportion
  const move =
    dailyVol * (beta * walk(-1 - markets.indexOf(market)) + Math.sqrt(1 - beta ** 2) * walk(follows)) + apart;
  return additiveUnit === undefined ? level * Math.exp(move) : level + additiveUnit * move;
}

// Bid ≤ price ≤ ask, but a thin book is crossed at one of 15 ticks.
function bookOf(feed: PriceFeed, value: number, bps: number, {slow, flicker}: Chance): Partial<Quote> {
  if (feed.spreadBps === null) return {};
  const spread = within(feed.spreadBps, slow("width") + 2 * flicker) * bps;
  const below = spread * (0.5 + 0.7 * flicker);
  const bid = toMantissa(value - below, feed.exponent, Math.floor);
  const ask = toMantissa(value + spread - below, feed.exponent, Math.ceil);
  const isCrossed = feed.thinBook && flicker < 1 / 15 - 0.5;
  return isCrossed ? {bestBidPrice: ask, bestAskPrice: bid} : {bestBidPrice: bid, bestAskPrice: ask};
}

// A venue's mark price, near spot, and its rate per funding interval: predicted at the instant, or as it was settled.
function fundingQuote(seed: number, feed: FundingFeed, timestampUs: number): Quote {
  const {id: priceFeedId, exponent, underlying, predicted, intervalHours} = feed;
  const intervalUs = intervalHours * hourUs;
  const settledUs = Math.floor(timestampUs / intervalUs) * intervalUs;
  const rateUs = predicted ? timestampUs : settledUs;
  // Venues pay about the same for one underlying. Longs mostly pay.
  const leverage = (id: number) => chanceAt(seed, id, rateUs).slow("rate", 30);
  const rate8h =
    lowestRate8h + (highestRate8h - lowestRate8h) * logistic(0.4 + leverage(underlying.id) + leverage(priceFeedId) / 2);
  const {slow, flicker} = chanceAt(seed, priceFeedId, timestampUs);
  return {
    priceFeedId,
    price: toMantissa(priceAt(seed, underlying, timestampUs) * (1 + 0.00025 * slow("basis")), exponent),
    publisherCount: Math.round(within([1, 3], slow("publishers"))),
    exponent,
    fundingRate: Math.round(((rate8h * intervalHours) / 8) * 10 ** -exponent),
    fundingTimestamp: predicted ? timestampUs - Math.round(500_000 + 800_000 * flicker) : settledUs,
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

// In the range: low where `at` is far below 0, high where it is far above.
function within([low, high]: Range, at: number): number {
  return low * (high / low) ** logistic(1.5 * at);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

type Chance = ReturnType<typeof chanceAt>;

// What wanders about a feed for some hours, each purpose by itself, and what changes at each tick (from -0.5 to 0.5).
function chanceAt(seed: number, id: number, timestampUs: number) {
  return {
    slow: (purpose: Purpose, hours = 8) => wander(keyOf(seed, id, purpose), timestampUs / hourUs / hours, 4),
    flicker: uniform(keyOf(seed, id, "flicker"), Math.floor(timestampUs / tickUs)) - 0.5
  };
}

/**
 * Noise of mean 0 and deviation about 1 at time `u`: below one unit it moves like a random walk, of variance 2.5 a unit,
 * down to 4^-octaves units; beyond, it forgets itself. It has no state: each octave is straight lines between chance
 * numbers, four times as dense as those of the octave before, and half as high.
 */
function wander(key: number, u: number, octaves: number): number {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++, u *= 4) {
    const from = Math.floor(u);
    const streamKey = hash(key, octave);
    const [a, b] = [uniform(streamKey, from), uniform(streamKey, from + 1)];
    sum += (a + (b - a) * (u - from) - 0.5) / 2 ** octave;
  }
  return 3.674 * sum; // by the deviation of a unit's even numbers, and by all octaves together
}

// A number in [0, 1), evenly spread over the indices of a key.
function uniform(key: number, index: number): number {
  return hash(key, index) / 4_294_967_296;
}

// The key of one stream of chance of a seed, another for each feed and purpose.
function keyOf(seed: number, id: number, purpose: Purpose): number {
  return hash(hash(seed, id + 100), purposes.indexOf(purpose));
}

// A 32-bit unsigned hash of a key and an index (murmur3's finaliser): the only source of chance in the sandbox.
function hash(key: number, index: number): number {
  let mixed = key ^ Math.imul(index, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
