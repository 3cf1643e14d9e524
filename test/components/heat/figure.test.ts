// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {heatFigure} from "../../../src/components/heat/figure.js";
import type {Layout} from "../../../src/components/heat/grid.js";
import {svg} from "../../../src/components/parts/dom.js";

let resize: (width: number) => void = () => {};

class Observer {
  constructor(callback: (entries: object[]) => void) {
    resize = (width) => callback([{contentRect: {width}}]);
  }
  observe(): void {}
}

const layoutOf = (width: number): Layout => ({
  ...{width, height: 90, left: 0, right: width, bottom: 40, columns: 4, cellWidth: width / 4, cellHeight: 20},
  tops: [0, 20]
});
const made = (empty: string | null = null) =>
  heatFigure({
    ...{title: "Map", summary: "Two rows.", header: [], rows: [], layout: layoutOf, empty},
    draw: ({width, height}) => svg("svg", {width, height}),
    text: ({row, column}) => `${row} ${column}`
  });
const placeOf = (figure: HTMLElement) => {
  const {left, top, width} = figure.querySelector<HTMLElement>(".fb-heat-cursor")?.style ?? {};
  return [left, top, width];
};

describe("heatFigure(heat)", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("keeps the frame at its cell while the chart takes another width, and finds cells where they are then", () => {
    vi.stubGlobal("ResizeObserver", Observer);
    const figure = made();
    const surface = figure.querySelector<HTMLElement>("[role=slider]");
    resize(800);
    surface?.dispatchEvent(new FocusEvent("focus"));
    surface?.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", cancelable: true}));
    expect([placeOf(figure), figure.querySelector("svg")?.getAttribute("width")]).toEqual([
      ...[["400px", "0px", "200px"], "800"]
    ]);
    resize(400);
    expect(placeOf(figure)).toEqual(["200px", "0px", "100px"]);
    expect(figure.querySelector(".fb-heat-readout")?.textContent).toBe("0 2");
    expect(figure.querySelector<HTMLElement>(".fb-heat-cursor")?.hidden).toBe(false);
    surface?.dispatchEvent(Object.assign(new Event("pointermove"), {offsetX: 390, offsetY: 30}));
    expect([surface?.getAttribute("aria-valuetext"), placeOf(figure)]).toEqual(["1 3", ["300px", "20px", "100px"]]);
  });

  it("is as high as its layout, and a line that says why where there is none", () => {
    const heightOf = (figure: HTMLElement) => figure.querySelector<HTMLElement>(".fb-body")?.style.height;
    expect(heightOf(made())).toBe("90px");
    const none = made("nothing at all");
    expect([heightOf(none), none.querySelector("svg[role=img]")?.getAttribute("aria-label")]).toEqual([
      ...["80px", "Map. nothing at all"]
    ]);
    expect([none.querySelector(".fb-body svg text")?.textContent, none.querySelector("[role=slider]")]).toEqual([
      ...["nothing at all", null]
    ]);
  });
});
