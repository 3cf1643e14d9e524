import {extent} from "d3-array";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {type Feed, feeds, findFeed} from "../../../loaders/service/sandbox/feeds.js";
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
    [327, "2026-10-30T21:00:00Z", "2026-11-01T21:59:59.8Z", "2026-10-30T20:59:59.999Z"] // and back
  ])("keeps all values of feed %d but the session while its market is closed, from %s to %s", (id, from, to, last) => {
    const open = quote(seed, feedOf(id), us(last));
    expect(open.marketSession).not.toBe("closed");
    expect(open.feedUpdateTimestamp).toBe(us(last));
    for (const time of [from, to])
      expect(quote(seed, feedOf(id), us(time))).toEqual({...open, marketSession: "closed"});
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
