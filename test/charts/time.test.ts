// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import type {Shade} from "../../src/charts/model.js";
import {timeChart} from "../../src/charts/time.js";
import {attributes, find, line, pointer, press} from "./kit.js";

const series = [line([1, 2, 3], {label: "<b>Price</b>"})];
const name = (chart: Element) => find(chart, "svg[role=img]").getAttribute("aria-label");
const surface = (chart: Element) => find(chart, ".fb-surface");
const clock = (chart: Element) => find(chart, ".fb-clock").textContent;

afterEach(() => vi.unstubAllGlobals());

describe("timeChart({title, series, …})", () => {
  it("is a captioned figure with a named picture and a slider, and shows all labels as text", () => {
    const shades = [{from: 0, to: 2000, label: "<s>", kind: "closed"}] as const;
    const chart = timeChart({title: "<i>BTC", series, unit: "<u>", shades: [...shades]});
    expect([chart.tagName, find(chart, ":scope > figcaption").textContent]).toEqual(["FIGURE", "<i>BTC"]);
    expect(name(chart)).toContain("<i>BTC");
    const slider = find(chart, "[role=slider]");
    expect([slider.tabIndex, slider.getAttribute("aria-label")]).toEqual([0, "Time cursor of <i>BTC"]);
    expect(chart.querySelector("b, i, u, s")).toBeNull();
    expect(find(chart, ".fb-key").textContent).toBe("<b>Price</b>");
  });

  it("starts zoomed to `range`, unless that covers everything", () => {
    const chart = timeChart({title: "a", series, range: ["1970-01-01 00:00:01", new Date(2000)]});
    expect(surface(chart).getAttribute("aria-valuemax")).toBe("1");
    const whole = timeChart({title: "a", series, range: [0, 99_999]});
    expect(surface(whole).getAttribute("aria-valuemax")).toBe("2");
  });

  it("takes over focus, cursor and open table from the chart of the same id, whatever its title", () => {
    vi.useFakeTimers();
    const old = timeChart({title: "candles of 5 min", id: "price", series, width: 640});
    document.body.replaceChildren(old);
    find(old, "button[aria-expanded]").click();
    surface(old).focus();
    press(surface(old), "ArrowLeft");
    const next = timeChart({title: "candles of 1 min", id: "price", series: [line([1, 2, 3, 4, 5])], width: 640});
    document.body.replaceChildren(next);
    vi.advanceTimersToNextFrame();
    expect([document.activeElement, clock(next)]).toEqual([surface(next), "1970-01-01 00:00:01 UTC"]);
    expect(next.querySelectorAll("tbody tr")).toHaveLength(5);
    surface(next).blur();
    surface(next).focus();
    expect(clock(next)).toBe("1970-01-01 00:00:04 UTC");
  });

  it("shows its whole domain, even without rows", () => {
    expect(name(timeChart({title: "a", series, domain: [-10_000, 10_000]}))).toContain("1969-12-31 23:59 UTC to");
    const empty = timeChart({title: "a", series: [], domain: ["2026-05-11", "2026-05-12"]});
    expect(find(empty, ".fb-body").textContent).toMatch(/11 May 2026.*no values in this range/);
  });
});

const closed: Shade = {from: 3000, to: 8000, label: "closed", kind: "closed"};

// A chart of 10 s without the 5 that are closed.
function makeSkipping() {
  const extended: Shade = {from: 0, to: 1000, label: "overnight", kind: "overNight"};
  const chart = timeChart({
    ...{title: "Test", width: 640, formatValue: String, shades: [extended, closed], skipClosed: true},
    series: [line([0, 1, 2, 99, 99, 99, 99, 99, 8, 9, 10])]
  });
  document.body.replaceChildren(chart);
  const surface = find(chart, ".fb-surface");
  const open = (time: number) => (time > 8 ? time - 5 : Math.min(3, time));
  const at = (time: number) => 4 + ((Number.parseFloat(surface.style.width) - 8) * open(time)) / 5;
  return {chart, surface, at, picture: find(chart, "svg[role=img]")};
}

it("timeChart({skipClosed}) draws a seam in place of closed hours, and no point, stop or row inside them", () => {
  const {chart, surface, at, picture} = makeSkipping();
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

const make = (title: string, options = {}): HTMLElement => {
  const chart = timeChart({title, width: 640, linked: true, series: [line([1, 2, 3, 4, 5])], ...options});
  document.body.append(chart);
  return chart;
};
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
