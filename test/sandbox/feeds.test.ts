import {describe, expect, it} from "vitest";
import {feeds} from "../../loaders/sandbox/feeds.js";

const byId = new Map(feeds.map((feed) => [feed.id, feed]));

describe("feeds", () => {
  it("are some fifty, in order, no id or symbol twice", () => {
    const ids = feeds.map(({id}) => id);
    expect(feeds.length).toBeGreaterThanOrEqual(45);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(new Set(feeds.map(({symbol}) => symbol)).size).toBe(feeds.length);
  });

  it.each([
    [1, "Crypto.BTC/USD", -8],
    [2, "Crypto.ETH/USD", -8],
    [6, "Crypto.SOL/USD", -8],
    [8, "Crypto.USDT/USD", -8],
    [112, "FundingRate.Binance.BTC/USDT", -12],
    [327, "FX.EUR/USD", -8],
    [345, "Metal.XAG/USD", -5],
    [346, "Metal.XAU/USD", -3],
    [922, "Equity.US.AAPL/USD", -5],
    [1314, "Equity.US.NVDA/USD", -5],
    [1435, "Equity.US.TSLA/USD", -5],
    [1555, "FundingRate.Hyperliquid.ETH/USD", -12],
    [3089, "Commodities.WAHAF7/USD", -5]
  ])("have the public id %d for %s, exponent %d", (id, symbol, exponent) => {
    expect(byId.get(id)).toMatchObject({symbol, exponent});
  });

  it("have the funding of six underlyings on three venues, each venue with its interval", () => {
    const found = feeds.flatMap((feed) => {
      const [, venue, pair = ""] = feed.symbol.split(".");
      return feed.kind === "funding" ? [`${venue} ${feed.intervalHours} h ${pair.split("/")[0]}`] : [];
    });
    const bases = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"];
    const venues = ["Binance 8 h", "Hyperliquid 1 h", "Bybit 4 h"];
    expect(found.sort()).toEqual(venues.flatMap((venue) => bases.map((base) => `${venue} ${base}`)).sort());
  });

  it("are all published on the default channel, and not all on the fastest", () => {
    expect(feeds.every(({minChannel}) => minChannel !== "fixed_rate@1000ms")).toBe(true);
    expect(new Set(feeds.map(({minChannel}) => minChannel)).size).toBe(3);
  });

  it("leave out exactly one feed that is not out yet", () => {
    expect(feeds.filter(({state}) => state !== "stable").map(({id, state}) => [id, state])).toEqual([
      [3417, "coming_soon"]
    ]);
  });
});
