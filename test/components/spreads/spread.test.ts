// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {spreadChart} from "../../../src/components/spreads/spread.js";
import {hour, spreads, start} from "../fixture.js";
import {expectSvg} from "../kit.js";

const entries = (chart: Element): string[] =>
  [...chart.querySelectorAll(".fb-key")].map((key) => `${key.textContent} ${key.getAttribute("aria-pressed")}`);

describe("spreadChart(rows, {symbol, …})", () => {
  it("draws the median, a band to p95, and marks locked and crossed books", () => {
    const chart = spreadChart(spreads, {symbol: "Crypto.BTC/USD", width: 640});
    expectSvg(chart, "spread");
    expect(entries(chart)).toEqual([
      "Median spread true",
      "to 95th percentile true",
      "Maximum true",
      "Locked at some time true",
      "Crossed at some time true"
    ]);
  });

  it("draws the figures of a bucket over all of its time, those of single updates from one to the next", () => {
    const rows = [1, 3].map((spreadBps, i) => ({publishedAt: start + i * hour, spreadBps}));
    const [line, step] = [rows, rows.map((row) => ({...row, p95SpreadBps: row.spreadBps + 1}))].map((given) =>
      Array.from(
        spreadChart(given, {symbol: "x", width: 640}).querySelectorAll("path[data-key], [data-key] path"),
        (path) => path.getAttribute("d")?.replace(/[^ML]/g, "")
      )
    );
    expect(line).toEqual(["ML"]);
    expect(step).toEqual(["MLLLLLLL", "MLLL"]); // the band's two edges, the median
  });

  it("needs nothing but spreads", () => {
    const rows = spreads.slice(0, 8).map(({publishedAt, spreadBps}) => ({publishedAt, spreadBps}));
    expect(entries(spreadChart(rows, {symbol: "x"}))).toEqual(["Spread true"]);
  });

  it("marks single updates as what they are", () => {
    const rows = spreads.map(({publishedAt, spreadBps, book}) => ({publishedAt, spreadBps, book: book ?? null}));
    expect(entries(spreadChart(rows, {symbol: "x"}))).toEqual(["Spread true", "Locked true", "Crossed true"]);
  });

  it("marks a locked or crossed book at zero where there is no spread, in the line's gap", () => {
    const rows = [2, null, 4, null].map((spreadBps, i) => ({
      ...{publishedAt: start + i * hour, spreadBps, p95SpreadBps: spreadBps},
      book: i === 1 ? "crossed" : i === 3 ? "locked" : "normal"
    }));
    const chart = spreadChart(rows, {symbol: "x", width: 640});
    expect(chart.querySelector("[data-key=spread] path")?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const [cross, ring] = [
      chart.querySelector("[data-key=crossed] path"),
      chart.querySelector("[data-key=locked] circle")
    ];
    expect(cross?.getAttribute("transform")).toContain(`,${Number(ring?.getAttribute("cy")).toFixed(2)})`);
    expect(chart.querySelector("svg[aria-label]")?.getAttribute("aria-label")).toMatch(
      /Crossed at some time: 1 mark\.$/
    );
  });

  it("shows rows of which none has a spread", () => {
    const rows = [0, 1].map((i) => ({
      publishedAt: start + i * hour,
      spreadBps: null,
      p95SpreadBps: null,
      book: "crossed"
    }));
    const chart = spreadChart(rows, {symbol: "x", width: 640, empty: "no book"});
    expect(entries(chart)).toEqual(["Spread true", "Crossed true"]);
    expect(chart.querySelectorAll("[data-key=crossed] path")).toHaveLength(2);
    expect(chart.textContent).not.toContain("no book");
  });

  it("starts its axis at zero", () => {
    const chart = spreadChart(spreads.slice(0, 8), {symbol: "x", width: 640});
    expect([...chart.querySelectorAll(".fb-body text")].map(({textContent}) => textContent)).toContain("0");
  });

  it("says when there are no rows", () => {
    expect(spreadChart([], {symbol: "x", empty: "no book"}).textContent).toContain("no book");
  });
});
