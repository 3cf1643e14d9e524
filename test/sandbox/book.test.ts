import {describe, expect, it} from "vitest";
import {bookAt, confidenceAt, publishersAt} from "../../loaders/sandbox/book.js";
import {findFeed} from "../../loaders/sandbox/catalogue.js";
import type {PriceFeed} from "../../loaders/sandbox/feed.js";
import type {Session} from "../../loaders/sandbox/schedule.js";

const seed = 1;
const start = Date.UTC(2026, 6, 13) * 1000;
const many = Array.from({length: 5000}, (_, step) => start + step * 97_400_000);

describe("bookAt(seed, feed, range, timestampUs, session)", () => {
  it.each([1, 2, 327, 346, 922])("has the price between bid and ask, their spread in the range of feed %d", (id) => {
    const {range, spreads} = spreadsOf(id);
    expect(Math.min(...spreads)).toBeGreaterThanOrEqual(range[0]);
    expect(Math.max(...spreads)).toBeLessThanOrEqual(range[1]);
    expect(Math.max(...spreads) / Math.min(...spreads)).toBeGreaterThan(0.6 * (range[1] / range[0]));
  });

  it("is wider in quiet hours and outside regular ones", () => {
    const usual = mean(spreadsOf(922).spreads);
    const hours = (from: number) =>
      many.filter((us) => [0, 1, 2, 3].includes(new Date(us / 1000).getUTCHours() - from));
    expect(mean(spreadsOf(922, "regular", hours(1)).spreads)).toBeGreaterThan(
      1.15 * mean(spreadsOf(922, "regular", hours(13)).spreads)
    );
    const [pre, post, night] = (["preMarket", "postMarket", "overNight"] as const).map((session) =>
      mean(spreadsOf(922, session).spreads)
    );
    expect(pre).toBeGreaterThan(2 * usual);
    expect(post).toBeGreaterThan(2 * usual);
    expect(night).toBeGreaterThan(3 * usual);
  });

  it("moves within a second, but not within 200 ms", () => {
    const at = (timestampUs: number) => bookAt(seed, feedOf(1), [0.04, 1.8], timestampUs, "regular");
    expect(at(start + 199_000).bidBps).toBeCloseTo(at(start).bidBps, 3);
    expect(at(start + 200_000).bidBps).not.toBeCloseTo(at(start).bidBps, 3);
  });
});

describe("confidenceAt(seed, feed, timestampUs, session)", () => {
  it("wanders over its range, its average smoother", () => {
    const values = many.map((timestampUs) => confidenceAt(seed, feedOf(1), timestampUs, "regular"));
    const now = values.map((value) => value.now);
    expect(Math.min(...now)).toBeGreaterThanOrEqual(1.2);
    expect(Math.max(...now)).toBeLessThanOrEqual(3.3);
    expect(Math.max(...now) - Math.min(...now)).toBeGreaterThan(1.2);
    const [one, next] = [start, start + 200_000].map((at) => confidenceAt(seed, feedOf(1), at, "regular"));
    expect(next?.average).toBeCloseTo(one?.average ?? 0, 3);
    expect(next?.now).not.toBeCloseTo(one?.now ?? 0, 3);
  });
});

describe("publishersAt(seed, id, range, timestampUs, session)", () => {
  it("wanders over its range", () => {
    const counts = many.map((timestampUs) => publishersAt(seed, 1, [9, 27], timestampUs, "regular"));
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([9, 27]);
    expect(counts.every(Number.isInteger)).toBe(true);
  });

  it("falls at night, though never to none", () => {
    const night = (range: [number, number]): number[] =>
      many.map((timestampUs) => publishersAt(seed, 922, range, timestampUs, "overNight"));
    expect(Math.max(...night([7, 14]))).toBeLessThan(10);
    expect(Math.min(...night([1, 1]))).toBe(1);
  });
});

function spreadsOf(
  id: number,
  session: Session = "regular",
  instants = many
): {range: readonly [number, number]; spreads: number[]} {
  const feed = feedOf(id);
  const range = feed.spreadBps ?? [0, 0];
  const spreads = instants.map((timestampUs) => {
    const {bidBps, askBps} = bookAt(seed, feed, range, timestampUs, session);
    expect(bidBps).toBeLessThan(0);
    expect(askBps).toBeGreaterThan(0);
    return askBps - bidBps;
  });
  return {range, spreads};
}

function feedOf(id: number): PriceFeed {
  const feed = findFeed(id);
  if (feed?.kind !== "price") throw new Error(`no price feed: ${id}`);
  return feed;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
