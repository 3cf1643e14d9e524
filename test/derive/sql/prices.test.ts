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
});
