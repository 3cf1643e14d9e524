import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {feedChanges, readFeeds, readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const feed = (priceFeedId: number, symbol: string | null, state: string | null = "stable"): CatalogueEntry => ({
  ...{priceFeedId, symbol, state, name: "BTCUSD", description: null, assetType: "crypto"},
  ...{exponent: -8, minChannel: "real_time", fundingIntervalHours: null}
});
const none = {fresh: [], renamed: [], gone: [], states: []};
const [btc, eth] = [feed(1, "Crypto.BTC/USD"), feed(2, "Crypto.ETH/USD")];

describe("saveFeeds(store, catalogue)", () => {
  it("replaces what it lists and keeps the rest", async () => {
    await saveFeeds(test.store, [btc, feed(2, "old")]);
    await saveFeeds(test.store, [feed(2, "first"), feed(2, "new")]);
    expect((await readFeeds(test.store)).map(({symbol}) => symbol)).toEqual(["Crypto.BTC/USD", "new"]);
  });

  it("keeps the symbol that a renamed feed had, unless another feed has it", async () => {
    const matic = feed(7, "Crypto.MATIC/USD");
    await saveFeeds(test.store, [btc, matic]);
    const changes = await saveFeeds(test.store, [{...matic, symbol: "Crypto.POL/USD"}]);
    expect(changes.renamed).toEqual([{priceFeedId: 7, from: "Crypto.MATIC/USD", to: "Crypto.POL/USD"}]);
    const held = {"Crypto.MATIC/USD": 7, "Crypto.BTC/USD": 1, "Crypto.POL/USD": 7};
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual(held);
    await saveFeeds(test.store, [{...btc, symbol: "Crypto.MATIC/USD"}]);
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual({...held, "Crypto.MATIC/USD": 1});
    await saveFeeds(test.store, [{...btc, symbol: null}]);
    expect(Object.fromEntries(await readSymbols(test.store))).toEqual(held);
  });

  it("marks what a complete catalogue lists no longer as gone, and keeps it", async () => {
    const [other, soon] = [feed(2, "other"), feed(3, "soon", "coming_soon")];
    await saveFeeds(test.store, [btc, other, soon]);
    expect((await saveFeeds(test.store, [btc])).gone).toEqual([]);
    const changes = await saveFeeds(test.store, [btc, {...soon, state: "stable"}], {complete: true});
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
    expect((await saveFeeds(test.store, [btc], {complete: true})).gone).toMatchObject([{symbol: "soon"}]);
    expect((await saveFeeds(test.store, [other], {complete: true})).states).toMatchObject([
      {symbol: "other", from: "gone", to: "stable"}
    ]);
  });
});

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
