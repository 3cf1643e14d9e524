// @vitest-environment jsdom
import {expect, it} from "vitest";
import {limitOf} from "../../../src/charts/heat/tints.js";

const many = Array.from({length: 990}, (_, i) => i / 990);

it.each([
  ["the largest size", [-4, 3.9, 1, 2], 4],
  ["the usual size beside a few far off", [...many, ...Array<number>(10).fill(-1e9)], expect.closeTo(0.98, 1)],
  ["zero without values", [], 0]
])("limitOf(values) ends at %s", (_, values, limit) => {
  expect(limitOf([...values, NaN])).toEqual(limit);
});
