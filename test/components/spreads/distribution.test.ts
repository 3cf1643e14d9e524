// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/components/parts/plot.js";
import {spreadDistribution} from "../../../src/components/spreads/distribution.js";
import {expectSvg} from "../snapshot.js";

const binned = [4, 50, 120, 90, 30, 0, 2].map((count, index) => ({
  spreadBps: (index + 1) / 10,
  seconds: 60 * count,
  width: 0.1
}));

beforeAll(loadPlot);

describe("spreadDistribution(rows, {symbol, median, p95, …})", () => {
  it("draws bins with median and p95", () => {
    const chart = spreadDistribution(binned, {symbol: "Crypto.BTC/USD", width: 640, median: 0.33, p95: 0.51});
    expectSvg(chart.querySelector(".fb-body > svg"), "distribution");
  });

  const [below, above] = ["below", "above"].map((tail) => ({tail, spreadBps: null, seconds: 90, width: 0.1}));

  it.each([
    [[], []],
    [[below], ["0.50 % of the time below 0.100 bps, not shown"]],
    [[above], ["0.50 % of the time above 0.800 bps, not shown"]],
    [
      [below, above],
      ["0.50 % of the time below 0.100 bps, not shown", "0.50 % of the time above 0.800 bps, not shown"]
    ]
  ])("says its quantiles, and what it leaves out: %#", (tails, texts) => {
    const all = [...binned, {spreadBps: 0.2, seconds: 180, width: 0.1}, ...tails.flatMap((tail) => tail ?? [])];
    const chart = spreadDistribution(all, {symbol: "x", median: 0.123, p95: 4});
    expect(chart.querySelector("svg")?.getAttribute("aria-label")).toBe(
      `x spread distribution. Median 0.123 bps, 95th percentile 4.00 bps${texts.map((text) => `, ${text}`).join("")}.`
    );
    const drawn = [...chart.querySelectorAll(".fb-body svg text")].map(({textContent}) => textContent);
    expect(drawn.filter((text) => text?.includes("not shown"))).toEqual(texts);
  });

  it("marks no quantile beyond its bins", () => {
    const chart = spreadDistribution(binned, {symbol: "x", median: 0.3, p95: 4});
    expect(chart.querySelector(".fb-body svg")?.textContent).toMatch(/median 0.300 bps(?!.*p95)/);
  });

  it("has its bins as a table for screen readers", () => {
    const table = spreadDistribution(binned, {symbol: "x"}).querySelector("table");
    expect([...(table?.querySelectorAll("thead th") ?? [])].map(({textContent}) => textContent)).toEqual([
      "fromBps",
      "toBps",
      "shareOfTime"
    ]);
    expect(table?.querySelectorAll("tbody tr")).toHaveLength(6);
  });

  it("says it of one spread, whose only bar would fill the picture", () => {
    const body = spreadDistribution(binned.slice(0, 1), {symbol: "x", median: 0.1}).querySelector(".fb-body");
    expect(body?.textContent).toContain("one spread all the time: 0.100 bps");
    expect(body?.querySelector("rect")).toBeNull();
  });

  it("says when there are no spreads", () => {
    const chart = spreadDistribution([], {symbol: "x", empty: "no two-sided quotes"});
    expect(chart.querySelector("svg text")?.textContent).toBe("no two-sided quotes");
  });
});
