import {describe, expect, it} from "vitest";
import {findFeed, gatedFeeds, listCatalogue} from "../../loaders/sandbox/catalogue.js";
import {feeds} from "../../loaders/sandbox/feeds.js";

const items = listCatalogue();
const itemOf = (id: number) => items.find((item) => item.pyth_lazer_id === id);

describe("feeds", () => {
  it("are some fifty, in order, no id or symbol twice", () => {
    const ids = feeds.map(({id}) => id);
    expect(feeds.length).toBeGreaterThanOrEqual(45);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(new Set(feeds.map(({symbol}) => symbol)).size).toBe(feeds.length);
  });

  it("are all published on the default channel, not all on the fastest, and all but one are out", () => {
    expect(feeds.every(({minChannel}) => minChannel !== "fixed_rate@1000ms")).toBe(true);
    expect(new Set(feeds.map(({minChannel}) => minChannel)).size).toBe(3);
    const later = feeds.filter(({state}) => state !== "stable");
    expect(later.map(({id, state}) => [id, state])).toEqual([[3417, "coming_soon"]]);
  });
});

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
      ...{pyth_lazer_id: 112, symbol: "FundingRate.Binance.BTC/USDT", name: "BTCUSDT Binance", exponent: -12},
      ...{description: "BINANCE BTC/USDT PERPETUAL FUNDING RATE", asset_type: "funding-rate", instrument_type: "rate"},
      ...{min_publishers: 1, min_channel: "fixed_rate@200ms", state: "stable", interval: "8h", quote_currency: "USDT"},
      ...{schedule, market_sessions: {regular: {min_pub: 1, schedule, state: "stable"}}},
      ...{groups: [], cmc_id: null, hermes_id: null, nasdaq_symbol: null}
    });
  });

  it("gives an equity its four sessions", () => {
    const sessions = Object.keys(Object(itemOf(922)?.market_sessions));
    expect(sessions).toEqual(["regular", "pre_market", "post_market", "over_night"]);
  });
});
