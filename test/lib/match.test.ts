import {describe, expect, it} from "vitest";
import {matches} from "../../src/lib/match.js";

const feed = {priceFeedId: 922, symbol: "Equity.US.AAPL/USD", name: "Apple Inc.", group: "equity"};

describe("matches(feed, query)", () => {
  it.each([
    ["", true],
    ["aapl", true],
    ["apple", true],
    ["usd equity", true],
    ["  INC  apple ", true],
    ["922", true],
    ["feed 922", true],
    ["btc", false],
    ["apple btc", false],
    ["[.*", false]
  ])("%j is %s", (query, found) => expect(matches(feed, query)).toBe(found));

  it("finds a feed without symbol, name and class by its id", () => {
    expect(matches({priceFeedId: 9, symbol: null, name: null, group: null}, "feed 9")).toBe(true);
    expect(matches({priceFeedId: 9, symbol: null, name: null, group: null}, "null")).toBe(false);
  });
});
