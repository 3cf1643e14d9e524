import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("views of misdated updates", () => {
  it("leave them out, all in the same way", async () => {
    const rate = {priceFeedId: 5, exponent: 0, fundingRate: 1, fundingRateInterval: 3.6e9};
    await test.book(update(0, quote, rate), update(9e9, {...quote, price: "1"}, {...rate, fundingRate: 2}));
    expect(await test.records("SELECT price FROM prices WHERE priceFeedId = 1")).toEqual([{price: 100}]);
    expect(await test.records("SELECT rate FROM funding")).toEqual([{rate: 1}]);
    expect(await test.records("SELECT updates, year(lastPublishedAt) AS year FROM feed_stats")).toEqual([
      {updates: 1, year: 2026},
      {updates: 1, year: 2026}
    ]);
  });
});
