import type {PriceFeed, Range} from "./feed.js";
import {keyOf, normal, uniform, wander} from "./noise.js";
import type {Session} from "./schedule.js";

const tickUs = 200_000; // the book moves once in it
const thinTickUs = 2_000_000;
const dayUs = 86_400_000_000;

// Outside regular hours books are wider than the ranges say, and fewer publish.
const widening: Record<Session, number> = {regular: 1, preMarket: 2.5, postMarket: 3, overNight: 4, closed: 1};
const attendance: Record<Session, number> = {regular: 1, preMarket: 0.8, postMarket: 0.8, overNight: 0.6, closed: 1};

/** A book around a price of 0, in bps: bid ≤ 0 ≤ ask, save for a thin book's moments. */
export interface Book {
  bidBps: number;
  askBps: number;
}

/** Bid and ask around the price at an instant (Unix µs): `range` bps apart in regular hours, wider in quiet ones. */
export function bookAt(seed: number, feed: PriceFeed, range: Range, timestampUs: number, session: Session): Book {
  const tick = Math.floor(timestampUs / tickUs);
  const tide = 0.9 * wander(keyOf(seed, feed.id, 1), timestampUs, 5) + 0.7 * normal(keyOf(seed, feed.id, 2), tick);
  const spread = geometric(range, tide + 0.5 * quiet(timestampUs)) * widening[session];
  const below = 0.12 + 0.76 * uniform(keyOf(seed, feed.id, 3), tick);
  const book = {bidBps: -spread * below, askBps: spread * (1 - below)};
  return feed.thinBook === true ? disturb(book, keyOf(seed, feed.id, 4), timestampUs) : book;
}

/** A feed's confidence and its moving average, in bps of the price. */
export function confidenceAt(
  seed: number,
  feed: PriceFeed,
  timestampUs: number,
  session: Session
): {now: number; average: number} {
  const tide = 1.2 * wander(keyOf(seed, feed.id, 5), timestampUs, 7) + 0.3 * quiet(timestampUs);
  const tick = 0.25 * normal(keyOf(seed, feed.id, 6), Math.floor(timestampUs / tickUs));
  const wide = Math.sqrt(widening[session]);
  return {
    now: geometric(feed.confidenceBps, tide + tick) * wide,
    average: geometric(feed.confidenceBps, tide) * wide
  };
}

/** How many publishers an update has. */
export function publishersAt(
  seed: number,
  id: number,
  [low, high]: Range,
  timestampUs: number,
  session: Session
): number {
  const share = logistic(1.8 * wander(keyOf(seed, id, 7), timestampUs, 9));
  return Math.max(1, Math.round((low + (high - low) * share) * attendance[session]));
}

// From -1 at 15:00 UTC, when most is traded, to 1 twelve hours later.
function quiet(timestampUs: number): number {
  return -Math.cos(2 * Math.PI * (timestampUs / dayUs - 15 / 24));
}

// Crossed in one of 30 ticks, locked in another.
function disturb(book: Book, key: number, timestampUs: number): Book {
  const chance = uniform(key, Math.floor(timestampUs / thinTickUs)) * 30;
  if (chance < 1) return {bidBps: book.askBps, askBps: book.bidBps};
  return chance < 2 ? {bidBps: 0, askBps: 0} : book;
}

function geometric([low, high]: Range, tide: number): number {
  return low * (high / low) ** logistic(tide);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
