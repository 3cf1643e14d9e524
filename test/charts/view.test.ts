// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import type {Shade, TimeChartOptions} from "../../src/charts/model.js";
import {tableOf} from "../../src/charts/save.js";
import {timeChart} from "../../src/charts/time.js";
import {createView, rangeOf, savedTracks, skippedNote, stops, zoom} from "../../src/charts/view.js";
import {find, line, pointer, press} from "./kit.js";

const view = (values = [1, 2, 3]) => createView({title: "a", series: [line(values)], formatValue: String});

it("savedTracks(view) has what is skipped, in the times shown and of the series shown", () => {
  const shades = [{from: 1000, to: 2000, label: "closed", kind: "closed" as const}];
  const series = [line([1, 2, 3]), line([4, 5, 6], {key: "b", hidden: true})];
  const state = createView({title: "a", series, shades, skipClosed: true});
  expect([stops(state), skippedNote(state)]).toEqual([[0, 2000], "closed hours skipped"]);
  expect(tableOf(savedTracks(state), rangeOf(state)).rows.map(([, value]) => value)).toEqual([1, 2, 3]);
  zoom(state, [0, 900]);
  expect(skippedNote(state)).toBe("");
});

it.each([
  ["a part", [500, 900], [500, 900]],
  ["everything", [0, 2000], [0, 2000]],
  ["more than everything", [-1, 3000], [0, 2000]],
  ["a range the wrong way round", [900, 500], [0, 2000]]
])("zoom(view, range) to %s", (_, [from = NaN, to = NaN], range) => {
  const state = view();
  zoom(state, [from, to]);
  expect(rangeOf(state)).toEqual(range);
});

describe("a chart that skips closed hours", () => {
  const second = 1000;
  const closed: Shade = {from: 3 * second, to: 8 * second, label: "closed", kind: "closed"};
  const extended: Shade = {from: 0, to: second, label: "overnight", kind: "extended"};
  const values = [0, 1, 2, 99, 99, 99, 99, 99, 8, 9, 10];
  const onZoom = vi.fn();
  let chart: HTMLElement;
  let surface: HTMLElement;
  const picture = () => find(chart, "svg[role=img]");
  const seams = () =>
    Array.from(chart.querySelectorAll("line[stroke-opacity]"), (seam) => Number(seam.getAttribute("x1")));
  // Where a time is, in px, in a chart of 10 s of which 5 are skipped.
  const at = (time: number): number =>
    4 + ((Number.parseFloat(surface.style.width) - 8) * (time > 8 ? time - 5 : Math.min(3, time))) / 5;

  function make(options: Partial<TimeChartOptions> = {}): void {
    chart = timeChart({
      ...{title: "Test", series: [line(values)], width: 640, formatValue: String, onZoom},
      ...{shades: [extended, closed], skipClosed: true, ...options}
    });
    document.body.replaceChildren(chart);
    surface = find(chart, ".fb-surface");
  }

  beforeEach(() => {
    vi.useFakeTimers();
    onZoom.mockClear();
    make();
  });

  it("has a seam where they were, other shades, and no point, stop or row of them", () => {
    expect(seams()).toEqual([Math.round(at(3)) + 0.5]);
    expect(picture().textContent).toMatch(/^(?!.*closed).*overnight/);
    expect(surface.getAttribute("aria-valuemax")).toBe("5");
    expect(find(chart, "[data-key] path").getAttribute("d")?.split("L")).toHaveLength(6);
    expect(picture().getAttribute("aria-label")).toMatch(
      /^Test, closed hours skipped, .*A: 6 values, last 10, lowest 0, highest 10\.$/
    );
    find(chart, ".fb-tools button[aria-expanded]").click();
    expect(find(chart, "caption").textContent).toMatch(/closed hours skipped: all times$/);
    expect(chart.querySelectorAll("tbody tr")).toHaveLength(6);
    find(chart, ".fb-tools button[aria-expanded]").click();
  });

  it("points to what is nearest in the picture, on either side of the seam", () => {
    const clocks = [2.4, 2.9, 8.1].map((time) => {
      pointer(surface, "move", at(time));
      return find(chart, ".fb-clock").textContent?.slice(-6, -4);
    });
    expect(clocks).toEqual(["02", "08", "08"]);
  });

  it("says so where there is nothing else, with what it would show, and zooms as if they were shown", () => {
    make({range: [4000, 7000]});
    expect(picture().textContent).toContain(
      "only closed hours in this range, which are skippedlast value: 991970-01-01 00:00:07 UTC"
    );
    press(surface, "-");
    vi.advanceTimersByTime(1000);
    expect(onZoom.mock.lastCall).toEqual([[2500, 8500]]);
  });
});
