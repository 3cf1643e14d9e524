// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {spreadChart} from "../../../src/views/spreads/spread.js";
import {hour, spreads, start} from "../../charts/fixture.js";
import {attributes, find, texts} from "../../charts/kit.js";

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
