import type {PriceFeed} from "./feed.js";
import {keyOf, path, uniform, wander} from "./noise.js";
import type {Market} from "./schedule.js";

const dayUs = 86_400_000_000;
const weekUs = 7 * dayUs;
const mondayUs = 4 * dayUs; // 1970-01-05
const weekendShare = 0.1; // of the variance of other days
const blockDays = 32; // beyond it a price comes back to its level: a plausible one at any date
const fine = 27; // halvings of a block, down to 20 ms
const smooth = 14; // down to 3 minutes, enough for an average

const averageUs = 1_800_000_000; // the EMA's time constant: half an hour
const lags = Array.from({length: 7}, (_, i) => i / 2);
const weights = lags.map((lag) => Math.exp(-lag));
const weightSum = weights.reduce((sum, weight) => sum + weight, 0);

const premium = 0.0004; // by which a feed strays from the one it follows
const markets: Record<Market, number> = {crypto: 1, equity: 2, fx: 3, metal: 4, commodity: 5, nav: 6};

/** The price of a feed at an instant (Unix µs): a random walk about its level, half of it in step with its market. */
export function priceAt(seed: number, feed: PriceFeed, timestampUs: number): number {
  return toPrice(feed, walk(seed, feed, marketUs(feed, timestampUs), fine));
}

/** The exponential moving average of a feed's price: a weighted sum over the path's past, without its fine halvings. */
export function averageAt(seed: number, feed: PriceFeed, timestampUs: number): number {
  const now = marketUs(feed, timestampUs);
  let sum = 0;
  for (const [i, lag] of lags.entries()) sum += (weights[i] ?? 0) * walk(seed, feed, now - lag * averageUs, smooth);
  return toPrice(feed, sum / weightSum);
}

// A closed market hardly moves, but it does not stand still: it reopens with a gap.
function marketUs({market}: PriceFeed, timestampUs: number): number {
  if (market === "crypto" || market === "nav") return timestampUs;
  const inWeek = (((timestampUs - mondayUs) % weekUs) + weekUs) % weekUs;
  const weekend = Math.max(0, inWeek - 5 * dayUs);
  const weeks = Math.round((timestampUs - mondayUs - inWeek) / weekUs);
  return weeks * (5 * dayUs + 2 * dayUs * weekendShare) + inWeek - weekend * (1 - weekendShare);
}

// The market's factor and the feed's own path, both of variance 1 a day, in the feed's proportions.
function walk(seed: number, feed: PriceFeed, us: number, depth: number): number {
  const common = strand(keyOf(seed, -markets[feed.market], 0), us, depth);
  const own = strand(keyOf(seed, feed.follows ?? feed.id, 0), us, depth);
  const move = feed.dailyVol * (feed.beta * common + Math.sqrt(1 - feed.beta ** 2) * own);
  return feed.follows === undefined ? move : move + premium * wander(keyOf(seed, feed.id, 9), us, 8);
}

function strand(key: number, us: number, depth: number): number {
  const blocks = us / dayUs / blockDays + uniform(key, 1); // no two strands begin a block at the same time
  return Math.sqrt(blockDays) * path(key, blocks, depth);
}

function toPrice(feed: PriceFeed, move: number): number {
  if (feed.additiveUnit !== undefined) return feed.level + feed.additiveUnit * move;
  return feed.level * Math.exp(move);
}
