// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/components/parts/plot.js";
import {distribution, spreadDistribution} from "../../../src/components/spreads/distribution.js";
import {expectSvg} from "../snapshot.js";

describe("distribution", () => {
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
      const told = (updates: number) =>
        spreadDistribution([], {symbol: "x", updates}).querySelector("svg text")?.textContent;
      expect([told(1), told(0)]).toEqual(["no normal books in this range", "no books in open hours in this range"]);
    });
  });
});

const row = (spreadBps: number | null, seconds: number | bigint | null, width = 0.1) => ({spreadBps, seconds, width});

describe("distribution(rows)", () => {
  it("turns seconds into shares of the time, and sorts", () => {
    expect(distribution([row(0.2, 10n), row(0.1, 30), row(0.4, null), row(0.6, 10)]).bins).toEqual([
      {from: 0.1, to: 0.2, share: 0.6},
      {from: 0.2, to: 0.3, share: 0.2},
      {from: 0.6, to: 0.7, share: 0.2}
    ]);
  });

  it("has no bins without spreads", () => {
    const nothing = {bins: [], below: 0, above: 0};
    expect([distribution([]), distribution([row(1, 0)])]).toEqual([nothing, nothing]);
  });

  it("keeps what lies beyond the bins apart, with its share of all the time", () => {
    const beyond = [
      {tail: "below", spreadBps: null, width: 1, seconds: 10},
      {tail: "above", spreadBps: null, width: 1, seconds: 30}
    ];
    expect(distribution([...beyond, row(1, 60, 1)])).toEqual({
      bins: [{from: 1, to: 2, share: 0.6}],
      below: 0.1,
      above: 0.3
    });
  });
});
