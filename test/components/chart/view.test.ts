import {describe, expect, it} from "vitest";
import {tableOf} from "../../../src/components/chart/csv.js";
import {
  createView,
  rangeOf,
  savedTracks,
  skippedNote,
  stops,
  widest,
  zoom
} from "../../../src/components/chart/view.js";
import {line} from "./track.js";

const view = (values = [1, 2, 3]) => createView({title: "a", series: [line(values)], formatValue: String});

describe("savedTracks(view)", () => {
  it("has what is skipped, in the times shown and of the series shown", () => {
    const shades = [{from: 1000, to: 2000, label: "closed", kind: "closed" as const}];
    const series = [line([1, 2, 3]), line([4, 5, 6], {key: "b", hidden: true})];
    const state = createView({title: "a", series, shades, skipClosed: true});
    expect([stops(state), skippedNote(state)]).toEqual([[0, 2000], "closed hours skipped"]);
    expect(tableOf(savedTracks(state), rangeOf(state)).rows.map(([, value]) => value)).toEqual([1, 2, 3]);
    zoom(state, [0, 900]);
    expect(skippedNote(state)).toBe("");
  });
});

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
