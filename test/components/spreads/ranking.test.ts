// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {spreadRanking} from "../../../src/components/spreads/ranking.js";

const rows = [
  {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    assetType: "crypto",
    median: 0.25,
    p95: 1,
    updates: 985n,
    crossed: 0,
    locked: 3
  },
  {priceFeedId: 2, symbol: "<b>x</b>", median: 1, p95: 4, updates: 100, crossed: 5, locked: 0},
  {priceFeedId: 3n, symbol: null, median: null, p95: null, updates: 2, crossed: 2, locked: 0}
];
const cells = (table: HTMLElement) =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map(({textContent}) => textContent));

describe("spreadRanking(rows, {feed})", () => {
  it("has each feed's spread, tail, and crossed and locked books", () => {
    expect(cells(spreadRanking(rows))).toEqual([
      ["Crypto.BTC/USD", "crypto", "0.250", "1.00", "4.0 ×", "0", "3", "985"],
      ["<b>x</b>", "–", "1.00", "4.00", "4.0 ×", "5", "0", "100"],
      ["feed 3", "–", "–", "–", "–", "2", "0", "2"]
    ]);
    expect(spreadRanking(rows).querySelector("b")).toBeNull();
    expect(spreadRanking(rows).querySelector("[title='5.00 % of its updates']")?.textContent).toBe("5");
  });

  // The widest is 4 bps: square roots of 0.25 / 4, 1 / 4 and 4 / 4, of 56 px.
  it("has bars by the square root of the widest", () => {
    const bars = [...spreadRanking(rows).querySelectorAll("svg rect:last-child")].map((bar) =>
      bar.getAttribute("width")
    );
    expect(bars).toEqual(["14", "28", "28", "56", "0", "0"]);
  });

  it("links to each, and marks the one shown", () => {
    const table = spreadRanking(rows, {feed: 2});
    const link = table.querySelector("[aria-current]");
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["<b>x</b>", "./spreads?feed=2"]);
  });

  it("sorts by what is asked for", () => {
    expect(cells(spreadRanking(rows, {sort: "-crossed"})).map(([name]) => name)).toEqual([
      "<b>x</b>",
      "feed 3",
      "Crypto.BTC/USD"
    ]);
    expect(spreadRanking([]).textContent).toBe("no spreads in this range");
  });
});
