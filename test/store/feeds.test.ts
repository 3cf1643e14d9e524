import {describe, expect, it} from "vitest";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {feedChanges, readFeeds, readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
import {eachStore} from "../helpers/each-store.js";

const test = eachStore();

const feed = (priceFeedId: number, symbol: string | null, state: string | null = "stable"): CatalogueEntry => ({
  ...{priceFeedId, symbol, state, name: "BTCUSD", description: null, assetType: "crypto"},
  ...{exponent: -8, minChannel: "real_time", fundingIntervalHours: null}
});
const none = {fresh: [], renamed: [], gone: [], states: []};
const [btc, eth] = [feed(1, "Crypto.BTC/USD"), feed(2, "Crypto.ETH/USD")];

describe("saveFeeds(store, catalogue)", () => {
  it("replaces listed feeds, and keeps the others", async () => {
    await saveFeeds(test.store, [btc, feed(2, "old")]);
    await saveFeeds(test.store, [feed(2, "first"), feed(2, "new")]);
    expect((await readFeeds(test.store)).map(({symbol}) => symbol)).toEqual(["Crypto.BTC/USD", "new"]);
  });

  it("keeps the former symbol of a renamed feed, unless another feed has it now", async () => {
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

  it("marks a feed that a complete catalogue no longer lists as gone, and keeps it", async () => {
    await saveFeeds(test.store, [btc, eth]);
    expect((await saveFeeds(test.store, [btc])).gone).toEqual([]);
    expect((await saveFeeds(test.store, [btc], {complete: true})).gone).toEqual([{...eth, state: "gone"}]);
    expect(await readFeeds(test.store)).toEqual([btc, {...eth, state: "gone"}]);
    const {states} = await saveFeeds(test.store, [eth], {complete: true});
    expect(states).toEqual([{priceFeedId: 2, symbol: "Crypto.ETH/USD", from: "gone", to: "stable"}]);
  });
});

describe("feedChanges(before, after, {complete})", () => {
  it.each<[string, CatalogueEntry[], CatalogueEntry[], object]>([
    ["a fresh feed", [btc], [btc, eth], {...none, fresh: [eth]}],
    ["a first symbol", [feed(1, null)], [btc], none],
    ["a missing symbol", [btc], [feed(1, null)], none],
    ["a feed that was gone already", [btc, feed(2, "x", "gone")], [btc], none],
    ["an empty catalogue", [btc], [], none]
  ])("finds the changes of %s", (_what, before, after, changes) => {
    expect(feedChanges(before, after, {complete: true})).toEqual(changes);
  });
});
