import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {update} from "./quote.js";

const test = eachStore();

describe("views of values that no market has", () => {
  it("have no infinity", async () => {
    const entries = [
      {bestBidPrice: 9e307, bestAskPrice: 1.1e308},
      {bestBidPrice: -1e308, bestAskPrice: 1e308},
      {bestBidPrice: 1, bestAskPrice: 2, confidence: 5e-324},
      {bestBidPrice: -1e-300, bestAskPrice: 1e300}
    ];
    await test.book(update(0, ...entries.map((entry, i) => ({priceFeedId: i, exponent: 0, price: 1, ...entry}))));
    const sql = `SELECT prices.mid, spread, spreadBps AS bps, spreadConfidences AS confidences
      FROM prices LEFT JOIN spreads USING (priceFeedId) ORDER BY prices.priceFeedId`;
    expect(await test.records(sql)).toMatchObject([
      {mid: null, bps: null},
      {mid: 0, bps: null, spread: null},
      {mid: 1.5, confidences: null},
      {bps: 20_000}
    ]);
  });
});
