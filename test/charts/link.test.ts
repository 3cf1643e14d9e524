// @vitest-environment jsdom
import {expect, it} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {find, line, pointer} from "./kit.js";

const make = (title: string, options = {}): HTMLElement => {
  const chart = timeChart({title, width: 640, linked: true, series: [line([1, 2, 3, 4, 5])], ...options});
  document.body.append(chart);
  return chart;
};
const surface = (chart: HTMLElement) => find(chart, ".fb-surface");
const clock = (chart: HTMLElement) => find(chart, ".fb-clock").textContent;
const cursors = (...charts: HTMLElement[]) =>
  charts.map((chart) => chart.querySelectorAll(".fb-body > svg circle").length);

it("linked charts share the cursor's time, except outside their range, and hide it together", () => {
  const [one, other] = [make("One"), make("Other", {series: [line([7, 8], {times: [0, 4000]})]})];
  const later = make("Later", {range: [3000, 4000]});
  pointer(surface(one), "move", 180);
  expect([clock(one), clock(other)]).toEqual(["1970-01-01 00:00:01 UTC", "1970-01-01 00:00:01 UTC"]);
  expect([find(other, ".fb-value").textContent, ...cursors(one, other, later)]).toEqual(["7.00", 1, 1, 0]);
  pointer(surface(one), "leave", 0);
  expect(cursors(one, other)).toEqual([0, 0]);
});

it("linked charts draw their cursors at the same x, also beside candles", () => {
  const values = [1, 2, 3, 2];
  const candles = {...line(values), shape: "candles", open: values, lower: values, upper: values} as const;
  const [one, other] = [make("One", {series: [candles], stepMs: 1000, domain: [0, 4000]}), make("Other")];
  const place = (chart: HTMLElement) => find(chart, ".fb-body > svg > g:last-child > line").getAttribute("x1");
  for (const [chart, x] of [
    [one, 180],
    [one, 420],
    [other, 300]
  ] as const) {
    pointer(surface(chart), "move", x);
    expect(place(one)).toBe(place(other));
  }
});
