// @vitest-environment jsdom
import {expect, it} from "vitest";
import {cursorTimes, read} from "../../src/charts/cursor.js";
import {line} from "./kit.js";

it("cursorTimes(tracks, range) has every time of any track once, in order", () => {
  expect(cursorTimes([line([1, 2, 3]), line([1, 2], {times: [500, 1000]})], [500, 2000])).toEqual([500, 1000, 2000]);
  expect(cursorTimes([line([1, 2, 3], {times: [0, 0, 9]})], [0, 9])).toEqual([0, 9]);
});

it.each([
  ["a line between two points", line([1, 2, 3]), 1400, "2 $"],
  ["a gap", line([1, NaN, 3]), 1400, "–"],
  ["a band", line([1], {shape: "band", upper: [2]}), 0, "1 $ to 2 $"],
  ["a dot", line([1, 2], {shape: "dots"}), 1000, "2 $"],
  ["a time beside a dot", line([1, 2], {shape: "dots"}), 1001, "–"],
  ["its own format", line([7, 8], {upper: [9, 10], format: (...all) => all.slice(0, 3).join("|")}), 1000, "8|10|1"]
])("read(track, time, formatValue) reads %s", (_, track, time, text) =>
  expect(read(track, time, (value) => `${value} $`).text).toBe(text)
);
