import {describe, expect, it} from "vitest";
import {createView, rangeOf, widest, zoom} from "../../../src/components/chart/view.js";
import {line} from "./track.js";

const view = (values = [1, 2, 3]) => createView({title: "a", series: [line(values)], formatValue: String});

describe("zoom(view, range)", () => {
  it.each([
    ["a part", [500, 900], [500, 900]],
    ["everything", [0, 2000], [0, 2000]],
    ["more than everything", [-1, 3000], [0, 2000]],
    ["nothing", [900, 900], [0, 2000]],
    ["a range the wrong way round", [900, 500], [0, 2000]],
    ["NaN", [NaN, 1], [0, 2000]]
  ])("to %s", (_, [from = NaN, to = NaN], range) => {
    const state = view();
    zoom(state, [from, to]);
    expect(rangeOf(state)).toEqual(range);
  });

  it("tells whether anything changed", () => {
    const state = view();
    expect([zoom(state, null), zoom(state, [1, 2]), zoom(state, [1, 2]), zoom(state, null)]).toEqual([
      false,
      true,
      false,
      true
    ]);
  });
});

describe("widest(view)", () => {
  it("is the length of the longest readout", () => {
    expect(widest(view([1, 12345, NaN, 2]))).toEqual([5]);
    expect(widest(view([]))).toEqual([1]);
  });
});
