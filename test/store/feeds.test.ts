import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readFeeds, readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
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

  it("keeps the symbol that a renamed feed had, unless another feed has it", async () => {
    const matic = {...feed, priceFeedId: 7, symbol: "Crypto.MATIC/USD"};
    await saveFeeds(test.store, [feed, matic]);
    const changes = await saveFeeds(test.store, [{...matic, symbol: "Crypto.POL/USD"}]);
    expect(changes.renamed).toEqual([{priceFeedId: 7, from: "Crypto.MATIC/USD", to: "Crypto.POL/USD"}]);
    const held = {"Crypto.MATIC/USD": 7, "Crypto.BTC/USD": 1, "Crypto.POL/USD": 7};
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual(held);
    await saveFeeds(test.store, [{...feed, symbol: "Crypto.MATIC/USD"}]);
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual({...held, "Crypto.MATIC/USD": 1});
    await saveFeeds(test.store, [{...feed, symbol: null}]);
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual(held);
  });

  it("marks what a complete catalogue lists no longer as gone, and keeps it", async () => {
    const [other, soon] = [
      {...feed, priceFeedId: 2, symbol: "other"},
      {...feed, priceFeedId: 3, symbol: "soon", state: "coming_soon"}
    ];
    await saveFeeds(test.store, [feed, other, soon]);
    expect((await saveFeeds(test.store, [feed])).gone).toEqual([]);
    const changes = await saveFeeds(test.store, [feed, {...soon, state: "stable"}], {complete: true});
    expect(changes).toEqual({
      fresh: [],
      renamed: [],
      gone: [{...other, state: "gone"}],
      states: [{priceFeedId: 3, symbol: "soon", from: "coming_soon", to: "stable"}]
    });
    expect((await readFeeds(test.store)).map(({symbol, state}) => [symbol, state])).toEqual([
      ["Crypto.BTC/USD", "stable"],
      ["other", "gone"],
      ["soon", "stable"]
    ]);
    expect((await saveFeeds(test.store, [feed], {complete: true})).gone).toMatchObject([{symbol: "soon"}]);
    expect((await saveFeeds(test.store, [other], {complete: true})).states).toMatchObject([
      {symbol: "other", from: "gone", to: "stable"}
    ]);
  });

  it("accepts an empty catalogue", async () => {
    await saveFeeds(test.store, []);
    expect(await readFeeds(test.store)).toEqual([]);
  });
});
