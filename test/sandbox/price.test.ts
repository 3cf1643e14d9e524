import {describe, expect, it} from "vitest";
import {findFeed} from "../../loaders/sandbox/catalogue.js";
import type {PriceFeed} from "../../loaders/sandbox/feed.js";
import {averageAt, priceAt} from "../../loaders/sandbox/price.js";

const seed = 1;
const second = 1e6;
const hour = 3600 * second;
const monday = Date.UTC(2026, 9, 5) * 1000;
const year = Date.UTC(2025, 0, 1, 18) * 1000;

describe("priceAt(seed, feed, timestampUs)", () => {
  it.each([
    [0.2, 40_000],
    [1, 20_000],
    [10, 20_000],
    [60, 20_000],
    [300, 8000],
    [3600, 4000],
    [86_400, 1000]
  ])("BTC's realised volatility over steps of %d s is 2.2 %% a day", (seconds, count) => {
    const daily =
      deviation(returns(1, seconds * second, count, seconds < 60 ? monday : year)) * Math.sqrt(86_400 / seconds);
    expect(daily).toBeGreaterThan(0.022 * 0.75);
    expect(daily).toBeLessThan(0.022 * 1.25);
  });

  it.each([
    [2, 0.02, 0.04],
    [6, 0.02, 0.045],
    [922, 0.01, 0.02],
    [1314, 0.01, 0.025],
    [1398, 0.007, 0.02],
    [327, 0.003, 0.005],
    [346, 0.007, 0.013]
  ])("feed %d's day moves by %d to %d", (id, low, high) => {
    const daily = deviation(returns(id, 24 * hour, 500, year - 500 * 24 * hour));
    expect(daily).toBeGreaterThan(low);
    expect(daily).toBeLessThan(high);
  });

  it("hardly moves at the weekend where its market is closed, but does", () => {
    const move = (from: number, to: number) =>
      mean(
        Array.from({length: 200}, (_, week) => {
          const [start, end] = [from, to].map((day) =>
            priceAt(seed, feedOf(327), monday - (7 * week - day) * 24 * hour)
          );
          return Math.log((end ?? 0) / (start ?? 0)) ** 2;
        })
      );
    expect(move(5, 7)).toBeGreaterThan(0);
    expect(move(5, 7)).toBeLessThan(0.3 * move(2, 4));
  });

  it("moves with no memory: neither waves nor trends", () => {
    for (const step of [10 * second, 300 * second, hour]) {
      const moves = returns(1, step, 6000);
      for (const lag of [1, 2, 3, 6, 12, 24]) expect(Math.abs(correlation(moves.slice(lag), moves))).toBeLessThan(0.09);
    }
  });

  it.each([
    [1, 2, 0.8, 0.95],
    [922, 1314, 0.4, 0.8],
    [327, 333, 0.6, 0.85],
    [327, 340, -0.7, -0.4],
    [345, 346, 0.65, 0.9],
    [1, 922, -0.08, 0.08],
    [1, 103, 0.97, 1]
  ])("feeds %d and %d move together by %d to %d", (one, other, low, high) => {
    const together = correlation(returns(one, 300 * second, 6000), returns(other, 300 * second, 6000));
    expect(together).toBeGreaterThan(low);
    expect(together).toBeLessThan(high);
  });

  it("stays near its level at any date", () => {
    for (let month = 0; month < 240; month++) {
      const price = priceAt(seed, feedOf(1), Date.UTC(2024, month, 11) * 1000);
      expect(price).toBeGreaterThan(85_000 / 1.7);
      expect(price).toBeLessThan(85_000 * 1.7);
    }
  });

  it("takes the dated future below zero and back within a season", () => {
    const feed = feedOf(3089);
    const signs = Array.from({length: 2000}, (_, step) => Math.sign(priceAt(seed, feed, monday + step * hour)));
    expect(new Set(signs)).toEqual(new Set([1, -1]));
  });

  it("is another market under another seed", () => {
    expect(priceAt(2, feedOf(1), monday)).not.toBe(priceAt(1, feedOf(1), monday));
  });
});

describe("averageAt(seed, feed, timestampUs)", () => {
  it("follows the price, smoother and behind it", () => {
    const feed = feedOf(1);
    const instants = Array.from({length: 3000}, (_, step) => monday + step * 60 * second);
    const prices = instants.map((instant) => Math.log(priceAt(seed, feed, instant)));
    const averages = instants.map((instant) => Math.log(averageAt(seed, feed, instant)));
    expect(deviation(differences(averages))).toBeLessThan(0.4 * deviation(differences(prices)));
    const behind = (lag: number): number =>
      deviation(averages.slice(lag).map((value, index) => value - (prices[index] ?? Number.NaN)));
    expect(behind(20)).toBeLessThan(behind(0));
    expect(behind(20)).toBeLessThan(behind(90));
  });
});

function returns(id: number, stepUs: number, count: number, from = monday): number[] {
  const feed = feedOf(id);
  return differences(Array.from({length: count + 1}, (_, step) => Math.log(priceAt(seed, feed, from + step * stepUs))));
}

function feedOf(id: number): PriceFeed {
  const feed = findFeed(id);
  if (feed?.kind !== "price") throw new Error(`no price feed: ${id}`);
  return feed;
}

function differences(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function correlation(some: readonly number[], others: readonly number[]): number {
  const [a, b] = [mean(some), mean(others.slice(0, some.length))];
  const products = some.map((value, index) => (value - a) * ((others[index] ?? Number.NaN) - b));
  return mean(products) / (deviation(some) * deviation(others.slice(0, some.length)));
}
