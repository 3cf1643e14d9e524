// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {idleMs} from "../../src/charts/control.js";
import {outlinePath} from "../../src/charts/strip.js";
import {timeChart} from "../../src/charts/time.js";
import {attributes, drag, find, line, press} from "./kit.js";

describe("strip({full, outline, …})", () => {
  const onZoom = vi.fn();
  let chart = document.createElement("figure") as HTMLElement;
  const points = Array.from({length: 101}, (_, index) => Math.sin(index));
  const half = {range: [25_000, 50_000]};
  const part = (name: string) => find(chart, name === "strip" ? ".fb-strip" : `.fb-brush-${name}`);
  const at = (share: number): number => 4 + share * (Number.parseFloat(part("strip").style.width) - 8);
  const seconds = () => onZoom.mock.lastCall?.[0].map((time: number) => Math.round(time / 100) / 10);

  function make(options = {}): void {
    chart = timeChart({title: "Test", series: [line(points)], width: 640, overview: [], onZoom, ...options});
    document.body.replaceChildren(chart);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    onZoom.mockClear();
  });
  afterEach(() => vi.useRealTimers());

  it("shows the outline and the zoomed part", () => {
    make(half);
    expect(find(chart, ".fb-strip path").getAttribute("d")).toMatch(/^M4,.*Z$/);
    expect(attributes(chart, ".fb-brush-start, .fb-brush-end", "aria-valuenow")).toEqual(["250", "500"]);
    expect(part("whole").getAttribute("aria-valuetext")).toBe("1970-01-01 00:00:25 UTC to 1970-01-01 00:00:50 UTC");
    expect(Number.parseFloat(part("whole").style.transform.replace("translateX(", ""))).toBeCloseTo(at(0.25), 0);
  });

  it.each([
    ["end", 0.5, 0.75, [25, 75]],
    ["start", 0.25, 0.9, [49.9, 50]], // its ends stay a thousandth of the whole apart
    ["strip", 0.8, 0.9, [80, 90]],
    ["strip", 0.75, 0.75, [62.5, 87.5]] // a click
  ] as const)("zooms by dragging its %s from %s to %s", (name, from, to, range) => {
    make(half);
    drag(part(name), [at(from), at((from + to) / 2), at(to)]);
    expect(onZoom).toHaveBeenCalledOnce();
    expect(seconds()).toEqual(range.map((time) => expect.closeTo(time, 0)));
  });

  it.each([
    ["start", "ArrowRight", {shiftKey: true}, [35, 50]],
    ["whole", "End", {}, [75, 100]],
    ["whole", "+", {}, [31.3, 43.8]]
  ] as const)("moves its %s by %s %j, and reports after the keys rest", (name, key, options, range) => {
    make(half);
    expect(press(part(name), key, options)).toBe(false);
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(idleMs);
    expect(seconds()).toEqual(range);
  });
});

it("outlinePath(outline, full, box) covers the values of each pixel, and breaks at missing values and gaps", () => {
  const box = {left: 0, right: 10, top: 0, bottom: 20};
  const outline = line([0, 5, 4, 8], {times: [0, 1, 50, 100], upper: [1, 10, 4, 8]});
  expect(outlinePath(outline, [0, 100], box)).toBe("M0,0.0L5,12.0L10,4.0L10,4.0L5,12.0L0,20.0Z");
  const values = [1, 1, 1, NaN, 1, 1, 1, 1, 3, 3, 3];
  const gapped = line(values, {times: [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22]});
  expect(outlinePath(gapped, [0, 22], {...box, right: 22}).match(/M[\d.]+/g)).toEqual(["M0", "M4", "M20"]);
});
