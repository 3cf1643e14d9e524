// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {foundState, sortState} from "../../../src/components/inputs/state.js";
import {spreadRanking} from "../../../src/components/spreads/ranking.js";
import {unkept} from "../../../src/lib/state.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", group: "crypto"},
  {priceFeedId: 2, symbol: "<b>x</b>", group: null}
];
const rows = [
  {priceFeedId: 1, median: 0.25, p95: 1, updates: 985n, crossed: 0, locked: 3},
  {priceFeedId: 2, median: 1, p95: 4, updates: 100, crossed: 5, locked: 0},
  {priceFeedId: 3n, median: null, p95: null, updates: 2, crossed: 2, locked: 0}
];
const cells = (table: HTMLElement) =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map(({textContent}) => textContent));

describe("spreadRanking(rows, {feeds, feed, found, sorted})", () => {
  it("has each feed's spread, tail, and crossed and locked books", () => {
    expect(cells(spreadRanking(rows, {feeds}))).toEqual([
      ["Crypto.BTC/USD", "crypto", "0.250", "1.00", "4.0 ×", "0", "3", "985"],
      ["<b>x</b>", "–", "1.00", "4.00", "4.0 ×", "5", "0", "100"],
      ["feed 3", "–", "–", "–", "–", "2", "0", "2"]
    ]);
    expect(spreadRanking(rows, {feeds}).querySelector("b")).toBeNull();
    expect(spreadRanking(rows, {feeds}).querySelector("[title='5.00 % of its updates']")?.textContent).toBe("5");
  });

  // The widest is 4 bps: square roots of 0.25 / 4, 1 / 4 and 4 / 4, of 56 px.
  it("has bars by the square root of the widest", () => {
    const bars = [...spreadRanking(rows, {feeds}).querySelectorAll("svg rect:last-child")].map((bar) =>
      bar.getAttribute("width")
    );
    expect(bars).toEqual(["14", "28", "28", "56", "0", "0"]);
  });

  it("links to each, and marks the one shown", () => {
    const table = spreadRanking(rows, {feeds, feed: 2});
    const link = table.querySelector("[aria-current]");
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["<b>x</b>", "./spreads?feed=2"]);
  });

  it("sorts by what is asked for", () => {
    expect(cells(spreadRanking(rows, {feeds, sorted: unkept({sort: "-crossed"})})).map(([name]) => name)).toEqual([
      "<b>x</b>",
      "feed 3",
      "Crypto.BTC/USD"
    ]);
    expect(spreadRanking([]).querySelector(".fb-list-empty")?.textContent).toBe("no spreads in this range");
  });

  describe("of 300 feeds", () => {
    const many = Array.from({length: 300}, (_, i) => ({priceFeedId: i, median: i, p95: i}));
    const named = many.map(({priceFeedId: id}) => ({
      ...{priceFeedId: id, symbol: `Crypto.C${id}/USD`, name: `Coin ${id}`, group: "crypto"}
    }));
    const names = (element: HTMLElement) => cells(element).map(([name]) => name);
    const told = (element: HTMLElement) => element.querySelector("[role=status]")?.textContent;
    const find = (element: HTMLElement, text: string) => {
      const field = element.querySelector("input");
      if (field) field.value = text;
      field?.dispatchEvent(new Event("input"));
    };

    it("has the first 100 in the document, the tightest or the widest", () => {
      const ranking = spreadRanking(many, {feeds: named, sorted: unkept({sort: "median"})});
      expect([names(ranking).length, names(ranking)[0], told(ranking)]).toEqual([
        ...[100, "Crypto.C0/USD", "the first 100 of 300 feeds"]
      ]);
      const header = [...ranking.querySelectorAll("button")].find(({textContent}) => textContent === "Median, bps");
      header?.click();
      expect([names(ranking).length, names(ranking)[0]]).toEqual([100, "Crypto.C299/USD"]);
    });

    it("finds any, also by its name and class, keeps the sort, and the scale of the bars", () => {
      const sorted = {...unkept({sort: "-median"}), keep: vi.fn()};
      const ranking = spreadRanking(many, {feeds: named, sorted});
      find(ranking, "coin 15");
      expect(names(ranking).slice(0, 2)).toEqual(["Crypto.C215/USD", "Crypto.C159/USD"]);
      expect(told(ranking)).toBe("13 of 300 feeds"); // 15, 115, 215 and 150 to 159
      const bar = ranking.querySelector("svg rect:last-child")?.getAttribute("width");
      expect(Number(bar)).toBeCloseTo(56 * Math.sqrt(215 / (0.9 * 299)), 1);
      [...ranking.querySelectorAll("button")].find(({textContent}) => textContent === "Median, bps")?.click();
      find(ranking, "CRYPTO coin 15");
      expect([names(ranking)[0], sorted.keep.mock.calls.flat()]).toEqual(["Crypto.C15/USD", [{sort: "median"}]]);
      find(ranking, "dog");
      expect([ranking.querySelector(".fb-list-empty")?.textContent, told(ranking)]).toEqual([
        ...["No feeds found.", "0 of 300 feeds"]
      ]);
    });

    it("keeps the focus on the header pressed, and goes back step by step", () => {
      const ranking = spreadRanking(rows, {feeds, found: foundState(), ...sortState("ranking", "median")});
      document.body.replaceChildren(ranking);
      const button = [...ranking.querySelectorAll("button")].find(({textContent}) => textContent?.includes("Updates"));
      button?.focus();
      const sorted = () => ranking.querySelector("[aria-sort]")?.textContent;
      const urls = [0, 1].map(() => {
        button?.click();
        return location.search;
      });
      expect([document.activeElement, urls]).toEqual([button, ["?ranking=-updates", "?ranking=updates"]]);
      for (const [search, names] of [
        ["?ranking=-updates", ["Crypto.BTC/USD", "<b>x</b>", "feed 3"]],
        ["?ranking=updates", ["feed 3", "<b>x</b>", "Crypto.BTC/USD"]],
        ["?ranking=feed", ["<b>x</b>", "Crypto.BTC/USD", "feed 3"]]
      ] as const) {
        history.replaceState(null, "", `/${search}`);
        window.dispatchEvent(new PopStateEvent("popstate"));
        expect(cells(ranking).map(([name]) => name)).toEqual(names);
      }
      expect(sorted()).toContain("Feed");
      history.replaceState(null, "", "/");
    });

    it("goes back to a sort and to a search, and forgets neither for the other", () => {
      const sorted = {...unkept({sort: "-median"}), follow: vi.fn()};
      const found = {...unkept({search: "", rows: ""}), follow: vi.fn()};
      const ranking = spreadRanking(many, {feeds: named, sorted, found});
      sorted.follow.mock.calls[0]?.[1]({sort: "median"});
      found.follow.mock.calls[0]?.[1]({search: "coin 29", rows: ""});
      expect(names(ranking)).toEqual(["29", "129", "229", ...range(290, 300)].map((id) => `Crypto.C${id}/USD`));
    });
  });
});

function range(from: number, to: number): number[] {
  return Array.from({length: to - from}, (_, i) => from + i);
}
