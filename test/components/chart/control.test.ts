// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {rest} from "../../../src/components/chart/control.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {find, pointer, press, wheel} from "./pointer.js";
import {line} from "./track.js";

const second = 1000;
const onZoom = vi.fn();
let chart = document.createElement("figure") as HTMLElement;
let surface = chart;
const shown = (): (string | null)[] => [...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent);
const clock = (): string | null => find(chart, ".fb-clock").textContent;
const live = (): string | null => find(chart, "[aria-live]").textContent;
// Where a time is, in px: 10 s of data over the width of the plot, less 4 px on either side.
const at = (seconds: number): number => 4 + ((Number.parseFloat(surface.style.width) - 8) * seconds) / 10;

afterEach(() => vi.useRealTimers());

beforeEach(() => {
  vi.useFakeTimers();
  onZoom.mockClear();
  const up = line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {key: "up", label: "Up"});
  const down = line([9, 8, 7, 6, 5, NaN, 3, 2, 1, 0, -1], {key: "down", label: "Down"});
  chart = timeChart({title: "Test", series: [up, down], width: 640, formatValue: String, onZoom});
  document.body.replaceChildren(chart);
  surface = find(chart, ".fb-surface");
});

describe("gesturesOf(chart)", () => {
  it("shows the values nearest to the pointer, and the latest ones when it leaves", () => {
    pointer(surface, "pointermove", at(3.2));
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:03 UTC", "4", "6"]);
    pointer(surface, "pointerleave", 0);
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:10 UTC", "11", "-1"]);
  });

  it("shows a dash in a gap", () => {
    pointer(surface, "pointermove", at(5));
    expect(shown()).toEqual(["6", "–"]);
  });

  it("moves the cursor by keys and announces the values", () => {
    surface.focus();
    press(surface, "Home");
    press(surface, "ArrowRight");
    expect(surface.getAttribute("aria-valuetext")).toBe("1970-01-01 00:00:01 UTC");
    expect(surface.getAttribute("aria-valuenow")).toBe("1");
    expect(surface.getAttribute("aria-valuemax")).toBe("10");
    expect(live()).toBe("Up 2, Down 8");
    press(surface, "PageUp");
    expect(live()).toBe("Up 11, Down -1");
    press(surface, "ArrowLeft");
    expect(live()).toBe("Up 10, Down 0");
  });

  it("zooms to a dragged range, says so and tells the page", () => {
    pointer(surface, "pointerdown", at(6));
    pointer(surface, "pointermove", at(5));
    expect(chart.querySelectorAll(".fb-body > svg > rect")).toHaveLength(1);
    pointer(surface, "pointerup", at(2));
    expect(onZoom.mock.calls).toEqual([[[2 * second, 6 * second]]]);
    expect(live()).toBe("Showing 1970-01-01 00:00:02 UTC to 1970-01-01 00:00:06 UTC");
    expect(find(chart, ".fb-reset").hidden).toBe(false);
    pointer(surface, "pointerleave", 0);
    expect(shown()).toEqual(["7", "3"]);
  });

  it("keeps a drag inside the plot", () => {
    pointer(surface, "pointerdown", at(5));
    pointer(surface, "pointerup", 9999);
    expect(onZoom.mock.calls).toEqual([[[5 * second, 10 * second]]]);
  });

  it.each([
    ["Escape", () => press(surface, "Escape")],
    ["a double click", () => surface.dispatchEvent(new MouseEvent("dblclick"))],
    ["the button", () => find(chart, ".fb-reset").click()],
    ["dragging over everything", () => pointer(surface, "pointerup", 9999)]
  ])("resets on %s, once", (name, reset) => {
    surface.focus();
    press(surface, "+");
    vi.advanceTimersByTime(rest);
    onZoom.mockClear();
    if (name.startsWith("dragging")) {
      press(surface, "-");
      pointer(surface, "pointerdown", 0);
    }
    reset();
    reset();
    expect(onZoom.mock.calls).toEqual([[null]]);
    expect(find(chart, ".fb-reset").hidden).toBe(true);
  });

  it("zooms by keys around the cursor, down to two points", () => {
    surface.focus();
    press(surface, "Home");
    press(surface, "+");
    vi.advanceTimersByTime(rest - 1);
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onZoom.mock.calls).toEqual([[[0, 5 * second]]]);
    for (let count = 0; count < 9; count++) press(surface, "+");
    vi.advanceTimersByTime(rest);
    expect(onZoom.mock.calls.slice(1)).toEqual([[[0, 1250]]]);
  });

  it("moves the zoomed picture by keys, no further than the whole, and tells the page once", () => {
    press(surface, "+");
    for (const _ of [1, 2]) press(surface, "ArrowLeft", {shiftKey: true});
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toContain("Up: 6 values, last 6");
    for (const _ of [1, 2, 3]) press(surface, "ArrowLeft", {shiftKey: true});
    vi.advanceTimersByTime(rest);
    expect(onZoom.mock.calls).toEqual([[[0, 5 * second]]]);
  });

  it("zooms by the wheel around the pointer, and tells the page when it rests", () => {
    for (const _ of [1, 2, 3]) wheel(surface, {deltaY: -100, ctrlKey: true, clientX: at(2)});
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(rest);
    const [[from, to] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect(onZoom).toHaveBeenCalledOnce();
    expect((2 * second - from) / (to - from)).toBeCloseTo(0.2, 2);
    expect((to - from) / (10 * second)).toBeCloseTo(2 ** -1.2, 2);
  });

  it.each([
    ["a newer chart took its place", () => chart.remove()],
    ["the reader went back", () => window.dispatchEvent(new PopStateEvent("popstate"))]
  ])("does not tell the page of a zoom after %s", (_, happens) => {
    press(surface, "+");
    happens();
    vi.advanceTimersByTime(5 * rest);
    expect(onZoom).not.toHaveBeenCalled();
  });

  it("zooms neither further out than the whole range nor closer than two points", () => {
    wheel(surface, {deltaY: 100, ctrlKey: true, clientX: at(2)});
    vi.advanceTimersByTime(rest);
    expect(onZoom).not.toHaveBeenCalled();
    for (let count = 0; count < 20; count++) wheel(surface, {deltaY: -100, ctrlKey: true, clientX: at(2)});
    vi.advanceTimersByTime(rest);
    const calls = onZoom.mock.calls.length;
    wheel(surface, {deltaY: -100, ctrlKey: true, clientX: at(2)});
    vi.advanceTimersByTime(rest);
    expect(onZoom).toHaveBeenCalledTimes(calls);
  });

  it("moves the picture with Shift and the mouse, and tells the page when it is let go of", () => {
    press(surface, "+");
    vi.advanceTimersByTime(rest);
    onZoom.mockClear();
    const half = (at(10) - at(0)) / 2;
    pointer(surface, "pointerdown", 300, {shiftKey: true});
    pointer(surface, "pointermove", 300 - half / 5);
    vi.advanceTimersByTime(5 * rest);
    expect(onZoom).not.toHaveBeenCalled();
    pointer(surface, "pointerup", 300 - half / 5);
    const [[from, to] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect(to - from).toBe(5 * second);
    expect(Math.abs(from - 3 * second)).toBeLessThan(10); // a tenth of the plot
  });

  it("keeps under two fingers what they hold", () => {
    const finger = (type: string, seconds: number, pointerId: number): void =>
      pointer(surface, type, at(seconds), {pointerType: "touch", pointerId});
    finger("pointerdown", 4, 1);
    finger("pointerdown", 6, 2);
    finger("pointermove", 2, 1);
    finger("pointermove", 7, 2);
    finger("pointerup", 7, 2);
    const [[from, to] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect(onZoom).toHaveBeenCalledOnce();
    // 4 s lies at a fifth of the plot, and 6 s at seven tenths.
    expect((4 * second - from) / (to - from)).toBeCloseTo(0.2, 1);
    expect((6 * second - from) / (to - from)).toBeCloseTo(0.7, 1);
  });

  it("waits for the page's rows where it has none, and does not say that there are none", () => {
    const part = timeChart({
      title: "Part",
      series: [line([1, 2])],
      domain: [0, 99_000],
      range: [0, 1000],
      width: 640,
      onZoom
    });
    document.body.append(part);
    press(find(part, ".fb-surface"), "ArrowRight", {shiftKey: true});
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) press(find(part, ".fb-surface"), "ArrowRight", {shiftKey: true});
    expect(find(part, "svg[role=img]").textContent).toContain("…");
    expect(part.textContent).not.toContain("no updates");
  });

  it("does nothing without data", () => {
    const empty = timeChart({title: "Empty", series: [], width: 640, onZoom});
    const bare = find(empty, ".fb-surface");
    for (const key of ["Home", "ArrowRight", "+", "-", "Escape"]) press(bare, key);
    pointer(bare, "pointermove", 30);
    expect(onZoom).not.toHaveBeenCalled();
    expect(empty.innerHTML).not.toContain("NaN");
  });
});

describe("toggle(chart, key)", () => {
  it("takes a series out of the picture and back in", () => {
    const [up] = chart.querySelectorAll<HTMLElement>(".fb-key");
    up?.click();
    expect(up?.getAttribute("aria-pressed")).toBe("false");
    expect([...chart.querySelectorAll("[data-key]")].map((mark) => mark.getAttribute("data-key"))).toEqual(["down"]);
    expect(shown()).toEqual(["", "-1"]);
    up?.click();
    expect(up?.getAttribute("aria-pressed")).toBe("true");
    expect(chart.querySelectorAll("[data-key]")).toHaveLength(2);
  });

  it("says so where all series are off", () => {
    const keys = [...chart.querySelectorAll<HTMLElement>(".fb-key")];
    for (const key of keys) key.click();
    expect(find(chart, "svg[role=img]").textContent).toContain("all series are switched off");
    keys[0]?.click();
    expect(find(chart, "svg[role=img]").textContent).not.toContain("switched off");
  });

  it("tells the page which series are off", () => {
    const onToggle = vi.fn();
    const series = [line([1], {key: "up"}), line([2], {key: "down"})];
    const told = timeChart({title: "a", width: 640, series, hidden: ["down", "none"], onToggle});
    const [up, down] = told.querySelectorAll<HTMLElement>(".fb-key");
    expect(onToggle).not.toHaveBeenCalled();
    up?.click();
    down?.click();
    expect(onToggle.mock.calls.map(([hidden]) => hidden)).toEqual([["down", "up"], ["up"]]);
    expect(onToggle.mock.lastCall?.[1]).toEqual(["up", "down"]);
  });
});
