import {describe, expect, it} from "vitest";
import {excessOf} from "../../loaders/rows/limits.js";

describe("excessOf(text, {depth, values})", () => {
  it.each<[string, number, "depth" | null]>([
    ["", 0, null],
    ["[]", 0, "depth"],
    ["[]", 1, null],
    ['{"a":[{}]}', 2, "depth"],
    ['{"a":[{}]}', 3, null],
    ["[[],[],[]]", 2, null],
    ['["[[[["]', 1, null],
    ['["\\"[[[["]', 1, null],
    ['["\\\\",[[]]]', 2, "depth"],
    ['["[[[[', 1, null],
    ["]]]][[", 1, null]
  ])("%j, a depth of %i: %j", (text, depth, excess) => expect(excessOf(text, {depth, values: 100})).toBe(excess));

  it.each<[string, number, "values" | null]>([
    ["1", 0, null],
    ["[1,2,3]", 3, null],
    ["[1,2,3]", 2, "values"],
    ['["1,2,3"]', 1, null],
    ["[{},{}]", 4, null],
    ["[{},{}]", 3, "values"]
  ])("%j, %i values: %j", (text, values, excess) => expect(excessOf(text, {depth: 100, values})).toBe(excess));
});
