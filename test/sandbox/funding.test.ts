import {describe, expect, it} from "vitest";
import type {FundingFeed} from "../../loaders/sandbox/feed.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {fundingQuote} from "../../loaders/sandbox/funding.js";
import {quote} from "../../loaders/sandbox/market.js";

const seed = 1;
const funding = feeds.filter((feed): feed is FundingFeed => feed.kind === "funding");
const minuteUs = 60_000_000;
const start = Date.UTC(2026, 6, 13, 0, 30) * 1000;

describe("fundingQuote(seed, feed, timestampUs)", () => {
  it.each(funding.map((feed) => [feed.symbol, feed] as const))("%s pays −3.3e-5 to 4e-5 per 8 h", (_, feed) => {
    const rates = many(feed, 60).map(({fundingRate = Number.NaN}) => (fundingRate * 1e-12 * 8) / feed.intervalHours);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(-3.3e-5);
    expect(Math.max(...rates)).toBeLessThanOrEqual(4e-5);
    expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(3e-5);
  });

  it("has rates above and below zero", () => {
    const rates = funding.flatMap((feed) => many(feed, 600).map(({fundingRate = 0}) => Math.sign(fundingRate)));
    expect(new Set(rates)).toEqual(new Set([1, -1]));
  });

  it("marks the price within 20 bps of spot", () => {
    for (const feed of funding) {
      const mark = Number(fundingQuote(seed, feed, start).price) / 1e12;
      const spot = Number(quote(seed, feed.underlying, start).price) / 1e8;
      expect(Math.abs(mark / spot - 1)).toBeLessThan(0.002);
    }
  });

  it.each([
    ["FundingRate.Hyperliquid.ETH/USD", 3_600_000_000, 1],
    ["FundingRate.Bybit.BTC/USDT", 14_400_000_000, 4]
  ])("%s stands still from one settlement to the next", (symbol, interval, hours) => {
    const quotes = many(feedOf(symbol), 1).slice(0, 600);
    for (const [minute, entry] of quotes.entries()) {
      const now = start + minute * minuteUs;
      expect(entry.fundingRateInterval).toBe(interval);
      expect(entry.fundingTimestamp).toBe(Math.floor(now / interval) * interval);
      expect(entry.feedUpdateTimestamp).toBe(now);
    }
    expect(new Set(quotes.map(({fundingRate}) => fundingRate)).size).toBeLessThanOrEqual(10 / hours + 1);
  });

  it("predicts Binance's rate all the time, stamped just now", () => {
    const quotes = many(feedOf("FundingRate.Binance.BTC/USDT"), 1).slice(0, 600);
    for (const [minute, {fundingTimestamp = 0, fundingRateInterval}] of quotes.entries()) {
      const age = start + minute * minuteUs - fundingTimestamp;
      expect(fundingRateInterval).toBe(28_800_000_000);
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(1_000_000);
    }
    expect(new Set(quotes.map(({fundingRate}) => fundingRate)).size).toBeGreaterThan(500);
  });

  it("has one to three publishers", () => {
    const counts = new Set(funding.flatMap((feed) => many(feed, 240).map(({publisherCount}) => publisherCount)));
    expect([...counts].sort()).toEqual([1, 2, 3]);
  });
});

function many(feed: FundingFeed, minutes: number) {
  return Array.from({length: 2000}, (_, step) => fundingQuote(seed, feed, start + step * minutes * minuteUs));
}

function feedOf(symbol: string): FundingFeed {
  const feed = funding.find((candidate) => candidate.symbol === symbol);
  if (feed === undefined) throw new Error(`no funding feed: ${symbol}`);
  return feed;
}
