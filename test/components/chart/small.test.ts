// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {smallChart} from "../../../src/components/chart/small.js";
import {svg} from "../../../src/components/parts/dom.js";
import {find} from "./pointer.js";

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
