import {mean} from "d3-array";
import type {Feed, FundingFeed, PriceFeed, Range} from "./feeds.js";
import {lastOpenMs, markets, type Session, sessionAt} from "./sessions.js";

const tickUs = 200_000; // how often bid and ask change
const hourUs = 3_600_000_000;
const dayUs = 24 * hourUs;
const walkDays = 32; // a price is a random walk over so many days, and returns to its level over longer times
const priceOctaves = 13; // details down to 0.2 s
const averageOctaves = 7; // details down to ten minutes
const lagsUs = [600_000_000, 1_800_000_000]; // the moving average is the mean of two prices, so long ago
const [lowestRate8h, highestRate8h] = [-3.3e-5, 4e-5];

// Outside regular hours spreads are wider by these factors, and fewer publishers contribute.
const widening: Record<Session, number> = {regular: 1, preMarket: 2.5, postMarket: 3, overNight: 4, closed: 1};

// The random quantities of a feed; each has its own random numbers.
const purposes = ["walk", "width", "publishers", "confidence", "basis", "rate", "flicker"] as const;

type Purpose = (typeof purposes)[number];

/**
 * An entry of `parsed.priceFeeds[]` with the types of the wire: prices are mantissas as text, all else numbers; timestamps
 * and the interval are in µs. A field that a feed lacks is left out. `tradingStatus` is the undocumented field.
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
 * The values of a feed at an instant (Unix µs): a pure function of its arguments, so any instant costs the same. While the
 * market is closed, all fields but `marketSession` keep their last values.
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
  const shares = feed.split && asOfUs < feed.split.effectiveMs * 1000 ? feed.split.factor : 1;
  const value = shares * priceAt(seed, feed, asOfUs);
  const average = mean(lagsUs, (lagUs) => shares * priceAt(seed, feed, asOfUs - lagUs, averageOctaves)) ?? value;
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
    emaPrice: toMantissa(average, exponent),
    emaConfidence: confidence(chance.slow("confidence")),
    feedUpdateTimestamp: asOfUs,
    ...(feed.extraField === true && {tradingStatus: marketSession === "closed" ? "closed" : "open"})
  };
}

// The feed's level, moved by two random walks: one of its market, weighted by beta, and one of its own.
function priceAt(seed: number, feed: PriceFeed, timestampUs: number, octaves = priceOctaves): number {
  const {id, market, level, dailyVol, beta, follows = id, additiveUnit} = feed;
  const walk = (of: number): number => {
    const key = keyOf(seed, of, "walk");
    return 3.6 * noise(key, timestampUs / dayUs / walkDays + uniform(key, 1), octaves); // variance 1 a day
  };
  const deviation = follows === id ? 0 : 0.0003 * walk(id); // a few bps between the feed and the one that it follows
  const move =
    dailyVol * (beta * walk(-1 - markets.indexOf(market)) + Math.sqrt(1 - beta ** 2) * walk(follows)) + deviation;
  return additiveUnit === undefined ? level * Math.exp(move) : level + additiveUnit * move;
}

// Bid ≤ price ≤ ask; a thin book is crossed in one of 15 ticks.
function bookOf(feed: PriceFeed, value: number, bps: number, {slow, flicker}: Chance): Partial<Quote> {
  if (feed.spreadBps === null) return {};
  const spread = within(feed.spreadBps, slow("width") + 2 * flicker) * bps;
  const below = spread * (0.5 + 0.7 * flicker);
  const bid = toMantissa(value - below, feed.exponent, Math.floor);
  const ask = toMantissa(value + spread - below, feed.exponent, Math.ceil);
  const isCrossed = feed.thinBook && flicker < 1 / 15 - 0.5;
  return isCrossed ? {bestBidPrice: ask, bestAskPrice: bid} : {bestBidPrice: bid, bestAskPrice: ask};
}

// A venue's mark price, close to spot, and its rate per funding interval: predicted now, or as last settled.
function fundingQuote(seed: number, feed: FundingFeed, timestampUs: number): Quote {
  const {id: priceFeedId, exponent, underlying, predicted, intervalHours} = feed;
  const intervalUs = intervalHours * hourUs;
  const settledUs = Math.floor(timestampUs / intervalUs) * intervalUs;
  const rateUs = predicted ? timestampUs : settledUs;
  // The rates of all venues for one underlying are similar, and mostly positive: longs pay.
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

// The mantissa of a value: a decimal integer as text, never zero. A double has about 15 exact digits, so further digits are
// zeros, as in the service's mark prices.
function toMantissa(value: number, exponent: number, round = Math.round): string {
  const digits = Math.floor(Math.log10(Math.abs(value) || 1)) + 1 - exponent;
  const padding = Math.max(0, digits - 15);
  return `${round(value * 10 ** (-exponent - padding)) || 1}${"0".repeat(padding)}`;
}

// A value in the range: near its low end where `at` is far below 0, near its high end where it is far above.
function within([low, high]: Range, at: number): number {
  return low * (high / low) ** logistic(1.5 * at);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

type Chance = ReturnType<typeof chanceAt>;

// The random state of a feed: `slow` varies over hours, for each purpose by itself; `flicker` (-0.5 to 0.5) at each tick.
function chanceAt(seed: number, id: number, timestampUs: number) {
  return {
    slow: (purpose: Purpose, hours = 8) => noise(keyOf(seed, id, purpose), timestampUs / hourUs / hours, 4),
    flicker: uniform(keyOf(seed, id, "flicker"), Math.floor(timestampUs / tickUs)) - 0.5
  };
}

/**
 * Fractal noise at time `u`, of mean 0 and deviation about 1, without state: over less than one unit of time, down to
 * 4^-octaves, it moves like a random walk of variance 2.5 a unit; over more it is uncorrelated.
 */
function noise(key: number, u: number, octaves: number): number {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++, u *= 4) {
    const from = Math.floor(u);
    const streamKey = hash(key, octave);
    const [a, b] = [uniform(streamKey, from), uniform(streamKey, from + 1)];
    sum += (a + (b - a) * (u - from) - 0.5) / 2 ** octave;
  }
  return 3.674 * sum; // makes the deviation of all octaves together about 1
}

// A random number in [0, 1), uniformly distributed over the indices of a key.
function uniform(key: number, index: number): number {
  return hash(key, index) / 4_294_967_296;
}

// The key of a stream of random numbers: each seed, feed and purpose has its own.
function keyOf(seed: number, id: number, purpose: Purpose): number {
  return hash(hash(seed, id + 100), purposes.indexOf(purpose));
}

// A 32-bit unsigned hash of a key and an index (murmur3's finaliser): the only source of randomness in the sandbox.
function hash(key: number, index: number): number {
  let mixed = key ^ Math.imul(index, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
