import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readFeeds, saveFeeds} from "../../loaders/store/feeds.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

describe("saveFeeds(store, catalogue)", () => {
  const feed = {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: "BTCUSD",
    description: null,
    assetType: "crypto",
    exponent: -8,
    minChannel: "real_time",
    state: "stable",
    fundingIntervalHours: null
  };

  it("replaces what it lists and keeps the rest", async () => {
    await saveFeeds(test.store, [feed, {...feed, priceFeedId: 2, symbol: "old"}]);
    await saveFeeds(test.store, [
      {...feed, priceFeedId: 2, symbol: "first"},
      {...feed, priceFeedId: 2, symbol: "new"}
    ]);
    expect((await readFeeds(test.store)).map(({symbol}) => symbol)).toEqual(["Crypto.BTC/USD", "new"]);
  });

  it("accepts an empty catalogue", async () => {
    await saveFeeds(test.store, []);
    expect(await readFeeds(test.store)).toEqual([]);
  });
});
