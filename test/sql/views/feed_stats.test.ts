import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {recorded} from "../../helpers/store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("feed_stats", () => {
  it("has feeds that only the updates or only the catalogue know", async () => {
    await test.book(recorded);
    await test.store.connection.run(
      "INSERT INTO feeds (priceFeedId, symbol, updatedAt) VALUES (9, 'Crypto.X/USD', now())"
    );
    expect(
      await test.records("SELECT priceFeedId, symbol, assetType, exponent, updates FROM feed_stats ORDER BY 1")
    ).toEqual([
      {priceFeedId: 1, symbol: null, assetType: null, exponent: -8, updates: 1},
      {priceFeedId: 2, symbol: null, assetType: null, exponent: -8, updates: 1},
      {priceFeedId: 9, symbol: "Crypto.X/USD", assetType: null, exponent: null, updates: 0},
      {priceFeedId: 112, symbol: null, assetType: "funding-rate", exponent: -12, updates: 1}
    ]);
  });
});

describe("feed_stats, of exponents", () => {
  it("has none that cannot be", async () => {
    const exponents = [1e30, -1e30, 2147483648, -12];
    await test.book(update(0, ...exponents.map((exponent, i) => ({...quote, priceFeedId: i, exponent}))));
    const shown = await test.records("SELECT exponent FROM feed_stats ORDER BY priceFeedId");
    expect(shown.map(({exponent}) => exponent)).toEqual([null, null, null, -12]);
  });
});
