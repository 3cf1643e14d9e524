// @vitest-environment jsdom
import {afterEach, beforeAll, describe, expect, it, vi} from "vitest";
import {smallChart} from "../../../src/components/chart/small.js";
import {svg} from "../../../src/components/parts/dom.js";
import {loadPlot} from "../../../src/components/parts/plot.js";
import {latencyChart} from "../../../src/components/quality/latency.js";
import {confidenceChart} from "../../../src/components/spreads/confidence.js";
import {spreadDistribution} from "../../../src/components/spreads/distribution.js";
import {hour, start} from "../fixture.js";
import {find, press} from "./pointer.js";

describe("small", () => {
  const options = {
    ...{title: "Rates", height: 90, summary: "Two rates.", header: ["venue", "rate"], rows: [["<b>", 1e-5]]},
    draw: (width: number) => svg("svg", {width, height: 90})
  };

  afterEach(() => vi.unstubAllGlobals());

  describe("smallChart({title, height, summary, draw, header, rows, …})", () => {
    it("names the picture and has its data as a table", () => {
      const figure = smallChart(options);
      expect(find(figure, ".fb-body > svg").getAttribute("aria-label")).toBe("Rates. Two rates.");
      expect(find(figure, "caption").textContent).toBe("Rates");
      expect([...figure.querySelectorAll("td")].map(({textContent}) => textContent)).toEqual(["<b>", "0.00001"]);
    });

    it("redraws at the width of its container, at a fixed height", () => {
      let resize = (_: number): void => {};
      vi.stubGlobal(
        "ResizeObserver",
        class {
          constructor(callback: (entries: {contentRect: {width: number}}[]) => void) {
            resize = (width) => callback([{contentRect: {width}}]);
          }
          observe(): void {}
        }
      );
      const figure = smallChart(options);
      resize(333);
      expect(find(figure, ".fb-body > svg").getAttribute("width")).toBe("333");
      expect(find(figure, ".fb-body").style.height).toBe("90px");
    });
  });
});

describe("rects", async () => {
  beforeAll(loadPlot);

  const bin = (spreadBps: number, seconds: number) => ({spreadBps, seconds, width: 0.5});
  const cell = (x: number, y: number, seconds: number) => ({
    ...{fromConfidence: x, toConfidence: 2 * x, fromSpread: y, toSpread: 2 * y, seconds}
  });
  const answers = (endpoint: string, at: number, p50Ms: number) => ({
    ...{endpoint, startedAt: new Date(start + at * hour), answers: 60, p50Ms, p95Ms: 2 * p50Ms}
  });
  const options = {symbol: "x", width: 640};
  // Keys, and the start of what each has told.
  const cases: [string, HTMLElement, string, [string, string][]][] = await loadPlot().then(() => [
    [
      "bars of a distribution",
      spreadDistribution([bin(2, 20), bin(1, 50), bin(1.5, 30)], options),
      "Bar of x spread distribution",
      [
        ["Home", "1.00 to 1.50 bps: 50.00 % of the time"],
        ["ArrowRight", "1.50 to 2.00 bps: 30.00 % of the time"],
        ["ArrowUp", "1.50 to 2.00 bps: 30.00 % of the time"],
        ["End", "2.00 to 2.50 bps: 20.00 % of the time"],
        ["ArrowRight", "2.00 to 2.50 bps: 20.00 % of the time"],
        ["ArrowLeft", "1.50 to 2.00 bps: 30.00 % of the time"]
      ]
    ],
    [
      "cells of spread against confidence, of which the second column has one",
      confidenceChart([cell(1, 1, 50), cell(1, 4, 30), cell(2, 8, 20)], options),
      "Cell of x spread against confidence",
      [
        ["Home", "confidence 1.00 to 2.00 bps, spread 4.00 to 8.00 bps: 30.00 % of the time"],
        ["ArrowDown", "confidence 1.00 to 2.00 bps, spread 1.00 to 2.00 bps: 50.00 % of the time"],
        ["ArrowRight", "confidence 2.00 to 4.00 bps, spread 8.00 to 16.0 bps: 20.00 % of the time"]
      ]
    ],
    [
      "bars of endpoints",
      latencyChart([answers("a", 0, 10), answers("a", 1, 20), answers("b", 1, 900)], options),
      "Bar of Time to answer, by hour",
      [
        ["Home", "a, "],
        ["ArrowRight", "b, "],
        ["ArrowDown", "a, "]
      ]
    ]
  ]);

  describe("rectCursor(body, {title, part})", () => {
    it.each(cases)("goes by keys through %s, and frames the one it tells", (_, chart, name, steps) => {
      const surface = find(chart, "[role=slider]");
      expect([surface.tabIndex, surface.getAttribute("aria-label")]).toEqual([0, name]);
      expect(find(chart, ".fb-legend").textContent).toMatch(/^Point at a (bar|cell), or focus .* arrow keys\.$/);
      for (const [key, told] of steps) {
        expect(press(surface, key)).toBe(false);
        const text = find(chart, ".fb-legend").textContent ?? "";
        expect([key, text.slice(0, told.length), surface.getAttribute("aria-valuetext")]).toEqual([key, told, text]);
        expect(framed(chart)).toBe(text);
      }
      expect(Number(surface.getAttribute("aria-valuenow"))).toBeLessThanOrEqual(
        Number(surface.getAttribute("aria-valuemax"))
      );
    });

    it.each(cases)("tells of %s the nearest to the pointer, and after a finger is lifted", (_, chart) => {
      const surface = find(chart, "[role=slider]");
      const point = (type: string, place: object) => surface.dispatchEvent(Object.assign(new Event(type), place));
      const titles = [...chart.querySelectorAll("rect > title")];
      for (const pointerType of ["mouse", "touch"]) {
        for (const {parentElement: rect, textContent} of titles) {
          const [x = 0, y = 0, height = 0] = ["x", "y", "height"].map((side) => Number(rect?.getAttribute(side)));
          point(pointerType === "touch" ? "pointerdown" : "pointermove", {
            ...{pointerType, offsetX: x + 1, offsetY: y + height / 2}
          });
          expect(find(chart, ".fb-legend").textContent).toBe(textContent);
        }
        point("pointerleave", {pointerType});
        expect(find(chart, ".fb-heat-cursor").hidden).toBe(pointerType === "mouse");
      }
      point("pointermove", {offsetX: 9999, offsetY: -50});
      expect(find(chart, ".fb-heat-cursor").hidden).toBe(false);
    });

    it.each([spreadDistribution([], options), confidenceChart([], options), latencyChart([])])(
      "is not there without data: %#",
      (chart) => {
        expect(chart.querySelector("[role=slider], .fb-legend > *")).toBeNull();
      }
    );
  });

  // What the frame lies on.
  function framed(chart: HTMLElement): string | null | undefined {
    const {left, top, width} = find(chart, ".fb-heat-cursor").style;
    const sides = {x: left, y: top, width};
    const isThere = ({parentElement}: Element): boolean =>
      Object.entries(sides).every(
        ([name, px]) => Math.abs(Number(parentElement?.getAttribute(name)) - Number.parseFloat(px)) < 0.01
      );
    return [...chart.querySelectorAll("rect > title")].find(isThere)?.textContent;
  }
});
