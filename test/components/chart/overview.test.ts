import {describe, expect, it} from "vitest";
import {outlineOf, outlinePath} from "../../../src/components/chart/overview.js";
import {createView} from "../../../src/components/chart/view.js";
import {line} from "./track.js";

const box = {left: 0, right: 10, top: 0, bottom: 20};

describe("outlineOf(view)", () => {
  const series = [line([1, 2, 3])];

  it("is of the rows that there are for it, in the order of their times", () => {
    const overview = [
      {publishedAt: 2000, low: 3, high: 4},
      {publishedAt: new Date(1000), low: null, high: 2}
    ];
    expect(outlineOf(createView({title: "a", series, overview}))).toEqual({
      times: [1000, 2000],
      low: [NaN, 3],
      high: [2, 4]
    });
  });

  it("is the first series without them, and of a zoomed chart what it was before", () => {
    expect(outlineOf(createView({title: "b", series, overview: [], domain: [0, 2000]})).low).toEqual([1, 2, 3]);
    const zoomed = [line([2], {times: [1000]})];
    const options = {series: zoomed, overview: [], domain: [0, 2000] as const, range: [900, 1100] as const};
    expect(outlineOf(createView({title: "b", ...options})).low).toEqual([1, 2, 3]);
    expect(outlineOf(createView({title: "another", ...options})).low).toEqual([2]);
    expect(outlineOf(createView({title: "c", series: []})).low).toEqual([]);
  });
});

describe("outlinePath(outline, full, box)", () => {
  it("goes along the highest values and back along the lowest, of each pixel", () => {
    const outline = {times: [0, 1, 50, 100], low: [0, 5, 4, 8], high: [1, 10, 4, 8]};
    expect(outlinePath(outline, [0, 100], box)).toBe("M0,0.0L5,12.0L10,4.0L10,4.0L5,12.0L0,20.0Z");
  });

  it("is broken where the chart is: at a missing value, and at a gap in time", () => {
    const times = [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22];
    const values = [1, 1, 1, NaN, 1, 1, 1, 1, 3, 3, 3];
    const wide = {left: 0, right: 22, top: 0, bottom: 20};
    const path = outlinePath({times, low: values, high: values}, [0, 22], wide);
    expect(path.split("Z").map((part) => part.replace(/[ML]/g, " ").trim())).toEqual([
      "0,20.0 1,20.0 2,20.0 2,20.0 1,20.0 0,20.0",
      "4,20.0 5,20.0 6,20.0 7,20.0 7,20.0 6,20.0 5,20.0 4,20.0",
      "20,0.0 21,0.0 22,0.0 22,0.0 21,0.0 20,0.0",
      ""
    ]);
  });

  it("is whole where points were chosen from steps of time, at unequal times", () => {
    const times = Array.from({length: 20}, (_, step) => [0, 7, 9, 14].map((at) => step * 60 + at)).flat();
    const values = times.map(() => 1);
    const path = (stepMs?: number) => outlinePath({times, low: values, high: values, stepMs}, [0, 1200], box);
    expect(path(60).match(/M/g)).toHaveLength(1);
    expect(path()).not.toBe(path(60));
  });

  it.each([
    ["nothing", [], ""],
    ["missing values", [NaN], ""],
    ["one level", [7, 7], "M0,20.0L10,20.0L10,20.0L0,20.0Z"]
  ])("of %s", (_, values, path) => {
    const times = values.map((_, index) => index * 100);
    expect(outlinePath({times, low: values, high: values}, [0, 100], box)).toBe(path);
  });
});
