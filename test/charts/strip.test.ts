// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {outlinePath} from "../../src/charts/strip.js";
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

  it("shows the outline and the zoomed part", () => {
    make(half);
    expect(find(chart, ".fb-strip path").getAttribute("d")).toMatch(/^M4,.*Z$/);
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

it("outlinePath(outline, full, box) covers the values of each pixel, and breaks at missing values and gaps", () => {
  const box = {left: 0, right: 10, top: 0, bottom: 20};
  const outline = line([0, 5, 4, 8], {times: [0, 1, 50, 100], upper: [1, 10, 4, 8]});
  expect(outlinePath(outline, [0, 100], box)).toBe("M0,0.0L5,12.0L10,4.0L10,4.0L5,12.0L0,20.0Z");
  const values = [1, 1, 1, NaN, 1, 1, 1, 1, 3, 3, 3];
  const gapped = line(values, {times: [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22]});
  expect(outlinePath(gapped, [0, 22], {...box, right: 22}).match(/M[\d.]+/g)).toEqual(["M0", "M4", "M20"]);
});
