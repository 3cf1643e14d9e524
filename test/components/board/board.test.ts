import {describe, expect, it} from "vitest";
import {boardRows} from "../../../src/components/board/board.js";

describe("boardRows({feeds, rates, sparks})", () => {
  it("makes rows of lists, each with its spark", () => {
    const made = {
      feeds: [{priceFeedId: [1, 2], price: [80000.5, null]}],
      rates: [{priceFeedId: [112], rate8h: [1e-5]}],
      sparks: [{priceFeedId: [1, 112], spark: ["AZ-z", "zA"]}]
    };
    expect(boardRows(made)).toEqual({
      prices: [
        {priceFeedId: 1, price: 80000.5, spark: "AZ-z"},
        {priceFeedId: 2, price: null, spark: undefined}
      ],
      rates: [{priceFeedId: 112, rate8h: 1e-5, spark: "zA"}]
    });
  });

  it.each([
    ["null lists, as SQL has them where there are no rows", [{priceFeedId: null, symbol: null}]],
    ["no row", []]
  ])("has no rows of %s", (_what, none) => {
    expect(boardRows({feeds: none, rates: none, sparks: none})).toEqual({prices: [], rates: []});
  });
});
