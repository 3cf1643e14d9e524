import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("prices", () => {
  it("gives human values, mid and age", async () => {
    await test.book(update(60, {...quote, emaPrice: "9900", feedUpdateTimestamp: 1778594157500000}));
    expect(
      await test.records("SELECT price, bid, ask, mid, confidence, ema, ageSeconds, carriedForward FROM prices")
    ).toEqual([
      {price: 100, bid: 99.9, ask: 100.1, mid: 100, confidence: 0.05, ema: 99, ageSeconds: 2.5, carriedForward: true}
    ]);
  });

  it("counts the last received of an instant that came twice", async () => {
    await test.book(update(0, quote), update(0, {...quote, price: "20000"}));
    expect(await test.records("SELECT price FROM prices")).toEqual([{price: 200}]);
  });

  it("keeps a negative price, and nulls where nothing came", async () => {
    await test.book(update(0, {priceFeedId: 1, exponent: -2, price: "-3725"}));
    expect(await test.records("SELECT price, mid, confidence, ageSeconds FROM prices")).toEqual([
      {price: -37.25, mid: null, confidence: null, ageSeconds: null}
    ]);
  });
});
