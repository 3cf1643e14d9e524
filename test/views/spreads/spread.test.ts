// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {
  distribution,
  spreadChart,
  spreadDistribution,
  spreadFigures,
  widerNote
} from "../../../src/views/spreads/spread.js";
import {hour, spreads, start} from "../../charts/fixture.js";
import {attributes, expectSvg, find, texts, textsByTerm} from "../../charts/kit.js";

const entries = (chart: Element) => texts(chart, ".fb-key").join();
const hourly = (...rows: {spreadBps: number | null; p95SpreadBps?: number | null; book?: string}[]) =>
  rows.map((row, i) => ({publishedAt: start + i * hour, ...row}));
const chartOf = (rows: Parameters<typeof spreadChart>[0]) =>
  spreadChart(rows, {symbol: "x", width: 640, empty: "no book"});

describe("spreadChart(rows, {symbol, …})", () => {
  it("draws the median, a band to p95 and marks for locked and crossed books, from zero", () => {
    const chart = spreadChart(spreads, {symbol: "Crypto.BTC/USD", width: 320});
    const rest = "Maximum,Locked at some time,Crossed at some time";
    expect(entries(chart)).toBe(`Median spread,to 95th percentile,${rest}`);
    expect(attributes(chart, ".fb-key", "aria-pressed")).toEqual(Array(5).fill("true"));
    expect(texts(chartOf(spreads.slice(0, 8)), ".fb-body text")).toContain("0");
  });

  it("draws bars as steps, and single updates as a line", () => {
    const rows = hourly({spreadBps: 1}, {spreadBps: 3});
    const drawn = (given: typeof rows) =>
      attributes(chartOf(given), "path[data-key], [data-key] path", "d").map((path) => path?.replace(/[^ML]/g, ""));
    expect(drawn(rows)).toEqual(["ML"]);
    const buckets = rows.map((row) => ({...row, p95SpreadBps: Number(row.spreadBps) + 1}));
    expect(drawn(buckets)).toEqual(["MLLLLLLL", "MLLL"]); // the band's two edges, the median
  });

  it("marks a locked or crossed book at zero, in a gap of the line", () => {
    const none = {spreadBps: null, p95SpreadBps: null};
    const normal = {spreadBps: 2, p95SpreadBps: 2, book: "normal"};
    const chart = chartOf(hourly(normal, {...none, book: "crossed"}, normal, {...none, book: "locked"}));
    expect(find(chart, "[data-key=spread] path").getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const ring = Number(find(chart, "[data-key=locked] circle").getAttribute("cy")).toFixed(2);
    expect(find(chart, "[data-key=crossed] path").getAttribute("transform")).toContain(`,${ring})`);
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toMatch(/Crossed at some time: 1 mark\.$/);
  });
});

it("spreadFigures(row) has last spread, median, p95 and the share of crossed and locked books, unless there is one update", () => {
  const row = {last: 3, median: 1, p95: 2, confidences: 0.5, crossed: 3, locked: 0, crossedShare: 0.03, lockedShare: 0};
  const figures = (updates: number) => textsByTerm(spreadFigures({...row, updates, sessions: ["regular"]}));
  expect(figures(100)).toEqual({
    ...{"Last update": "3.00 bps", Median: "1.00 bps | regular session", p95: "2.00 bps", "÷ confidence": "0.500 ×"},
    ...{Crossed: "3.00 % | 3\u00a0of\u00a0100 books", Locked: "0 % | 0\u00a0of\u00a0100 books"}
  });
  expect(spreadFigures({...row, updates: 100}).querySelectorAll("[data-tone=warn]")).toHaveLength(1);
  expect(figures(1)).toMatchObject({Crossed: expect.stringMatching(/^–/), Locked: expect.stringMatching(/^–/)});
  const many = spreadFigures({...row, sessions: ["regular", "preMarket", "x".repeat(40)]});
  expect(find(many, ".fb-detail").textContent).toBe("3 sessions"); // in one line
  expect(spreadFigures().textContent).toContain("no books in open hours");
});

const row = (spreadBps: number | null, seconds: number | bigint | null, width = 0.1) => ({spreadBps, seconds, width});
const binned = [4, 50, 120, 90, 30, 0, 2].map((count, index) => row((index + 1) / 10, 60 * count));

beforeAll(loadPlot);

describe("spreadDistribution(rows, {symbol, median, p95, …})", () => {
  it("draws bins with median and p95 within them, and has a table", async () => {
    const chart = spreadDistribution(binned, {symbol: "Crypto.BTC/USD", width: 640, median: 0.33, p95: 0.51});
    await expectSvg(chart, "distribution");
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

it.each([
  [0.3, "The spread was wider than the confidence for 30.00 % of the time in which both were known."],
  [null, "It is unknown how often the spread was wider than the confidence."]
])("widerNote({widerShare: %s}) says for how much of the time", (widerShare, text) => {
  expect(widerNote({widerShare})).toBe(text);
});
