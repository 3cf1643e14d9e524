// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedColumns, feedLabel, isFunding} from "../../src/components/feeds.js";

const row = {
  priceFeedId: 5,
  symbol: "A",
  assetType: "crypto",
  price: 1.5,
  spark: "[1,null,3]",
  spreadBps: 0.5,
  publisherCount: 9n,
  ageSeconds: 42
};
const cell = (name: string, of: Parameters<typeof feedLabel>[0] = row): string | null | undefined => {
  const content = feedColumns.find((column) => column.name === name)?.cell(of);
  return content instanceof Node ? content.textContent : content;
};

describe("feedColumns", () => {
  it("writes each column in its unit", () => {
    expect(
      ["assetType", "price", "spreadBps", "confidenceBps", "publisherCount", "ageSeconds"].map((name) => cell(name))
    ).toEqual(["crypto", "1.50", "0.500", "–", "9", "42 s"]);
  });

  it("draws a sparkline from values, from JSON text, or from nothing", () => {
    const paths = (spark: string | Iterable<unknown> | null): number | undefined => {
      const content = feedColumns.find(({name}) => name === "spark")?.cell({...row, spark});
      return content instanceof Element ? content.querySelectorAll("path").length : undefined;
    };
    expect([paths("[1,2]"), paths(new Float64Array([1, 2])), paths(null), paths("{}")]).toEqual([1, 1, 0, 0]);
  });

  it("shows a dash for a funding feed without a rate, and never anything of its mark price", () => {
    const rate = {...row, assetType: "funding-rate", change24h: 0.01};
    expect([cell("price", rate), cell("change24h", rate), cell("spark", rate)]).toEqual(["–", "–", ""]);
  });
});

describe("feedLabel(row)", () => {
  it("is the symbol or the id", () => {
    expect(feedLabel(row)).toBe("A");
    expect(feedLabel({priceFeedId: 5n})).toBe("feed 5");
  });
});

describe("isFunding(row)", () => {
  it("goes by the class", () => {
    expect([isFunding(row), isFunding({priceFeedId: 1, assetType: "funding-rate"})]).toEqual([false, true]);
  });
});
