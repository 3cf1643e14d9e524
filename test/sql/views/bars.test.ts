import {group, max, mean, min} from "d3-array";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {soaking} from "../../helpers/soak.js";

const midnight = Date.UTC(2026, 2, 8);
const steps = {bars_1s: 1, bars_1m: 60, bars_1h: 3600, bars_1d: 86_400};
const test = eachStore();

interface Entry {
  priceFeedId: number;
  tenths: number; // of a second after midnight, when it was published
  age: number; // in seconds
  exponent: number;
  price: number | null;
  bestBidPrice: number | null;
  bestAskPrice: number | null;
  confidence: number | null;
  publisherCount: number | null;
  marketSession: string | null;
}

const mantissa = fc.option(fc.integer({min: -2_000, max: 90_000}), {freq: 8});
const tenths = fc.oneof(
  fc.integer({min: 0, max: 40}),
  fc.integer({min: 0, max: 1_700_000}),
  fc.integer({min: 0, max: 47}).map((halfHour) => halfHour * 18_000)
);
const entries: fc.Arbitrary<Entry[]> = fc.uniqueArray(
  fc.record({
    priceFeedId: fc.integer({min: 1, max: 2}),
    tenths,
    age: fc.constantFrom(0, 0.5, 1, 1.5, 4000),
    exponent: fc.constantFrom(-2, -2, -4, 0, 1),
    price: mantissa,
    bestBidPrice: mantissa,
    bestAskPrice: mantissa,
    confidence: fc.option(fc.integer({min: 0, max: 500})),
    publisherCount: fc.option(fc.integer({min: 0, max: 20})),
    marketSession: fc.option(fc.constantFrom("regular", "closed", "preMarket"))
  }),
  {selector: ({priceFeedId, tenths}) => `${priceFeedId} ${tenths}`, maxLength: 80}
);

function bodyOf({tenths, age, ...entry}: Entry): string {
  const publishedAt = (midnight + tenths * 100) * 1000;
  const priceFeeds = [{...entry, feedUpdateTimestamp: publishedAt - age * 1e6}];
  return JSON.stringify({parsed: {timestampUs: String(publishedAt), priceFeeds}});
}

// What a bar of some updates is, by arithmetic that shares nothing with DuckDB's.
function barOf(updates: readonly Entry[]): Record<string, unknown> {
  const inOrder = updates.toSorted((a, b) => a.tenths - b.tenths);
  const prices = held(inOrder.map(({price, exponent}) => human(price, exponent)));
  const sides = inOrder.map((one) => [human(one.bestBidPrice, one.exponent), human(one.bestAskPrice, one.exponent)]);
  const books = sides.filter((pair): pair is [number, number] => !pair.includes(null));
  const spreads = held(books.map(([bid, ask]) => (ask > bid ? bps(ask - bid, (bid + ask) / 2) : null)));
  const confidences = held(
    inOrder.map(({confidence, price, exponent}) => bps(human(confidence, exponent), human(price, exponent)))
  );
  const sessions = held(inOrder.map(({marketSession}) => marketSession));
  return {
    open: prices[0] ?? null,
    high: max(prices) ?? null,
    low: min(prices) ?? null,
    close: prices.at(-1) ?? null,
    updates: updates.filter(({age}) => age <= 1).length,
    carriedForward: updates.filter(({age}) => age > 1).length,
    books: spreads.length,
    crossed: books.filter(([bid, ask]) => ask < bid).length,
    locked: books.filter(([bid, ask]) => ask === bid).length,
    meanSpreadBps: mean(spreads) ?? null,
    maxSpreadBps: max(spreads) ?? null,
    confidences: confidences.length,
    meanConfidenceBps: mean(confidences) ?? null,
    fewestPublishers: min(held(inOrder.map(({publisherCount}) => publisherCount))) ?? null,
    marketSession: sessions.findLast((session) => session !== "closed") ?? sessions.at(-1) ?? null,
    spreads: spreads.toSorted((a, b) => a - b)
  };
}

function human(value: number | null, exponent: number): number | null {
  return value === null ? null : Number(`${value}e${exponent}`);
}

function bps(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : (10_000 * part) / Math.abs(whole);
}

function held<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

// Between the two values around the place, as most define a median.
function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1);
}

// The least value that so many are not above.
function leastOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share - 1e-9) - 1] ?? null;
}

function expectedBars(all: readonly Entry[], seconds: number): Record<string, unknown>[] {
  const groups = group(all, ({priceFeedId, tenths}) => `${priceFeedId} ${Math.floor(tenths / 10 / seconds)}`);
  return [...groups].map(([key, updates]) => {
    const [priceFeedId, place] = key.split(" ").map(Number);
    const startedAt = new Date(midnight + Number(place) * seconds * 1000).toISOString().replace(".000", "");
    const {spreads, ...bar} = barOf(updates);
    const sorted = spreads as number[];
    const of = seconds === 86_400 ? leastOf : quantile;
    return {...bar, priceFeedId, startedAt, medianSpreadBps: of(sorted, 0.5), p95SpreadBps: of(sorted, 0.95)};
  });
}

describe("bars of a second, a minute, an hour and a day", () => {
  it("are what the updates give by other arithmetic", async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        await test.records("DELETE FROM feed_updates; DELETE FROM responses");
        await test.book(...all.map(bodyOf));
        await test.derive({rebuild: true});
        for (const [name, seconds] of Object.entries(steps)) {
          const columns = name === "bars_1h" ? "* EXCLUDE (spreadBins)" : "*";
          const made = await test.records(`SELECT ${columns} FROM ${name}`);
          expectAlike(made, expectedBars(all, seconds), seconds === 86_400);
        }
      }),
      {numRuns: soaking ? 60 : 5}
    );
  }, 120_000);
});

function expectAlike(made: Record<string, unknown>[], expected: Record<string, unknown>[], binned: boolean): void {
  expect(inOrder(made).map(plain)).toEqual(inOrder(expected).map(plain));
  for (const [i, bar] of inOrder(made).entries()) {
    for (const name of ["medianSpreadBps", "p95SpreadBps"]) {
      const [is, should] = [bar[name], inOrder(expected)[i]?.[name]];
      if (is === null || should === null) expect({[name]: is}).toEqual({[name]: should});
      else expect(Math.abs(Number(is) / Number(should) - 1)).toBeLessThan(binned ? 0.01 : 1e-9);
    }
  }
}

function inOrder(bars: Record<string, unknown>[]): Record<string, unknown>[] {
  return bars.toSorted((a, b) => (`${a.priceFeedId} ${a.startedAt}` < `${b.priceFeedId} ${b.startedAt}` ? -1 : 1));
}

// Sums differ in their last digits by the order in which they are made; quantiles are compared apart.
function plain({medianSpreadBps: _, p95SpreadBps: __, ...bar}: Record<string, unknown>): Record<string, unknown> {
  const round = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(10)) : value);
  return Object.fromEntries(Object.entries(bar).map(([name, value]) => [name, round(value)]));
}
