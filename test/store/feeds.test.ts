import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {feedChanges, readFeeds, readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
import {makeStore, type TestStore} from "../helpers/store.js";

describe("feeds", () => {
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
  });
});

const feed = (priceFeedId: number, symbol: string | null, state: string | null = "stable"): CatalogueEntry => ({
  ...{priceFeedId, symbol, state, name: null, description: null, assetType: null},
  ...{exponent: null, minChannel: null, fundingIntervalHours: null}
});
const none = {fresh: [], renamed: [], gone: [], states: []};
const [btc, eth] = [feed(1, "Crypto.BTC/USD"), feed(2, "Crypto.ETH/USD")];

describe("feedChanges(before, after, {complete})", () => {
  it.each<[string, CatalogueEntry[], CatalogueEntry[], object]>([
    ["nothing", [btc, eth], [eth, btc], none],
    ["a fresh feed", [btc], [btc, eth], {...none, fresh: [eth]}],
    [
      "another symbol",
      [btc],
      [feed(1, "Crypto.XBT/USD")],
      {...none, renamed: [{priceFeedId: 1, from: "Crypto.BTC/USD", to: "Crypto.XBT/USD"}]}
    ],
    ["a symbol where there was none", [feed(1, null)], [btc], none],
    ["a symbol that is told no longer", [btc], [feed(1, null)], none],
    [
      "another state",
      [btc],
      [feed(1, "Crypto.BTC/USD", "beta")],
      {...none, states: [{priceFeedId: 1, symbol: "Crypto.BTC/USD", from: "stable", to: "beta"}]}
    ],
    ["a feed that is gone", [btc, eth], [btc], {...none, gone: [{...eth, state: "gone"}]}],
    ["one that was gone already", [btc, feed(2, "x", "gone")], [btc], none],
    ["an empty catalogue, which tells nothing", [btc], [], none]
  ])("tells %s", (_what, before, after, changes) => {
    expect(feedChanges(before, after, {complete: true})).toEqual(changes);
  });

  it("tells of no feed that it is gone where the catalogue is a part", () => {
    expect(feedChanges([btc, eth], [btc], {complete: false})).toEqual(none);
  });
});
