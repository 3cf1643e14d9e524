// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/components/parts/plot.js";
import {confidenceChart} from "../../../src/components/spreads/confidence.js";
import {expectSvg} from "../snapshot.js";

const step = 10 ** 0.1;
const bin = (x: number, y: number, seconds: number) => ({
  ...{fromConfidence: 1.2 * step ** x, toConfidence: 1.2 * step ** (x + 1)},
  ...{fromSpread: 0.4 * step ** y, toSpread: 0.4 * step ** (y + 1), seconds}
});
const bins = Array.from({length: 8}, (_, x) =>
  Array.from({length: 10}, (_, y) => bin(x, y, 1 + ((x * 7 + y * 3) % 11)))
).flat();

beforeAll(loadPlot);

describe("confidenceChart(rows, {symbol})", () => {
  it("draws bins, and the line on which both are alike", () => {
    const picture = confidenceChart(bins, {
      symbol: "Crypto.BTC/USD",
      widerShare: 0.17079999999999998,
      width: 640
    }).querySelector(".fb-body > svg");
    expectSvg(picture, "confidence");
    expect(picture?.querySelectorAll("rect")).toHaveLength(80);
    expect(picture?.textContent).toContain("spread = confidence");
  });

  it("says how much of the time the spread was the wider, which no bin knows, and has its bins as shares", () => {
    const chart = confidenceChart([bin(0, 0, 30), bin(0, 9, 10)], {symbol: "x", widerShare: 0.3});
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "x spread against confidence. The spread was wider than the confidence for 30.00 % of the time in which both were known."
    );
    expect([...chart.querySelectorAll("tbody td:last-child")].map(({textContent}) => textContent)).toEqual([
      "0.75",
      "0.25"
    ]);
  });

  it("says so where that is not known", () => {
    const chart = confidenceChart([bin(0, 0, 30), bin(0, 9, 10)], {symbol: "x", widerShare: null});
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "x spread against confidence. How often the spread was wider than the confidence is not known."
    );
  });

  it("says it of one value of both, whose only cell would fill the picture", () => {
    const chart = confidenceChart([bin(0, 0, 30)], {symbol: "x", widerShare: 0});
    expect(chart.querySelector(".fb-body")?.textContent).toContain("one spread and one confidence all the time");
    expect(chart.querySelector(".fb-body rect")).toBeNull();
  });

  it("has no line where the two are never alike", () => {
    expect(confidenceChart([bin(30, 0, 1), bin(31, 1, 1)], {symbol: "x"}).textContent).not.toContain(
      "spread = confidence"
    );
  });

  it.each([
    ["no rows", []],
    [
      "none above zero",
      [
        {...bin(0, 0, 1), fromSpread: 0},
        {...bin(0, 0, 1), seconds: null}
      ]
    ]
  ])("says so with %s", (_, none) => {
    const told = (updates: number) =>
      confidenceChart(none, {symbol: "x", updates}).querySelector(".fb-body svg text")?.textContent;
    expect([told(1), told(0)]).toEqual([
      "no spreads with a confidence in this range",
      "no books in open hours in this range"
    ]);
  });
});
