import {describe, expect, it} from "vitest";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {readFeeds, readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
import {eachStore} from "../helpers/each-store.js";

const test = eachStore();

const feed = (priceFeedId: number, symbol: string | null, state: string | null = "stable"): CatalogueEntry => ({
  ...{priceFeedId, symbol, state, name: "BTCUSD", description: null, assetType: "crypto"},
  ...{exponent: -8, minChannel: "real_time", fundingIntervalHours: null},
  ...{minPublishers: 3, quoteCurrency: "USD", instrumentType: "spot", expiresAt: null, schedule: null, more: "{}"}
});
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
    expect((await saveFeeds(test.store, [{...btc, symbol: null}])).renamed).toEqual([]);
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

describe("feed_changes", () => {
  const changes = () => test.records("SELECT priceFeedId, columnName, before, after FROM feed_changes ORDER BY ALL");

  it("has a row for each changed column and field of a feed, and none for a feed that is new or the same", async () => {
    const more = '{"groups":["a"],"market_sessions":{"regular":{"min_pub":3,"schedule":null}}}';
    await saveFeeds(test.store, [{...btc, more}]);
    const same = '{"market_sessions":{"regular":{"schedule":null,"min_pub":3}},"groups":["a"]}'; // in another order
    await saveFeeds(test.store, [{...btc, more: same}, eth]);
    expect(await changes()).toEqual([]);
    const expiresAt = "2026-12-21T19:30:00Z";
    await saveFeeds(test.store, [{...btc, symbol: "Crypto.XBT/USD", expiresAt, more: '{"groups":[],"cmc_id":1}'}, eth]);
    await saveFeeds(test.store, [eth], {complete: true});
    expect(await changes()).toEqual([
      {priceFeedId: 1, columnName: "cmc_id", before: null, after: "1"},
      {priceFeedId: 1, columnName: "expiresAt", before: null, after: '"2026-12-21T19:30:00Z"'},
      {priceFeedId: 1, columnName: "groups", before: '["a"]', after: "[]"},
      {priceFeedId: 1, columnName: "market_sessions", before: '{"regular":{"schedule":null,"min_pub":3}}', after: null},
      {priceFeedId: 1, columnName: "state", before: '"stable"', after: '"gone"'},
      {priceFeedId: 1, columnName: "symbol", before: '"Crypto.BTC/USD"', after: '"Crypto.XBT/USD"'}
    ]);
    expect(await test.records("SELECT expiresAt, more FROM feeds WHERE priceFeedId = 1")).toEqual([
      {expiresAt, more: '{"groups":[],"cmc_id":1}'}
    ]);
  });

  it("has no row for a text or number that the store keeps in another form", async () => {
    const odd = {...btc, exponent: -0, symbol: "half \ud83d of a pair", description: "nul \0", more: '{"cmc_id":-0.0}'};
    for (const _ of [1, 2]) await saveFeeds(test.store, [odd]);
    expect(await changes()).toEqual([]);
    expect(await readFeeds(test.store)).toMatchObject([{exponent: 0, symbol: "half \ufffd of a pair"}]);
  });

  it("has no first values of columns that the feed's older entry did not have", async () => {
    await saveFeeds(test.store, [{...btc, minPublishers: null, quoteCurrency: null, instrumentType: null, more: null}]);
    await saveFeeds(test.store, [{...btc, name: "Bitcoin", more: '{"cmc_id":1}'}]);
    expect(await changes()).toEqual([{priceFeedId: 1, columnName: "name", before: '"BTCUSD"', after: '"Bitcoin"'}]);
  });
});
