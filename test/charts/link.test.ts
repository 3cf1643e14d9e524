// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {find, line, pointer, press} from "./kit.js";

describe("linked time charts", () => {
  const onZoom = vi.fn();
  const make = (title: string, options = {}): HTMLElement => {
    const chart = timeChart({title, width: 640, linked: true, series: [line([1, 2, 3, 4, 5])], onZoom, ...options});
    document.body.append(chart);
    return chart;
  };
  const surface = (chart: HTMLElement) => find(chart, ".fb-surface");
  const clock = (chart: HTMLElement) => find(chart, ".fb-clock").textContent;
  const marks = (...charts: HTMLElement[]) =>
    charts.map((chart) => chart.querySelectorAll(".fb-body > svg circle").length);

  afterEach(() => void vi.useRealTimers());

  beforeEach(() => {
    vi.useFakeTimers({toFake: ["setTimeout"]}); // a zoom is told when the keys rest
    document.body.replaceChildren();
    onZoom.mockClear();
  });

  it("show each other's cursor at the same time, and hide it together, or where it is outside of what they show", () => {
    const [one, other] = [make("One"), make("Other", {series: [line([7, 8], {times: [0, 4000]})]})];
    const later = make("Later", {range: [3000, 4000]});
    pointer(surface(one), "move", 180);
    expect([clock(one), clock(other)]).toEqual(["1970-01-01 00:00:01 UTC", "1970-01-01 00:00:01 UTC"]);
    expect([find(other, ".fb-value").textContent, ...marks(one, other, later)]).toEqual(["7.00", 1, 1, 0]);
    pointer(surface(one), "leave", 0);
    expect(marks(one, other)).toEqual([0, 0]);
  });

  it("have their cursors at one place, also where one has candles", () => {
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

  it("give their value axes as much room as the widest of them needs, also once it is another", () => {
    const long = (value: number): string => (value > 2.9 ? `0.000,000,0${value}` : String(value));
    const width = (chart: HTMLElement) => Number.parseFloat(surface(chart).style.width);
    const one = make("One");
    const alone = width(one);
    const other = make("Other", {formatTick: long, range: [0, 1500]});
    press(surface(other), "0");
    expect(width(one)).toBeLessThan(alone - 20);
    expect(width(other)).toBe(width(one));
    other.remove();
    press(surface(one), "+");
    expect(width(one)).toBe(alone);
  });

  it("leave a chart alone that is not linked, and hear nothing of it", () => {
    const [one, other] = [make("One"), make("Other", {linked: false})];
    pointer(surface(one), "move", 180);
    expect(marks(one, other)).toEqual([1, 0]);
    pointer(surface(one), "leave", 0);
    pointer(surface(other), "move", 180);
    expect(marks(one, other)).toEqual([0, 1]);
  });
});
