import * as array from "d3-array";
import * as scale from "d3-scale";
import * as shape from "d3-shape";
import {expect, it} from "vitest";
import * as d3 from "../../src/lib/d3.js";

// A name that two of the packages had would be left out, without a word.
it("d3 has all that d3-array, d3-scale and d3-shape have", () => {
  expect({...d3}).toEqual({...array, ...scale, ...shape});
  expect(Object.keys(d3)).toEqual(expect.arrayContaining(["scaleUtc", "line", "group", "bisector"]));
});
