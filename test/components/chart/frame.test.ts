import {describe, expect, it} from "vitest";
import {frame} from "../../../src/components/chart/frame.js";
import {textWidth} from "../../../src/components/parts/dom.js";
import {formatTick} from "../../../src/lib/format.js";
import {line} from "./track.js";

const levels = [1e-12, 1.234e-5, 0.5, 1.08345, 213, 80_639, 1e9, 1e15, -3.2];
const cases = [320, 390, 800, 1600].flatMap((width) => levels.map((level) => ({width, level})));

describe("the value axis of zeros alone", () => {
  const labels = (values: number[]) =>
    frame({title: "", series: []}, {width: 640, range: [0, 2000], tracks: [line(values)]}).valueTicks.map(
      ({value}) => value
    );

  it("has zero, and no sizes that nobody knows", () => {
    expect(labels([0, 0, 0])).toEqual([0]);
    expect(labels([0, 0, 5]).length).toBeGreaterThan(2);
    expect(labels([-1, 0, 1]).length).toBeGreaterThan(2);
  });
});

describe("frame(options, {width, range, tracks})", () => {
  it.each(cases)("has room for every value label at $width px around $level", ({width, level}) => {
    const track = line([level, level * 1.0004, level * 0.9997]);
    const {valueTicks, right} = frame({title: "", series: [], formatTick}, {width, range: [0, 2000], tracks: [track]});
    expect(valueTicks.length).toBeGreaterThan(1);
    expect(new Set(valueTicks.map(({label}) => label)).size).toBe(valueTicks.length);
    for (const {label} of valueTicks) expect(right + 8 + textWidth(label)).toBeLessThanOrEqual(width);
    expect(right).toBeGreaterThan(width / 2);
  });

  it("keeps its height whatever it shows", () => {
    const empty = frame({title: "", series: []}, {width: 400, range: [NaN, NaN], tracks: []});
    expect(empty).toMatchObject({height: 320, notice: "no values in this range", timeTicks: [], valueTicks: []});
    expect(frame({title: "", series: [], height: 99}, {width: 400, range: [0, 1], tracks: [line([1])]}).height).toBe(
      99
    );
  });

  it("says what the last update before an empty range was", () => {
    const options = {title: "", series: [], formatValue: (value: number) => `${value} USD`};
    const {notice} = frame(options, {width: 400, range: [2500, 2700], tracks: [line([1, 2], {times: [0, 1000]})]});
    expect(notice).toBe("no values in this range\nthe last: 2 USD\n1970-01-01 00:00:01 UTC");
  });

  it("says what a reader can do about an empty range, where there is room", () => {
    const options = {title: "", series: [], hint: "to load them:\nnpm run load"};
    const picture = {width: 400, tracks: []};
    expect(frame(options, {...picture, range: [2500, 2700]}).notice).toBe(
      "no values in this range\nto load them:\nnpm run load"
    );
    expect(frame({...options, height: 150}, {...picture, range: [2500, 2700]}).notice).toBe("no values in this range");
  });

  it("says what the page wants said when a range is empty", () => {
    const options = {title: "", series: [], empty: "market closed"};
    expect(frame(options, {width: 400, range: [1e6, 2e6], tracks: [line([1, 2])]}).notice).toBe("market closed");
  });

  it("has labels for less than a decade of a log scale too", () => {
    const track = line([80_000, 80_700, 81_000]);
    const options = {title: "", series: [], formatTick, log: true};
    const {valueTicks, y} = frame(options, {width: 640, range: [0, 2000], tracks: [track]});
    expect(valueTicks.length).toBeGreaterThan(3);
    expect(y(80_000) - y(80_498.4)).toBeCloseTo(y(80_498.4) - y(81_000), 0);
  });

  it("labels powers of ten, and what lies between where there is room, each as exactly as it needs", () => {
    const labels = (values: number[]) =>
      frame({title: "", series: [], formatTick, log: true}, {width: 640, range: [0, 2000], tracks: [line(values)]})
        .valueTicks;
    expect(labels([0.1, 1, 10]).map(({label}) => label)).toEqual(["0.1", "0.2", "0.5", "1", "2", "5", "10"]);
    expect(labels([1e-3, 1, 1e6]).map(({label}) => label)).toEqual(["0.001", "0.1", "10", "1,000", "100,000"]);
    expect(labels([1e-12, 1e15]).length).toBeLessThan(10);
  });

  it("has the places of times in common with linked charts of other values", () => {
    const rights = [[1, 2], [12_000, 12_900], []].map(
      (values) =>
        frame({title: "", series: [], formatTick, linked: true}, {width: 640, range: [0, 2000], tracks: [line(values)]})
          .right
    );
    expect(new Set(rights).size).toBe(1);
  });

  it("names the last time in its zone", () => {
    const options = {title: "", series: [], zone: "new-york" as const};
    const {notice} = frame(options, {width: 400, range: [2500, 2700], tracks: [line([1], {times: [1000]})]});
    expect(notice).toContain("1969-12-31 19:00:01 EST");
  });

  it("has a zero line only if values lie on both sides", () => {
    const zero = (values: number[]): boolean =>
      frame({title: "", series: [], zero: true}, {width: 400, range: [0, 1000], tracks: [line(values)]}).zero;
    expect([zero([1, 2]), zero([-1, 2]), zero([-2, -1])]).toEqual([false, true, false]);
  });
});
