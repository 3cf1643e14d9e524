// @vitest-environment jsdom
import {afterEach, beforeAll, describe, expect, it, vi} from "vitest";
import {histogram} from "../../src/charts/rows/histogram.js";
import {smallChart} from "../../src/charts/small.js";
import {svg} from "../../src/ui/elements/dom.js";
import {loadPlot} from "../../src/ui/elements/plot.js";
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
  const rect = (x: number, y: number, text: string) =>
    svg("rect", {x, y, width: 10, height: 10}, svg("title", {}, text));

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
    const chart = smallChart({
      ...{title: "Cells", height: 90, width: 640, summary: "", header: ["x"], rows: [[1]], part: "cell"},
      draw: (width) => svg("svg", {width, height: 90}, rect(10, 40, "a"), rect(10, 20, "b"), rect(20, 0, "c"))
    });
    const surface = find(chart, "[role=slider]");
    const frame = find(chart, ".fb-heat-cursor");
    const readout = () => find(chart, ".fb-legend").textContent;
    expect(surface.getAttribute("aria-label")).toBe("Cell of Cells");
    for (const [key, text] of [
      ["Home", "b"],
      ["ArrowDown", "a"],
      ["ArrowRight", "c"]
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
