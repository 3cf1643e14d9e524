import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("spreads", () => {
  it("marks normal, locked and crossed books, and has positive bps for a negative price", async () => {
    const books = [
      ["normal", 9990, 10_010, 0.2, 20],
      ["locked", 10_000, 10_000, 0, 0],
      ["crossed", 10_010, 9990, -0.2, -20],
      ["normal", -10_010, -9990, 0.2, 20]
    ] as const;
    const entries = books.map(([, bestBidPrice, bestAskPrice], i) => ({priceFeedId: i, bestBidPrice, bestAskPrice}));
    await test.book(update(0, ...entries.map((entry) => ({...quote, ...entry}))));
    const columns = "book, spread, spreadBps, spreadConfidences";
    expect(await test.records(`SELECT ${columns} FROM spreads ORDER BY priceFeedId`)).toEqual(
      books.map(([book, , , spread, bps]) => {
        const figures = {spread: expect.closeTo(spread, 12), spreadBps: expect.closeTo(bps, 9)};
        return {book, ...figures, spreadConfidences: expect.closeTo(spread / 0.05, 9)};
      })
    );
  });

  it("leaves out an update with one side, and is null at a mid of zero", async () => {
    await test.book(
      update(0, {...quote, bestAskPrice: null}),
      update(1, {...quote, bestBidPrice: "-10", bestAskPrice: "10"})
    );
    expect(await test.records("SELECT mid, spreadBps FROM spreads")).toEqual([{mid: 0, spreadBps: null}]);
  });
});
