// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import type {Shade, TimeChartOptions} from "../../src/charts/model.js";
import {timeChart} from "../../src/charts/time.js";
import {attributes, find, line} from "./kit.js";

const closed: Shade = {from: 3000, to: 8000, label: "closed", kind: "closed"};

const onZoom = vi.fn();

// A chart of 10 s without the 5 that are closed.
function make(options: Partial<TimeChartOptions> = {}) {
  const extended: Shade = {from: 0, to: 1000, label: "overnight", kind: "overNight"};
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
