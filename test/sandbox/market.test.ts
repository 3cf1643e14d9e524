import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {properties} from "../../loaders/config/choices.js";
import {findFeed} from "../../loaders/sandbox/catalogue.js";
import type {Feed, Quote} from "../../loaders/sandbox/feed.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {quote} from "../../loaders/sandbox/market.js";

const seed = 1;
const us = (time: string): number => Date.parse(time) * 1000;
const oddBooks = new Set([4]);
const feed = fc.constantFrom(...feeds);
const instant = fc
  .integer({min: us("2024-01-01T00:00Z") / 1000, max: us("2032-01-01T00:00Z") / 1000})
  .map((ms) => ms * 1000);

describe("quote(seed, feed, timestampUs)", () => {
  it("gives every field in its kind on the wire, for any seed, feed and instant", () => {
    fc.assert(
      fc.property(fc.integer(), feed, instant, (anySeed, anyFeed, timestampUs) => {
        const entry = quote(anySeed, anyFeed, timestampUs);
        expect(JSON.parse(JSON.stringify(entry))).toEqual(entry);
        for (const [name, value] of Object.entries(entry)) expect([name, value]).toSatisfy(isWireKind);
        expect(entry).toMatchObject({priceFeedId: anyFeed.id, exponent: anyFeed.exponent});
        expect(entry.feedUpdateTimestamp).toBeLessThanOrEqual(timestampUs);
        expect(quote(anySeed, anyFeed, timestampUs)).toEqual(entry);
      }),
      {numRuns: 2000}
    );
  });

  it("keeps bid ≤ price ≤ ask and bid < ask, save in the odd book", () => {
    fc.assert(
      fc.property(fc.integer(), feed, instant, (anySeed, anyFeed, timestampUs) => {
        const {price, bestBidPrice: bid, bestAskPrice: ask} = quote(anySeed, anyFeed, timestampUs);
        if (price === undefined || bid === undefined || ask === undefined || oddBooks.has(anyFeed.id)) return;
        expect(BigInt(bid) <= BigInt(price) && BigInt(price) <= BigInt(ask) && BigInt(bid) < BigInt(ask)).toBe(true);
      }),
      {numRuns: 2000}
    );
  });

  it("keeps the EMA within 0.6 % of the price, save where prices cross zero", () => {
    fc.assert(
      fc.property(feed, instant, (anyFeed, timestampUs) => {
        const {price, emaPrice} = quote(seed, anyFeed, timestampUs);
        if (price === undefined || emaPrice === undefined || anyFeed.id === 3089) return;
        expect(Math.abs(Number(emaPrice) / Number(price) - 1)).toBeLessThan(0.00601);
      }),
      {numRuns: 2000}
    );
  });

  it("carries a feed of each kind its fields, in the service's order", () => {
    const noon = us("2026-07-15T16:00:00Z");
    const priced = properties.filter((name) => !name.startsWith("funding"));
    const names = (id: number): string[] => Object.keys(quote(seed, feedOf(id), noon));
    expect(names(1)).toEqual(["priceFeedId", ...priced]);
    expect(names(112)).toEqual([
      ...["priceFeedId", "price", "publisherCount", "exponent", "fundingRate", "fundingTimestamp"],
      ...["fundingRateInterval", "marketSession", "feedUpdateTimestamp"]
    ]);
  });
});

describe("quote(seed, feed, timestampUs) of a closed market", () => {
  it.each([
    [922, "2026-07-18T00:00:00Z", "2026-07-19T23:59:59.8Z", "2026-07-17T23:59:59.999Z"],
    [922, "2026-03-07T01:00:00Z", "2026-03-08T23:59:00Z", "2026-03-07T00:59:59.999Z"], // the clocks go forward
    [327, "2026-10-30T21:00:00Z", "2026-11-01T21:59:59.8Z", "2026-10-30T20:59:59.999Z"], // and back
    [346, "2026-07-15T21:00:00Z", "2026-07-15T21:59:59Z", "2026-07-15T20:59:59.999Z"],
    [3089, "2026-07-15T21:00:00Z", "2026-07-15T21:30:00Z", "2026-07-15T20:59:59.999Z"]
  ])("freezes feed %d from %s to %s as it was at %s, but for the session", (id, from, to, last) => {
    const open = quote(seed, feedOf(id), us(last));
    expect(open.marketSession).not.toBe("closed");
    expect(open.feedUpdateTimestamp).toBe(us(last));
    for (const time of [from, to])
      expect(quote(seed, feedOf(id), us(time))).toEqual({...open, marketSession: "closed"});
  });

  it("reopens with a fresh update and a gap", () => {
    const before = quote(seed, feedOf(922), us("2026-07-19T23:59:59.8Z"));
    const after = quote(seed, feedOf(922), us("2026-07-20T00:00:00Z"));
    expect(after).toMatchObject({marketSession: "overNight", feedUpdateTimestamp: us("2026-07-20T00:00:00Z")});
    expect(after.price).not.toBe(before.price);
  });
});

describe("quote(seed, feed, timestampUs) of an odd feed", () => {
  const minutes = (id: number): Quote[] =>
    Array.from({length: 2000}, (_, step) => quote(seed, feedOf(id), us("2026-07-13T00:00Z") + step * 60e6));

  it("has no price where there never was one, but a fresh update", () => {
    const timestampUs = us("2026-07-18T12:00:00Z");
    const [session, exponent] = ["closed", -5];
    expect(quote(seed, feedOf(3211), timestampUs)).toEqual({
      priceFeedId: 3211,
      publisherCount: 0,
      exponent,
      marketSession: session,
      feedUpdateTimestamp: timestampUs
    });
  });

  it("has neither bid nor ask for a fund's value", () => {
    expect(minutes(1575).every((entry) => !("bestBidPrice" in entry) && !("bestAskPrice" in entry))).toBe(true);
    expect(minutes(1575)[0]).toHaveProperty("confidence");
  });

  it("has a thin book that is crossed or locked now and then", () => {
    const spreads = minutes(4).map(({bestBidPrice, bestAskPrice}) => Number(bestAskPrice) - Number(bestBidPrice));
    const count = (holds: (spread: number) => boolean): number => spreads.filter(holds).length;
    expect(count((spread) => spread < 0)).toBeGreaterThan(30);
    expect(count((spread) => spread === 0)).toBeGreaterThan(30);
    expect(count((spread) => spread > 0)).toBeGreaterThan(1700);
  });

  it.each([103, 112, 1554, 1601])("has a mantissa above 2^53 that no double holds exactly: feed %d", (id) => {
    const texts = minutes(id).map(({price = "0"}) => price);
    expect(texts.every((text) => BigInt(text) > 2n ** 53n)).toBe(true);
    expect(texts.filter((text) => BigInt(Number(text)) !== BigInt(text)).length).toBeGreaterThan(1000);
  });

  it("has a field that no document lists", () => {
    expect(quote(seed, feedOf(1398), us("2026-07-15T15:00Z"))).toHaveProperty("tradingStatus", "open");
    expect(quote(seed, feedOf(1398), us("2026-07-18T15:00Z"))).toHaveProperty("tradingStatus", "closed");
  });

  it("has a future whose price is below zero at times, with its book on the right side", () => {
    const below = Array.from({length: 1000}, (_, step) =>
      quote(seed, feedOf(3089), us("2026-03-01T15:00Z") + step * 7200e6)
    ).filter(({price}) => Number(price) < 0);
    expect(below.length).toBeGreaterThan(50);
    for (const {bestBidPrice, bestAskPrice} of below) expect(Number(bestBidPrice)).toBeLessThan(Number(bestAskPrice));
  });
});

function feedOf(id: number): Feed {
  const found = findFeed(id);
  if (found === undefined) throw new Error(`no feed: ${id}`);
  return found;
}

function isWireKind([name, value]: [string, unknown]): boolean {
  if (name === "marketSession" || name === "tradingStatus") return typeof value === "string";
  if (["price", "bestBidPrice", "bestAskPrice", "emaPrice"].includes(name))
    return /^-?[1-9]\d*$/.test(String(value)) && typeof value === "string";
  return Number.isSafeInteger(value);
}
