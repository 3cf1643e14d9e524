import {describe, expect, it} from "vitest";
import {columns} from "../../loaders/parse/columns.js";

describe("columns", () => {
  it("begin with the authority's 14, in its order, spelling and types", () => {
    expect(columns.slice(0, 14).map(({name, type}) => `${name} ${type}`)).toEqual([
      "priceFeedId BIGINT",
      "price DOUBLE",
      "bestBidPrice DOUBLE",
      "bestAskPrice DOUBLE",
      "confidence DOUBLE",
      "exponent DOUBLE",
      "publisherCount DOUBLE",
      "fundingRate DOUBLE",
      "fundingRateInterval DOUBLE",
      "marketSession VARCHAR",
      "emaPrice DOUBLE",
      "emaConfidence DOUBLE",
      "feedUpdateTimestamp TIMESTAMP",
      "fundingTimestamp TIMESTAMP"
    ]);
  });
});
