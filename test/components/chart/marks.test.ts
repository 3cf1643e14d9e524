// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {frame} from "../../../src/components/chart/frame.js";
import {mark, swatch} from "../../../src/components/chart/marks.js";
import type {Range} from "../../../src/components/chart/model.js";
import type {Track} from "../../../src/components/chart/runs.js";
import {line} from "./track.js";

const draw = (track: Track, range: Range = [0, 4000]): Element =>
  mark(track, frame({title: "", series: []}, {width: 300, range, tracks: [track]}));
const moves = (element: Element): number => element.outerHTML.match(/M/g)?.length ?? 0;

describe("mark(track, frame)", () => {
  it("starts anew after each gap, and dots a lone value", () => {
    const element = draw(line([1, 2, NaN, 3, NaN]));
    expect(moves(element)).toBe(2);
    expect(element.querySelectorAll("circle")).toHaveLength(1);
  });

  it("dots a lone step that has no length, and one at the end of the view", () => {
    const dotsOf = (track: Track): number => draw(track).querySelectorAll("circle").length;
    expect(dotsOf(line([1], {shape: "step"}))).toBe(1);
    expect(dotsOf(line([1, 2, 3, NaN, 4], {shape: "step"}))).toBe(1);
    expect(dotsOf(line([1, 2, 3, 4, 5], {shape: "step"}))).toBe(0);
  });

  it("draws only what is in the range, and one point more on either side", () => {
    const path = draw(line([1, 2, 3, 4, 5, 6, 7]), [2000, 3000])
      .querySelector("path")
      ?.getAttribute("d");
    expect(path?.match(/L/g)).toHaveLength(3);
  });

  it("holds the last step for its usual length, but not beyond the range", () => {
    const last = (values: number[], to: number): string | undefined =>
      draw(line(values, {shape: "step"}), [0, to])
        .querySelector("path")
        ?.getAttribute("d")
        ?.split("L")
        .at(-1);
    expect(last([1, 2, 3], 4000)?.split(",")[0]).not.toBe(last([1, 2, 3], 2000)?.split(",")[0]);
  });

  it("has no corner between points of one step of time, of which some may have been left out", () => {
    const corners = (stepMs: number): number | undefined =>
      draw(line([1, 2, 3], {shape: "step", times: [0, 500, 2000], stepMs}))
        .querySelector("path")
        ?.getAttribute("d")
        ?.match(/L/g)?.length;
    expect([0, 500, 501, 1501].map(corners)).toEqual([5, 5, 4, 3]);
  });

  it.each(["line", "band"] as const)("leaves out of a log scale what is zero or less beside the view: %s", (shape) => {
    const track = line([-1, 2, 3, 0], {shape, ...(shape === "band" && {upper: [1, 3, 4, 1]})});
    const laid = frame({title: "", series: [], log: true}, {width: 300, range: [1000, 2000], tracks: [track]});
    const drawn = mark(track, laid).outerHTML;
    expect(drawn).not.toContain("NaN");
    expect(drawn).toContain(`M${laid.x(1000).toFixed(0)},`);
  });

  it("draws nothing for nothing", () => {
    for (const shape of ["line", "step", "dots", "band"] as const) {
      expect(draw(line([NaN], {shape, upper: [NaN]})).outerHTML).not.toMatch(/NaN|<circle/);
    }
  });
});

describe("swatch(track)", () => {
  it.each([
    ["line", "line"],
    ["step", "line"],
    ["band", "rect"],
    ["dots", "circle"]
  ] as const)("of %s is a %s", (shape, tag) => {
    expect(swatch(line([], {shape})).tagName).toBe(tag);
  });

  it("of crosses and rings looks like them", () => {
    expect(swatch(line([], {shape: "dots", sign: "cross"})).tagName).toBe("path");
    expect(swatch(line([], {shape: "dots", sign: "ring"})).getAttribute("fill")).toBe("none");
  });
});
