import {describe, expect, it} from "vitest";
import {pick} from "../../loaders/sandbox/quote.js";

const quote = {
  priceFeedId: 1398,
  price: "69412345",
  publisherCount: 9,
  exponent: -5,
  marketSession: "regular",
  feedUpdateTimestamp: 1_780_000_000_000_000,
  tradingStatus: "open"
} as const;

describe("pick(quote, wanted)", () => {
  it("keeps the id, what is wanted, and the unlisted field", () => {
    expect(pick(quote, new Set(["price"]))).toEqual({priceFeedId: 1398, price: "69412345", tradingStatus: "open"});
  });

  it("leaves out what the feed does not have", () => {
    expect(pick(quote, new Set(["fundingRate", "exponent"]))).toEqual({
      priceFeedId: 1398,
      exponent: -5,
      tradingStatus: "open"
    });
  });
});
