import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("spreads", () => {
  it.each([
    ["normal", "9990", "10010", 0.2, 20],
    ["locked", "10000", "10000", 0, 0],
    ["crossed", "10010", "9990", -0.2, -20]
  ])("marks a %s book", async (book, bestBidPrice, bestAskPrice, spread, spreadBps) => {
    await test.book(update(0, {...quote, bestBidPrice, bestAskPrice}));
    const [row] = await test.records("SELECT book, spread, spreadBps, spreadConfidences FROM spreads");
    expect(row).toMatchObject({book});
    expect(row?.spread).toBeCloseTo(spread, 12);
    expect(row?.spreadBps).toBeCloseTo(spreadBps, 9);
    expect(row?.spreadConfidences).toBeCloseTo(spread / 0.05, 9);
  });

  it("leaves out an update with one side, and is null at a mid of zero", async () => {
    await test.book(
      update(0, {...quote, bestAskPrice: null}),
      update(1, {...quote, bestBidPrice: "-10", bestAskPrice: "10"})
    );
    expect(await test.records("SELECT mid, spreadBps FROM spreads")).toEqual([{mid: 0, spreadBps: null}]);
  });

  it("has positive bps for a negative price", async () => {
    await test.book(update(0, {...quote, price: "-10000", bestBidPrice: "-10010", bestAskPrice: "-9990"}));
    expect((await test.records("SELECT spreadBps FROM spreads"))[0]?.spreadBps).toBeCloseTo(20, 9);
  });
});
