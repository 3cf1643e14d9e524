// @vitest-environment jsdom
import {afterEach, beforeAll, describe, expect, it, vi} from "vitest";
import {histogram} from "../../src/charts/rows/histogram.js";
import {smallChart} from "../../src/charts/small.js";
import {svg} from "../../src/ui/elements/dom.js";
import {loadPlot} from "../../src/ui/elements/plot.js";
import {confidenceChart} from "../../src/views/spreads/confidence.js";
import {find, hover, press, stubWidths, texts} from "./kit.js";

afterEach(() => vi.unstubAllGlobals());

it("smallChart({draw, rows, …}) names its picture, has its data as a table, and redraws at another width and height", () => {
  const resize = stubWidths();
  const figure = smallChart({
    ...{title: "Rates", height: 90, summary: "Two rates.", header: ["venue", "rate"], rows: [["<b>", 1e-5]]},
    draw: (width: number) => svg("svg", {width, height: width < 400 ? 120 : 90})
  });
  expect(find(figure, ".fb-body > svg").getAttribute("aria-label")).toBe("Rates. Two rates.");
  expect(texts(figure, "caption, th, td")).toEqual(["Rates", "venue", "rate", "<b>", "0.00001"]);
  resize[0]?.(333);
  expect(find(figure, ".fb-body > svg").getAttribute("width")).toBe("333");
  expect(find(figure, ".fb-body").style.height).toBe("120px");
});

describe("rectCursor(body, {title, part})", () => {
  beforeAll(loadPlot);
  const cell = (x: number, y: number, seconds: number) => ({
    ...{fromConfidence: x, toConfidence: 2 * x, fromSpread: y, toSpread: 2 * y, seconds}
  });
  const options = {symbol: "x", width: 640};

  it("starts at the highest bar for keys", () => {
    const chart = histogram(
      [1, 5, 5, 5, 9].map((x) => ({x})),
      {width: 640, bins: 9}
    );
    const surface = find(chart, "[role=slider]");
    surface.dispatchEvent(new Event("focus"));
    expect(surface.getAttribute("aria-valuetext")).toContain("60.00 %");
  });

  it("reads and frames the cell under keyboard, mouse or finger; columns may differ in length", () => {
    const chart = confidenceChart([cell(1, 1, 50), cell(1, 4, 30), cell(2, 8, 20)], options);
    const surface = find(chart, "[role=slider]");
    const frame = find(chart, ".fb-heat-cursor");
    const readout = () => find(chart, ".fb-legend").textContent;
    expect(surface.getAttribute("aria-label")).toBe("Cell of x spread against confidence");
    for (const [key, text] of [
      ["Home", "confidence 1.00 to 2.00 bps, spread 4.00 to 8.00 bps: 30.00 % of the time"],
      ["ArrowDown", "confidence 1.00 to 2.00 bps, spread 1.00 to 2.00 bps: 50.00 % of the time"],
      ["ArrowRight", "confidence 2.00 to 4.00 bps, spread 8.00 to 16.0 bps: 20.00 % of the time"]
    ] as const) {
      press(surface, key);
      expect([readout(), surface.getAttribute("aria-valuetext")]).toEqual([text, text]);
    }
    for (const pointerType of ["mouse", "touch"]) {
      for (const {parentElement: rect, textContent} of chart.querySelectorAll("rect > title")) {
        const [x = 0, y = 0, height = 0] = ["x", "y", "height"].map((side) => Number(rect?.getAttribute(side)));
        hover(surface, [x + 1, y + height / 2], pointerType === "touch" ? "down" : "move", {pointerType});
        expect(readout()).toBe(textContent);
        expect(Number.parseFloat(frame.style.left)).toBeCloseTo(x, 1);
      }
      hover(surface, [0, 0], "leave", {pointerType});
      expect(frame.hidden).toBe(pointerType === "mouse"); // the text stays after a finger is lifted
    }
  });
});
