// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {drag, find, line} from "./kit.js";

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

  beforeEach(() => onZoom.mockClear());

  it("shows the outline, broken at missing values, and the zoomed part", () => {
    make({...half, series: [line(points.map((value, i) => (i === 50 ? NaN : value)))]});
    expect(find(chart, ".fb-strip path").getAttribute("d")).toMatch(/^M4,[^M]*ZM[^M]*Z$/);
    expect(chart.querySelectorAll(".fb-strip [tabindex]")).toHaveLength(0);
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
});
