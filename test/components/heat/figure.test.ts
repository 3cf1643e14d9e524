// @vitest-environment jsdom
import {afterEach, expect, it, vi} from "vitest";
import {heatFigure} from "../../../src/components/heat/figure.js";
import type {Layout} from "../../../src/components/heat/grid.js";
import {svg} from "../../../src/components/parts/dom.js";
import {find, hover, press, tellWidths} from "../kit.js";

const layout = (width: number): Layout => ({
  ...{width, height: 90, left: 0, right: width, bottom: 40, columns: 4, cellWidth: width / 4, cellHeight: 20},
  tops: [0, 20]
});
const made = (empty: string | null = null) =>
  heatFigure({
    ...{title: "Map", summary: "Two rows.", header: [], rows: [], layout, empty},
    draw: ({width, height}) => svg("svg", {width, height}),
    text: ({row, column}) => `${row} ${column}`
  });
const heightOf = (figure: HTMLElement) => find(figure, ".fb-body").style.height;

afterEach(() => vi.unstubAllGlobals());

it("heatFigure(heat) keeps the frame at its cell while it takes another width, and finds cells where they are then", () => {
  const tell = tellWidths();
  const figure = made();
  const surface = find(figure, "[role=slider]");
  const state = () => {
    const {left, top, width} = find(figure, ".fb-heat-cursor").style;
    return [find(figure, ".fb-heat-readout").textContent, left, top, width];
  };
  tell[0]?.(800);
  surface.dispatchEvent(new FocusEvent("focus"));
  press(surface, "ArrowLeft");
  expect([heightOf(figure), find(figure, "svg").getAttribute("width")]).toEqual(["90px", "800"]);
  expect(state()).toEqual(["0 2", "400px", "0px", "200px"]);
  tell[0]?.(400);
  expect(state()).toEqual(["0 2", "200px", "0px", "100px"]);
  hover(surface, [390, 30]);
  expect(state()).toEqual(["1 3", "300px", "20px", "100px"]);
});

it("heatFigure(heat) is a line that says why where there is nothing", () => {
  const none = made("nothing at all");
  const picture = find(none, "svg[role=img]");
  expect([heightOf(none), picture.getAttribute("aria-label"), find(picture, "text").textContent]).toEqual([
    ...["80px", "Map. nothing at all", "nothing at all"]
  ]);
  expect(none.querySelector("[role=slider]")).toBeNull();
});
