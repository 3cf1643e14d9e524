import {describe, expect, it} from "vitest";
import {frame} from "../../src/charts/frame.js";
import type {TimeChartOptions} from "../../src/charts/model.js";
import {formatTick} from "../../src/format/format.js";
import {textWidth} from "../../src/ui/elements/dom.js";
import {line} from "./kit.js";

const lay = (values: number[], options: Partial<TimeChartOptions> = {}, range = [0, 2000] as const, width = 640) =>
  frame({title: "", series: [], formatTick, ...options}, {width, range, tracks: [line(values)]});
const labels = (...given: Parameters<typeof lay>) => lay(...given).valueTicks.map(({label}) => label);

describe("frame(options, {width, range, tracks})", () => {
  it.each([320, 390, 800, 1600])("has room for every value label at %d px", (width) => {
    for (const level of [1e-12, 1.234e-5, 0.5, 1.08345, 213, 80_639, 1e9, 1e15, -3.2]) {
      const {valueTicks, right} = lay([level, level * 1.0004, level * 0.9997], {}, [0, 2000], width);
      expect(valueTicks.length, String(level)).toBeGreaterThan(1);
      expect(new Set(valueTicks.map(({label}) => label)).size).toBe(valueTicks.length);
      for (const {label} of valueTicks) expect(right + 8 + textWidth(label)).toBeLessThanOrEqual(width);
      expect(right).toBeGreaterThan(width / 2);
    }
  });

  it("keeps its height whatever it shows", () => {
    const empty = frame({title: "", series: []}, {width: 400, range: [NaN, NaN], tracks: []});
    expect(empty).toMatchObject({height: 320, notice: "no values in this range", timeTicks: [], valueTicks: []});
    expect(lay([1], {height: 99}).height).toBe(99);
  });

  it.each<[string, Partial<TimeChartOptions>, string]>([
    ["what the last was", {formatValue: (value) => `${value} USD`}, "\nlast value: 3 USD\n1970-01-01 00:00:02 UTC"],
    ["when, in its zone", {zone: "new-york"}, "\nlast value: 3\n1969-12-31 19:00:02 EST"],
    [
      "what a reader can do",
      {hint: "to load them:\nnpm run load"},
      "\nlast value: 3\n1970-01-01 00:00:02 UTC\nto load them:\nnpm run load"
    ],
    ["no more than it has room for", {hint: "to load them", height: 150}, "\nlast value: 3\n1970-01-01 00:00:02 UTC"]
  ])("says of an empty range %s", (_, options, text) => {
    expect(lay([1, 2, 3], options, [5e5, 6e5] as never).notice).toBe(`no values in this range${text}`);
  });

  it("labels powers of ten, and what lies between where there is room, each as exactly as it needs", () => {
    expect(labels([0.1, 1, 10], {log: true})).toEqual(["0.1", "0.2", "0.5", "1", "2", "5", "10"]);
    expect(labels([1e-3, 1, 1e6], {log: true})).toEqual(["0.001", "0.1", "10", "1,000", "100,000"]);
    expect(labels([1e-12, 1e15], {log: true}).length).toBeLessThan(10);
  });

  it("has the places of times in common with linked charts of other values", () => {
    const rights = [[1, 2], [12_000, 12_900], []].map((values) => lay(values, {linked: true}).right);
    expect(new Set(rights).size).toBe(1);
  });
});

it.each(["utc", "new-york"] as const)("frame(options, picture) has room for the name of its zone: %s", (zone) => {
  const laid = frame({title: "", series: [], zone}, {width: 400, range: [0, 2000], tracks: [line([1, 2, 1])]});
  expect(laid.right + 8 + textWidth(zone === "utc" ? "UTC" : "EST")).toBeLessThanOrEqual(laid.width);
});
