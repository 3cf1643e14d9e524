// @vitest-environment jsdom
import {expect, it} from "vitest";
import {heatScale} from "../../../src/charts/heat/tints.js";

const many = Array.from({length: 990}, (_, i) => i / 990);

it.each([
  ["the largest size", [-4, 3.9, 1, 2], 4, 0],
  ["the usual size beside a few far off", [...many, ...Array<number>(10).fill(-1e9)], expect.closeTo(0.98, 1), 20],
  ["zero without values", [], 0, 0]
])("heatScale(values) ends at %s", (_, values, limit, beyond) => {
  expect(heatScale([...values, NaN])).toEqual({limit, beyond, count: values.length});
});
