import {expect, it} from "vitest";
import {frame} from "../../src/charts/frame.js";
import type {TimeChartOptions} from "../../src/charts/model.js";
import {formatTick} from "../../src/format/format.js";
import {textWidth} from "../../src/ui/elements/dom.js";
import {line} from "./kit.js";

const lay = (values: number[], options: Partial<TimeChartOptions> = {}, width = 640, range = [0, 2000] as const) =>
  frame({title: "", series: [], formatTick, ...options}, {width, range, tracks: [line(values)]});
const labels = (...given: Parameters<typeof lay>) => lay(...given).valueTicks.map(({label}) => label);

it.each([320, 1600])("frame(options, picture) has room for distinct value labels and the zone at %d px", (width) => {
  for (const level of [1e-12, 1.234e-5, 0.5, 80_639, 1e9, 1e15, -3.2]) {
    const {valueTicks, right} = lay([level, level * 1.0004, level * 0.9997], {zone: "new-york"}, width);
    expect(valueTicks.length, String(level)).toBeGreaterThan(1);
    expect(new Set(valueTicks.map(({label}) => label)).size).toBe(valueTicks.length);
    for (const label of [...valueTicks.map((tick) => tick.label), "EST"])
      expect(right + 8 + textWidth(label)).toBeLessThanOrEqual(width);
    expect(right).toBeGreaterThan(width / 2);
  }
});

it.each<[string, Partial<TimeChartOptions>, string]>([
  ["the last value", {formatValue: (value) => `${value} USD`}, "\nlast value: 3 USD\n1970-01-01 00:00:02 UTC"],
  ["a hint", {hint: "run it:\nload"}, "\nlast value: 3\n1970-01-01 00:00:02 UTC\nrun it:\nload"]
])("frame(options, picture) shows in an empty range %s", (_, options, text) => {
  expect(lay([1, 2, 3], options, 640, [5e5, 6e5] as never).notice).toBe(`no values in this range${text}`);
});

it("frame({log: true}) labels powers of ten, and 2 and 5 between them where there is room", () => {
  expect(labels([0.1, 1, 10], {log: true})).toEqual(["0.1", "0.2", "0.5", "1", "2", "5", "10"]);
  expect(labels([1e-3, 1, 1e6], {log: true})).toEqual(["0.001", "0.1", "10", "1,000", "100,000"]);
});

it("frame(options, picture) has exact ticks, also at the ends of its axis", () => {
  const valuesOf = (values: number[]) => lay(values).valueTicks.map(({value}) => value);
  expect(valuesOf([0.05, 0.65])).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  expect(valuesOf([100, 100]).at(-1)).toBe(100.1); // 0.1 % above equal values
});
