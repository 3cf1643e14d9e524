import {describe, expect, it} from "vitest";
import {bookAt, type Conditions, confidenceAt, publishersAt, wander} from "../../loaders/sandbox/book.js";
import {findFeed} from "../../loaders/sandbox/catalogue.js";
import type {PriceFeed} from "../../loaders/sandbox/feed.js";
import type {Session} from "../../loaders/sandbox/schedule.js";

const seed = 1;
const start = Date.UTC(2026, 6, 13) * 1000;
const many = Array.from({length: 5000}, (_, step) => start + step * 97_400_000);

describe("bookAt(seed, feed, range, conditions)", () => {
  it.each([1, 2, 327, 346, 922])("has the price between bid and ask, their spread in the range of feed %d", (id) => {
    const {range, spreads} = spreadsOf(id);
    expect(Math.min(...spreads)).toBeGreaterThanOrEqual(range[0]);
    expect(Math.max(...spreads)).toBeLessThanOrEqual(range[1]);
    expect(Math.max(...spreads) / Math.min(...spreads)).toBeGreaterThan(0.6 * (range[1] / range[0]));
  });

  it("is wider in quiet hours, in hectic spells and outside regular hours", () => {
    const usual = mean(spreadsOf(922).spreads);
    expect(mean(spreadsOf(922, {quiet: 2}).spreads)).toBeGreaterThan(1.15 * usual);
    expect(mean(spreadsOf(922, {unrest: 1.5}).spreads)).toBeGreaterThan(1.15 * usual);
    const [pre, post, night] = (["preMarket", "postMarket", "overNight"] as const).map((session) =>
      mean(spreadsOf(922, {session}).spreads)
    );
    expect(pre).toBeGreaterThan(2 * usual);
    expect(post).toBeGreaterThan(2 * usual);
    expect(night).toBeGreaterThan(3 * usual);
  });

  it("moves within a second, but not within 200 ms", () => {
    const at = (timestampUs: number) => bookAt(seed, feedOf(1), [0.04, 1.8], conditions(timestampUs));
    expect(at(start + 199_000).bidBps).toBeCloseTo(at(start).bidBps, 3);
    expect(at(start + 200_000).bidBps).not.toBeCloseTo(at(start).bidBps, 3);
  });
});

describe("confidenceAt(seed, feed, conditions)", () => {
  it("wanders over its range, its average smoother", () => {
    const values = many.map((timestampUs) => confidenceAt(seed, feedOf(1), conditions(timestampUs)));
    const now = values.map((value) => value.now);
    expect(Math.min(...now)).toBeGreaterThanOrEqual(1.2);
    expect(Math.max(...now)).toBeLessThanOrEqual(3.3);
    expect(Math.max(...now) - Math.min(...now)).toBeGreaterThan(1.2);
    const [one, next] = [start, start + 200_000].map((at) => confidenceAt(seed, feedOf(1), conditions(at)));
    expect(next?.average).toBeCloseTo(one?.average ?? 0, 3);
    expect(next?.now).not.toBeCloseTo(one?.now ?? 0, 3);
  });
});

describe("publishersAt(seed, id, range, conditions)", () => {
  it("wanders over its range", () => {
    const counts = many.map((timestampUs) => publishersAt(seed, 1, [9, 27], conditions(timestampUs)));
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([9, 27]);
    expect(counts.every(Number.isInteger)).toBe(true);
  });

  it("falls at night, though never to none", () => {
    const night = (range: [number, number]): number[] =>
      many.map((timestampUs) => publishersAt(seed, 922, range, conditions(timestampUs, {session: "overNight"})));
    expect(Math.max(...night([7, 14]))).toBeLessThan(10);
    expect(Math.min(...night([1, 1]))).toBe(1);
  });
});

describe("wander(key, timestampUs, hours)", () => {
  it("has mean 0 and deviation about 1, and forgets itself over its hours", () => {
    const values = Array.from({length: 4000}, (_, step) => wander(3, start + step * 3_600_000_000, 5));
    expect(Math.abs(mean(values))).toBeLessThan(0.1);
    expect(Math.abs(Math.sqrt(mean(values.map((value) => value ** 2))) - 1)).toBeLessThan(0.15);
    expect(mean(values.slice(20).map((value, index) => value * (values[index] ?? Number.NaN)))).toBeLessThan(0.15);
  });
});

function spreadsOf(
  id: number,
  changes: Partial<Conditions> = {}
): {range: readonly [number, number]; spreads: number[]} {
  const feed = feedOf(id);
  const range = feed.spreadBps ?? [0, 0];
  const spreads = many.map((timestampUs) => {
    const {bidBps, askBps} = bookAt(seed, feed, range, conditions(timestampUs, changes));
    expect(bidBps).toBeLessThan(0);
    expect(askBps).toBeGreaterThan(0);
    return askBps - bidBps;
  });
  return {range, spreads};
}

function conditions(timestampUs: number, changes: Partial<Conditions> = {}): Conditions {
  const session: Session = "regular";
  return {timestampUs, session, quiet: 0.5, unrest: 0, ...changes};
}

function feedOf(id: number): PriceFeed {
  const feed = findFeed(id);
  if (feed?.kind !== "price") throw new Error(`no price feed: ${id}`);
  return feed;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
