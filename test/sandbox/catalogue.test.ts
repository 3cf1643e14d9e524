import {describe, expect, it} from "vitest";
import {findFeed, gatedFeeds, listCatalogue} from "../../loaders/sandbox/catalogue.js";
import {feeds} from "../../loaders/sandbox/feeds.js";

const items = listCatalogue();
const itemOf = (id: number) => items.find((item) => item.pyth_lazer_id === id);

describe("findFeed(feed)", () => {
  it("finds a feed by id and by symbol", () => {
    expect(findFeed(1)?.symbol).toBe("Crypto.BTC/USD");
    expect(findFeed("Crypto.BTC/USD")?.id).toBe(1);
  });

  it.each([4_000_000, 3063, "1", "crypto.btc/usd", "", "__proto__"])("does not know %j", (feed) => {
    expect(findFeed(feed)).toBeUndefined();
  });
});

describe("listCatalogue()", () => {
  it("lists every feed once, and no gated one", () => {
    expect(items.map(({pyth_lazer_id}) => pyth_lazer_id)).toEqual(feeds.map(({id}) => id));
    for (const id of gatedFeeds.keys()) expect(itemOf(id)).toBeUndefined();
  });

  it("describes a feed in the public catalogue's shape", () => {
    const schedule = "America/New_York;O,O,O,O,O,O,O;";
    expect(itemOf(112)).toEqual({
      pyth_lazer_id: 112,
      name: "BTCUSDT Binance",
      symbol: "FundingRate.Binance.BTC/USDT",
      description: "BINANCE BTC/USDT PERPETUAL FUNDING RATE",
      asset_type: "funding-rate",
      instrument_type: "rate",
      exponent: -12,
      min_publishers: 1,
      min_channel: "fixed_rate@200ms",
      state: "stable",
      interval: "8h",
      quote_currency: "USDT",
      schedule,
      market_sessions: {regular: {min_pub: 1, schedule, state: "stable"}},
      groups: [],
      cmc_id: null,
      hermes_id: null,
      nasdaq_symbol: null
    });
  });

  it.each([
    [1, "BTCUSD", "crypto", null, "USD"],
    [327, "EURUSD", "fx", null, "USD"],
    [340, "USDJPY", "fx", null, "JPY"],
    [346, "XAUUSD", "metal", null, "USD"],
    [922, "AAPL", "equity", null, "USD"],
    [3089, "WAHAF7", "commodity", null, "USD"],
    [1555, "ETHUSD Hyperliquid", "funding-rate", "1h", "USD"],
    [1602, "ETHUSDT Bybit", "funding-rate", "4h", "USDT"]
  ])("names feed %d %s", (id, name, asset_type, interval, quote_currency) => {
    expect(itemOf(id)).toMatchObject({name, asset_type, interval, quote_currency});
  });

  it("gives an equity its four sessions", () => {
    expect(Object.keys(Object(itemOf(922)?.market_sessions))).toEqual([
      "regular",
      "pre_market",
      "post_market",
      "over_night"
    ]);
  });
});
