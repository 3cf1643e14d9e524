import {describe, expect, it} from "vitest";
import {feedLabel} from "../../../src/components/parts/feeds.js";

describe("feedLabel(feed)", () => {
  it("is the symbol or the id", () => {
    expect(feedLabel({symbol: "A", priceFeedId: 5})).toBe("A");
    expect([feedLabel({priceFeedId: 5n}), feedLabel({symbol: null, priceFeedId: 6})]).toEqual(["feed 5", "feed 6"]);
  });
});
