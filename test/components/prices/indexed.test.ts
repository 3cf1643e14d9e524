// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {indexedChart} from "../../../src/components/prices/indexed.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../kit.js";

const rows = [1, 7].flatMap((priceFeedId) =>
  Array.from({length: 24}, (_, i) => ({
    ...{priceFeedId, symbol: `Crypto.${priceFeedId}/USD`, publishedAt: start + i * hour},
    index: i === 5 && priceFeedId === 7 ? null : 100 + 3 * Math.sin(i / 4) * (priceFeedId === 1 ? 1 : -2)
  }))
);
const values = (chart: Element) => [...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent);

describe("indexedChart(rows, {feeds, …})", () => {
  it("draws a line for each feed, in their order", () => {
    const chart = indexedChart(rows, {feeds: [7, 1], width: 640});
    expectSvg(chart, "indexed");
    expect(values(chart)).toEqual(["103.05 (+3.05 %)", "98.48 (−1.52 %)"]);
    expect([...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent).join()).toMatch(/7\/USD.*1\/USD/);
  });

  it("reads as an index, and how far that is from where it began", () => {
    const one = {priceFeedId: 1, symbol: "A", publishedAt: start};
    const chart = indexedChart(
      [one, {...one, publishedAt: start + hour}].map((row, i) => ({...row, index: 100 + i / 2000})),
      {
        feeds: [1],
        width: 640
      }
    );
    expect(values(chart)).toEqual(["100.00 (+0.0005 %)"]);
  });

  it("begins where the market opens, if closed hours are skipped", () => {
    const times = [0, 1, 2, 3].map((i) => start + i * hour);
    const own = times.map((publishedAt, i) => ({
      priceFeedId: 1,
      symbol: "A",
      publishedAt,
      index: [100, 100, 110, 121][i]
    }));
    const sessions = times.map((publishedAt, i) => ({publishedAt, marketSession: i < 2 ? "closed" : "regular"}));
    const last = (skipClosed: boolean) =>
      values(indexedChart(own, {feeds: [1], width: 640, domain: [start, start + 3 * hour], sessions, skipClosed}));
    expect([last(false), last(true)]).toEqual([["121.00 (+21.00 %)"], ["110.00 (+10.00 %)"]]);
  });

  it("keeps the colour of a feed without a row, and its name as text", () => {
    const chart = indexedChart([{priceFeedId: 1, symbol: "<img src=x>", publishedAt: start, index: 100}], {
      feeds: [9, 1],
      width: 640
    });
    expect(chart.textContent).toContain("feed 9");
    expect(chart.textContent).toContain("<img src=x>");
    expect(chart.querySelector("img")).toBeNull();
    expect(chart.querySelector("svg circle")?.getAttribute("fill")).toContain("--fb-c2");
  });
});
