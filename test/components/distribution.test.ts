// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {spreadDistribution} from "../../src/components/distribution.js";
import {expectSvg} from "./snapshot.js";

const binned = [4, 50, 120, 90, 30, 0, 2].map((count, index) => ({spreadBps: (index + 1) / 10, count, width: 0.1}));

describe("spreadDistribution(rows, {symbol, median, p95, …})", () => {
  it("draws bins with median and p95", () => {
    const chart = spreadDistribution(binned, {symbol: "Crypto.BTC/USD", width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "distribution");
  });

  it("bins raw spreads, and prefers quantiles that are given", () => {
    const raw = Array.from({length: 100}, (_, index) => ({spreadBps: index / 100}));
    const label = spreadDistribution(raw, {symbol: "x", median: 0.123})
      .querySelector("svg")
      ?.getAttribute("aria-label");
    expect(label).toBe(
      "x spread distribution. Median 0.123 bps, 95th percentile 0.940 bps, 1 update beyond the picture."
    );
  });

  it("has its bins as a table for screen readers", () => {
    const table = spreadDistribution(binned, {symbol: "x"}).querySelector("table");
    expect([...(table?.querySelectorAll("thead th") ?? [])].map(({textContent}) => textContent)).toEqual([
      "fromBps",
      "toBps",
      "updates"
    ]);
    expect(table?.querySelectorAll("tbody tr")).toHaveLength(6);
  });

  it("says when there are no spreads", () => {
    const chart = spreadDistribution([], {symbol: "x", empty: "no two-sided quotes"});
    expect(chart.querySelector("svg text")?.textContent).toBe("no two-sided quotes");
  });
});
