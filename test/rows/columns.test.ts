import {describe, expect, it} from "vitest";
import {columns, isColumn} from "../../loaders/rows/columns.js";

describe("columns", () => {
  it("are the authority's 14, in its order, spelling and types", () => {
    expect(columns.map(({name, type}) => `${name} ${type}`)).toEqual([
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

describe("isColumn(name)", () => {
  it.each(columns.map(({name}) => name))("knows %s", (name) => expect(isColumn(name)).toBe(true));

  it.each(["", "Price", "price ", "timestampUs", "toString", "__proto__"])("knows no %j", (name) =>
    expect(isColumn(name)).toBe(false)
  );
});
