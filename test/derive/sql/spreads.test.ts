import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("spreads", () => {
  it("leaves out an update with one side, and is null at a mid of zero", async () => {
    await test.book(
      update(0, {...quote, bestAskPrice: null}),
      update(1, {...quote, bestBidPrice: "-10", bestAskPrice: "10"})
    );
    expect(await test.records("SELECT mid, spreadBps FROM spreads")).toEqual([{mid: 0, spreadBps: null}]);
  });
});
