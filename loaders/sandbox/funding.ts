import {publishersAt} from "./book.js";
import type {FundingFeed, Quote, Range} from "./feed.js";
import {inTicks, ticksFor, toMantissa} from "./mantissa.js";
import {keyOf, uniform, wander} from "./noise.js";
import {priceAt} from "./price.js";

const hourUs = 3_600_000_000;
const venuePublishers: Range = [1, 3];
const rates8h: Range = [-3.3e-5, 4e-5];
const basisBps = 2.5;

/** The quote of a funding feed at an instant (Unix µs): its venue's mark price, and the rate per funding interval. */
export function fundingQuote(seed: number, feed: FundingFeed, timestampUs: number): Quote {
  const basis = (basisBps / 10_000) * wander(keyOf(seed, feed.id, 1), timestampUs, 3);
  const mark = priceAt(seed, feed.underlying, timestampUs) * (1 + basis);
  const ticks = ticksFor(mark, feed.exponent);
  const intervalUs = feed.intervalHours * hourUs;
  const settledUs = Math.floor(timestampUs / intervalUs) * intervalUs;
  const rate = rate8hAt(seed, feed, feed.predicted ? timestampUs : settledUs) * (feed.intervalHours / 8);
  return {
    priceFeedId: feed.id,
    price: toMantissa(inTicks(mark, ticks), ticks),
    publisherCount: publishersAt(seed, feed.id, venuePublishers, timestampUs, "regular"),
    exponent: feed.exponent,
    fundingRate: Math.round(rate * 10 ** -feed.exponent),
    fundingTimestamp: feed.predicted ? justBefore(seed, feed, timestampUs) : settledUs,
    fundingRateInterval: intervalUs,
    marketSession: "regular",
    feedUpdateTimestamp: timestampUs
  };
}

// Leverage comes and goes for all of crypto, then for an underlying; venues differ a little. Longs mostly pay.
function rate8hAt(seed: number, feed: FundingFeed, timestampUs: number): number {
  const everyone = 0.55 * wander(keyOf(seed, 0, 1), timestampUs, 60);
  const coin = 0.5 * wander(keyOf(seed, feed.underlying.id, 8), timestampUs, 30);
  const venue = 0.35 * wander(keyOf(seed, feed.id, 8), timestampUs, 12);
  const [low, high] = rates8h;
  return low + (high - low) / (1 + Math.exp(-1.3 * (everyone + coin + venue) - 0.4));
}

function justBefore(seed: number, feed: FundingFeed, timestampUs: number): number {
  return timestampUs - Math.floor(uniform(keyOf(seed, feed.id, 9), timestampUs / 1000) * 900_000);
}
