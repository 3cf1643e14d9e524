// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {crosshair, cursorTimes, move, nearest, read, selection} from "../../../src/components/chart/cursor.js";
import {frame} from "../../../src/components/chart/frame.js";
import {line} from "./track.js";

const stops = [0, 1000, 2000, 5000];

describe("cursorTimes(tracks, range)", () => {
  it("is every time of any track once, in order", () => {
    expect(cursorTimes([line([1, 2, 3]), line([1, 2], {times: [500, 1000]})], [500, 2000])).toEqual([500, 1000, 2000]);
    expect(cursorTimes([], [0, 1])).toEqual([]);
  });
});

describe("nearest(times, time)", () => {
  it.each([
    [-99, 0],
    [400, 0],
    [600, 1000],
    [4000, 5000],
    [9999, 5000]
  ])("of %s is %s", (time, stop) => {
    expect(nearest(stops, time)).toBe(stop);
  });

  it("is undefined without stops", () => {
    expect(nearest([], 0)).toBeUndefined();
  });
});

describe("move(times, time, places)", () => {
  it.each([
    [1000, 1, 2000],
    [1000, -1, 0],
    [0, -1, 0],
    [5000, 10, 5000],
    [2000, Infinity, 5000],
    [2000, -Infinity, 0],
    [1500, 1, 2000]
  ])("from %s by %s is %s", (time, places, stop) => {
    expect(move(stops, time, places)).toBe(stop);
  });
});

describe("read(track, time, formatValue)", () => {
  const text = (value: number): string => `${value} $`;

  it("reads lines and steps where they hold", () => {
    expect(read(line([1, 2, 3]), 1400, text)).toMatchObject({index: 1, value: 2, text: "2 $"});
    expect(read(line([1, NaN, 3]), 1400, text)).toMatchObject({index: -1, value: NaN, text: "–"});
  });

  it("reads both edges of a band", () => {
    expect(read(line([1], {shape: "band", upper: [2]}), 0, text)).toMatchObject({
      value: 1,
      upper: 2,
      text: "1 $ to 2 $"
    });
  });

  it("reads dots only where one stands", () => {
    const dots = line([1, 2], {shape: "dots"});
    expect(read(dots, 1000, text).text).toBe("2 $");
    expect(read(dots, 1001, text).text).toBe("–");
  });

  it("lets a series write its own text from value, upper edge and index", () => {
    const format = (...point: number[]): string => point.join("|");
    expect(read(line([7, 8], {upper: [9, 10], format}), 1000, text).text).toBe("8|10|1");
  });
});

const tracks = [line([1, NaN, 3]), line([1, 2, 3], {key: "b", shape: "band", upper: [2, 3, 4]})];
const shown = frame({title: "", series: []}, {width: 400, range: [0, 2000], tracks});
const at = (time: number): SVGGElement =>
  crosshair(
    shown,
    time,
    tracks.map((track) => read(track, time, String))
  );

describe("crosshair(frame, time, readings)", () => {
  it("dots lines that have a value there, and says the time", () => {
    expect(at(0).querySelectorAll("circle")).toHaveLength(1);
    expect(at(1000).querySelectorAll("circle")).toHaveLength(0);
    expect(at(1000).textContent).toBe("1970-01-01 00:00:01");
  });

  it("has no dot where a log scale has no place", () => {
    const low = line([-1, 2, 3]);
    const log = frame({title: "", series: [], log: true}, {width: 400, range: [1000, 2000], tracks: [low]});
    expect(crosshair(log, 1000, [read(low, 0, String)]).outerHTML).not.toMatch(/NaN|<circle/);
    expect(crosshair(log, 1000, [read(low, 1000, String)]).outerHTML).toContain("<circle");
  });

  it.each([0, 2000])("keeps the time inside the picture at %s ms", (time) => {
    const box = at(time).querySelector("rect");
    const left = Number(box?.getAttribute("x"));
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + Number(box?.getAttribute("width"))).toBeLessThanOrEqual(400);
  });
});

describe("selection(frame, from, to)", () => {
  it("is the same either way round", () => {
    expect(selection(shown, 90, 20).outerHTML).toBe(selection(shown, 20, 90).outerHTML);
    expect(selection(shown, 20, 90).getAttribute("width")).toBe("70");
  });
});
