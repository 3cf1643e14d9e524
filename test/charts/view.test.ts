// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import type {Shade, TimeChartOptions} from "../../src/charts/model.js";
import {tableOf} from "../../src/charts/save.js";
import {timeChart} from "../../src/charts/time.js";
import {createView, rangeOf, savedTracks, skippedNote, stops, zoom} from "../../src/charts/view.js";
import {attributes, find, line, press} from "./kit.js";

const closed: Shade = {from: 3000, to: 8000, label: "closed", kind: "closed"};

it("savedTracks(view) includes closed hours and leaves out hidden series", () => {
  const series = [line([1, 2, 3]), line([4, 5, 6], {key: "b", hidden: true})];
  const view = createView({title: "a", series, shades: [{...closed, from: 1000, to: 2000}], skipClosed: true});
  expect([stops(view), skippedNote(view)]).toEqual([[0, 2000], "closed hours skipped"]);
  expect(tableOf(savedTracks(view), rangeOf(view)).rows.map(([, value]) => value)).toEqual([1, 2, 3]);
  zoom(view, [0, 900]);
  expect(skippedNote(view)).toBe("");
});

it.each([
  ["a part", [500, 900], [500, 900]],
  ["more than everything", [-1, 3000], [0, 2000]],
  ["a range with its ends swapped", [900, 500], [0, 2000]]
])("zoom(view, range) to %s", (_, [from = NaN, to = NaN], range) => {
  const view = createView({title: "a", series: [line([1, 2, 3])]});
  zoom(view, [from, to]);
  expect(rangeOf(view)).toEqual(range);
});

const onZoom = vi.fn();

// A chart of 10 s without the 5 that are closed.
function make(options: Partial<TimeChartOptions> = {}) {
  const extended: Shade = {from: 0, to: 1000, label: "overnight", kind: "extended"};
  const chart = timeChart({
    ...{
      title: "Test",
      series: [line([0, 1, 2, 99, 99, 99, 99, 99, 8, 9, 10])],
      width: 640,
      formatValue: String,
      onZoom
    },
    ...{shades: [extended, closed], skipClosed: true, ...options}
  });
  document.body.replaceChildren(chart);
  const surface = find(chart, ".fb-surface");
  const open = (time: number) => (time > 8 ? time - 5 : Math.min(3, time));
  const at = (time: number) => 4 + ((Number.parseFloat(surface.style.width) - 8) * open(time)) / 5;
  return {chart, surface, at, picture: find(chart, "svg[role=img]")};
}

it("timeChart({skipClosed}) draws a seam in place of closed hours, and no point, stop or row inside them", () => {
  const {chart, surface, at, picture} = make();
  expect(attributes(chart, "line[stroke-opacity]", "x1").map(Number)).toEqual([Math.round(at(3)) + 0.5]);
  expect(picture.textContent).toMatch(/^(?!.*closed).*overnight/);
  expect(surface.getAttribute("aria-valuemax")).toBe("5");
  expect(find(chart, "[data-key] path").getAttribute("d")?.split("L")).toHaveLength(6);
  expect(picture.getAttribute("aria-label")).toMatch(
    /^Test, closed hours skipped, .*A: 6 values, last 10, lowest 0, highest 10\.$/
  );
  find(chart, ".fb-tools button[aria-expanded]").click();
  expect(find(chart, "caption").textContent).toMatch(/closed hours skipped: all times$/);
  expect(chart.querySelectorAll("tbody tr")).toHaveLength(6);
});

it("timeChart({skipClosed}) explains a range of closed hours alone, and zooms out of it", () => {
  vi.useFakeTimers();
  const {surface, picture} = make({range: [4000, 7000]});
  expect(picture.textContent).toContain("only closed hours in this range, which are skipped");
  press(surface, "-");
  vi.advanceTimersByTime(1000);
  expect(onZoom.mock.lastCall).toEqual([[2500, 8500]]);
  vi.useRealTimers();
});
