import {extent} from "d3-array";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {findFeed} from "../../../loaders/service/sandbox/catalogue.js";
import {type Feed, feeds} from "../../../loaders/service/sandbox/feeds.js";
import {type Quote, quote} from "../../../loaders/service/sandbox/market.js";

const seed = 1;
const us = (time: string): number => Date.parse(time) * 1000;
const monday = us("2026-10-05T00:00Z");
const thinBook = 4;

describe("quote(seed, feed, timestampUs)", () => {
  const feed = fc.constantFrom(...feeds);
  const instant = fc.integer({min: 1_704_067_200_000, max: 1_956_528_000_000}).map((ms) => ms * 1000); // 2024 to 2031

  it("gives every field in its kind on the wire, the same each time, and bid ≤ price ≤ ask", () => {
    fc.assert(
      fc.property(fc.integer(), feed, instant, (anySeed, anyFeed, timestampUs) => {
        const entry = quote(anySeed, anyFeed, timestampUs);
        expect(JSON.parse(JSON.stringify(entry))).toEqual(entry);
        for (const [name, value] of Object.entries(entry)) expect([name, value]).toSatisfy(isWireKind);
        expect(entry).toMatchObject({priceFeedId: anyFeed.id, exponent: anyFeed.exponent});
        expect(entry.feedUpdateTimestamp).toBeLessThanOrEqual(timestampUs);
        expect(quote(anySeed, anyFeed, timestampUs)).toEqual(entry);
        const {price, bestBidPrice: bid, bestAskPrice: ask} = entry;
        if (price === undefined || bid === undefined || ask === undefined || anyFeed.id === thinBook) return;
        expect(BigInt(bid) <= BigInt(price) && BigInt(price) <= BigInt(ask) && BigInt(bid) < BigInt(ask)).toBe(true);
      }),
      {numRuns: 200}
    );
  });

  it.each([
    [922, "2026-07-18T00:00:00Z", "2026-07-19T23:59:59.8Z", "2026-07-17T23:59:59.999Z"],
    [922, "2026-03-07T01:00:00Z", "2026-03-08T23:59:00Z", "2026-03-07T00:59:59.999Z"], // the clocks go forward
    [327, "2026-10-30T21:00:00Z", "2026-11-01T21:59:59.8Z", "2026-10-30T20:59:59.999Z"], // and back
    [346, "2026-07-15T21:00:00Z", "2026-07-15T21:59:59Z", "2026-07-15T20:59:59.999Z"]
  ])("keeps all values of feed %d but the session while its market is closed, from %s to %s", (id, from, to, last) => {
    const open = quote(seed, feedOf(id), us(last));
    expect(open.marketSession).not.toBe("closed");
    expect(open.feedUpdateTimestamp).toBe(us(last));
    for (const time of [from, to])
      expect(quote(seed, feedOf(id), us(time))).toEqual({...open, marketSession: "closed"});
  });

  it("reopens with a new update and another price", () => {
    const before = quote(seed, feedOf(922), us("2026-07-19T23:59:59.8Z"));
    const after = quote(seed, feedOf(922), us("2026-07-20T00:00:00Z"));
    expect(after).toMatchObject({marketSession: "overNight", feedUpdateTimestamp: us("2026-07-20T00:00:00Z")});
    expect(after.price).not.toBe(before.price);
  });
});

describe("quote(seed, feed, timestampUs) of a peculiar feed", () => {
  const minutes = (id: number): Quote[] => quotes(id, 60, 2000);

  it("has an update without a price for a feed that has none", () => {
    const timestampUs = us("2026-07-18T12:00:00Z");
    const bare = {priceFeedId: 3211, publisherCount: 0, exponent: -5, marketSession: "closed"};
    expect(quote(seed, feedOf(3211), timestampUs)).toEqual({...bare, feedUpdateTimestamp: timestampUs});
  });

  it("has neither bid nor ask for a fund", () => {
    expect(minutes(1575).every((entry) => !("bestBidPrice" in entry) && !("bestAskPrice" in entry))).toBe(true);
  });

  it("has crossed quotes now and then in a thin book", () => {
    const spreads = minutes(thinBook).map(
      ({bestBidPrice, bestAskPrice}) => Number(bestAskPrice) - Number(bestBidPrice)
    );
    expect(spreads.filter((spread) => spread < 0).length).toBeGreaterThan(60);
    expect(spreads.filter((spread) => spread > 0).length).toBeGreaterThan(1700);
  });

  it.each([103, 112, 1554, 1601])("has mantissas of feed %d that no double holds exactly", (id) => {
    const texts = minutes(id).map(({price = "0"}) => price);
    expect(texts.every((text) => BigInt(text) > 2n ** 53n)).toBe(true);
    expect(texts.filter((text) => BigInt(Number(text)) !== BigInt(text)).length).toBeGreaterThan(1000);
  });

  it("has an undocumented field", () => {
    expect(quote(seed, feedOf(1398), us("2026-07-15T15:00Z"))).toHaveProperty("tradingStatus", "open");
    expect(quote(seed, feedOf(1398), us("2026-07-18T15:00Z"))).toHaveProperty("tradingStatus", "closed");
  });

  it("has a future whose price is sometimes below zero, with bid below ask", () => {
    const below = quotes(3089, 7 * 3600, 1000).filter(({price}) => Number(price) < 0);
    expect(below.length).toBeGreaterThan(50);
    for (const {bestBidPrice, bestAskPrice} of below) expect(Number(bestBidPrice)).toBeLessThan(Number(bestAskPrice));
  });
});

describe("quote(seed, feed, timestampUs) of a funding rate", () => {
  const funding = feeds.flatMap((each) => (each.kind === "funding" ? [each] : []));

  it.each(funding.map((each) => [each.symbol, each] as const))("keeps %s within −3.3e-5 to 4e-5 per 8 h", (_, each) => {
    const rates = quotes(each.id, 7200, 1000).map(({fundingRate = Number.NaN}) => fundingRate * 1e-12);
    const [low = Number.NaN, high = Number.NaN] = extent(rates, (rate) => (rate * 8) / each.intervalHours);
    expect(low).toBeGreaterThanOrEqual(-3.3e-5);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(high).toBeLessThanOrEqual(4e-5);
    const [mark, spot] = [quote(seed, each, monday), quote(seed, each.underlying, monday)];
    expect(Number(mark.price) / 1e12 / (Number(spot.price) / 1e8)).toBeCloseTo(1, 2);
  });

  it.each([
    ["Hyperliquid", 1555, 1],
    ["Bybit", 1601, 4]
  ])("of %s is constant between settlements", (_, id, hours) => {
    const entries = quotes(id, 60, 600);
    const fundingRateInterval = hours * 3_600_000_000;
    for (const entry of entries) {
      const fundingTimestamp = Math.floor(entry.feedUpdateTimestamp / fundingRateInterval) * fundingRateInterval;
      expect(entry).toMatchObject({fundingRateInterval, fundingTimestamp});
    }
    expect(new Set(entries.map(({fundingRate}) => fundingRate)).size).toBe(Math.ceil(10 / hours));
  });

  it("of Binance is a new prediction each minute, less than a second old", () => {
    const entries = quotes(112, 60, 600);
    const ages = entries.map((entry) => entry.feedUpdateTimestamp - (entry.fundingTimestamp ?? 0));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(1_000_000);
    expect(new Set(entries.map(({fundingRate}) => fundingRate)).size).toBeGreaterThan(500);
  });
});

function quotes(id: number, stepSeconds: number, count: number): Quote[] {
  return Array.from({length: count}, (_, step) => quote(seed, feedOf(id), monday + step * stepSeconds * 1e6));
}

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
