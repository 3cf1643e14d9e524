// @vitest-environment jsdom
import {expect, it} from "vitest";
import {crosshair, cursorTimes, read} from "../../src/charts/cursor.js";
import {frame} from "../../src/charts/frame.js";
import {find, line} from "./kit.js";

it("cursorTimes(tracks, range) is every time of any track once, in order", () => {
  expect(cursorTimes([line([1, 2, 3]), line([1, 2], {times: [500, 1000]})], [500, 2000])).toEqual([500, 1000, 2000]);
  expect(cursorTimes([line([1, 2, 3], {times: [0, 0, 9]})], [0, 9])).toEqual([0, 9]);
  expect(cursorTimes([], [0, 1])).toEqual([]);
});

const text = (value: number): string => `${value} $`;

it.each([
  ["a line where it holds", line([1, 2, 3]), 1400, "2 $"],
  ["a gap", line([1, NaN, 3]), 1400, "–"],
  ["both edges of a band", line([1], {shape: "band", upper: [2]}), 0, "1 $ to 2 $"],
  ["a dot", line([1, 2], {shape: "dots"}), 1000, "2 $"],
  ["beside a dot", line([1, 2], {shape: "dots"}), 1001, "–"],
  [
    "a text of its own",
    line([7, 8], {upper: [9, 10], format: (...point) => point.slice(0, 3).join("|")}),
    1000,
    "8|10|1"
  ]
])("read(track, time, formatValue) reads %s", (_, track, time, expected) =>
  expect(read(track, time, text).text).toBe(expected)
);

const tracks = [line([1, NaN, 3]), line([1, 2, 3], {key: "b", shape: "band", upper: [2, 3, 4]})];
const shown = frame({title: "", series: []}, {width: 400, range: [0, 2000], tracks});

it.each([0, 2000])("crosshair(frame, time, readings) keeps the time inside the picture at %s ms", (time) => {
  const label = find(crosshair(shown, time, []), "rect");
  const [left, width] = ["x", "width"].map((name) => Number(label.getAttribute(name)));
  expect(left).toBeGreaterThanOrEqual(0);
  expect(Number(left) + Number(width)).toBeLessThanOrEqual(400);
});
