import {describe, expect, it} from "vitest";
import {gatedFeeds, listCatalogue} from "../../../loaders/service/sandbox/catalogue.js";
import {feeds} from "../../../loaders/service/sandbox/feeds.js";

const items = listCatalogue();
const itemOf = (id: number) => items.find((item) => item.pyth_lazer_id === id);

describe("listCatalogue()", () => {
  it("lists every feed once, in order, by distinct symbols, and no gated one", () => {
    const ids = items.map(({pyth_lazer_id}) => Number(pyth_lazer_id));
    expect(ids).toEqual(feeds.map(({id}) => id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(new Set(items.map(({symbol}) => symbol)).size).toBe(ids.length);
    expect([...gatedFeeds.keys()].filter((id) => ids.includes(id))).toEqual([]);
  });

  it("has every feed on the default channel, some on faster ones, and one that has not started", () => {
    expect(new Set(items.map(({min_channel}) => min_channel))).toEqual(
      new Set(["real_time", "fixed_rate@50ms", "fixed_rate@200ms"])
    );
    expect(items.filter(({state}) => state !== "stable")).toMatchObject([{pyth_lazer_id: 3417, state: "coming_soon"}]);
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
    const sessions = Object.keys(Object(itemOf(922)?.market_sessions));
    expect(sessions).toEqual(["regular", "pre_market", "post_market", "over_night"]);
  });
});
