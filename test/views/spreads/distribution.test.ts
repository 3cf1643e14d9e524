// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {distribution, spreadDistribution} from "../../../src/views/spreads/distribution.js";
import {expectSvg, find, texts} from "../../charts/kit.js";

const row = (spreadBps: number | null, seconds: number | bigint | null, width = 0.1) => ({spreadBps, seconds, width});
const binned = [4, 50, 120, 90, 30, 0, 2].map((count, index) => row((index + 1) / 10, 60 * count));

beforeAll(loadPlot);

describe("spreadDistribution(rows, {symbol, median, p95, …})", () => {
  it("draws bins with median and p95 within them, and has a table", () => {
    const chart = spreadDistribution(binned, {symbol: "Crypto.BTC/USD", width: 640, median: 0.33, p95: 0.51});
    expectSvg(chart, "distribution");
    expect(texts(chart, "thead th")).toEqual(["fromBps", "toBps", "shareOfTime"]);
    expect(chart.querySelectorAll("tbody tr")).toHaveLength(6);
    const beyond = spreadDistribution(binned, {symbol: "x", median: 0.3, p95: 4});
    expect(find(beyond, ".fb-body svg").textContent).toMatch(/median 0.300 bps(?!.*p95)/);
  });

  it("names its quantiles and the time outside its bins", () => {
    const tails = ["below", "above"].map((tail) => ({...row(null, 90), tail}));
    const chart = spreadDistribution([...binned, row(0.2, 180), ...tails], {symbol: "x", median: 0.123, p95: 4});
    const left = ["below 0.100", "above 0.800"].map((end) => `0.50 % of the time ${end} bps, not shown`);
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toBe(
      `x spread distribution. ${["Median 0.123 bps, 95th percentile 4.00 bps", ...left].join(", ")}.`
    );
    expect(texts(chart, ".fb-body svg text").filter((text) => text.includes("not shown"))).toEqual(left);
  });
});

it("distribution(rows) keeps the share of time outside the bins apart", () => {
  const beyond = [
    {...row(null, 10, 1), tail: "below"},
    {...row(null, 30, 1), tail: "above"}
  ];
  const bins = [{from: 1, to: 2, share: 0.6}];
  expect(distribution([...beyond, row(1, 60, 1)])).toEqual({bins, below: 0.1, above: 0.3});
  const nothing = {bins: [], below: 0, above: 0};
  expect([distribution([]), distribution([row(1, 0)])]).toEqual([nothing, nothing]);
});
