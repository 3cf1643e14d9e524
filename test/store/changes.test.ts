import {describe, expect, it} from "vitest";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {feedChanges} from "../../loaders/store/changes.js";

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
