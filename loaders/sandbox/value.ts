import {intensity, path, warp} from "./brownian.js";
import type {PriceFeed} from "./feed.js";
import {hash, uniform} from "./noise.js";
import type {Market} from "./schedule.js";

const blockDays = 32; // beyond it a price comes back to its level: a plausible one at any date
const pathDepth = 27; // octaves, down to 24 ms of a trading day
const warpDepth = 20; // down to 3 s
const smoothDepth = 14; // down to 3 min, enough for an average over half an hour
const unrestDepth = 10; // seen over three quarters of an hour

const averageDays = 0.02; // the EMA's time constant: half an hour of crypto's day, ten minutes of an equity's
const lags = Array.from({length: 9}, (_, lag) => lag / 3);
const weights = lags.map((lag) => Math.exp(-lag));
const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
const premium = 0.0004; // by which a feed strays from the one it follows

const markets: Record<Market, number> = {crypto: 1, equity: 2, fx: 3, metal: 4, commodity: 5, nav: 6};

/** The key of a stream of chance that belongs to a seed: `stream` tells feeds and purposes apart. */
export function keyOf(seed: number, id: number, purpose: number): number {
  return hash(hash(seed, id + 100), purpose);
}

/** The price of a feed, as a number, after so many trading days of its market; O(1) in history. */
export function priceAt(seed: number, feed: PriceFeed, days: number): number {
  return toPrice(feed, walk(seed, feed, days, pathDepth, warpDepth));
}

/** The exponential moving average of a feed's price: a weighted sum over the path's past, without its fine octaves. */
export function averageAt(seed: number, feed: PriceFeed, days: number): number {
  let sum = 0;
  for (const [index, lag] of lags.entries()) {
    sum += (weights[index] ?? 0) * walk(seed, feed, days - lag * averageDays, smoothDepth, smoothDepth);
  }
  return toPrice(feed, sum / weightSum);
}

/** How hectic a feed is for this hour of its week: the logarithm of its variance over the usual. */
export function unrestAt(seed: number, feed: PriceFeed, days: number): number {
  const key = ownKey(seed, feed);
  return Math.log(intensity(hash(key, 2), blocksAt(key, days), unrestDepth));
}

// The market's factor and the feed's own path, both of variance 1 per trading day, in the feed's proportions.
function walk(seed: number, feed: PriceFeed, days: number, depth: number, warping: number): number {
  const common = strand(keyOf(seed, -markets[feed.market], 0), days, depth, warping);
  const own = strand(ownKey(seed, feed), days, depth, warping);
  const move = feed.dailyVol * (feed.beta * common + Math.sqrt(1 - feed.beta ** 2) * own);
  return feed.follows === undefined ? move : move + premium * path(keyOf(seed, feed.id, 9), 3 * days, smoothDepth);
}

function strand(key: number, days: number, depth: number, warping: number): number {
  return Math.sqrt(blockDays) * path(key, warp(hash(key, 2), blocksAt(key, days), warping), depth);
}

function blocksAt(key: number, days: number): number {
  return days / blockDays + uniform(key, 1); // no two strands begin a block at the same time
}

function ownKey(seed: number, feed: PriceFeed): number {
  return keyOf(seed, feed.follows ?? feed.id, 0);
}

function toPrice(feed: PriceFeed, move: number): number {
  if (feed.additiveUnit !== undefined) return feed.level + feed.additiveUnit * move;
  return feed.level * Math.exp(move);
}
