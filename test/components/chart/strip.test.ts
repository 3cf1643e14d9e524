// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {rest} from "../../../src/components/chart/control.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {find, pointer, press} from "./pointer.js";
import {line} from "./track.js";

const onZoom = vi.fn();
let chart = document.createElement("figure") as HTMLElement;
const whole = 100_000;
const points = Array.from({length: 101}, (_, index) => Math.sin(index));
const part = (name: string): HTMLElement => find(chart, `.fb-brush-${name}`);
const texts = (): (string | null)[] => ["start", "end"].map((name) => part(name).getAttribute("aria-valuenow"));
const width = (): number => Number.parseFloat(find(chart, ".fb-strip").style.width);
const at = (share: number): number => 4 + share * (width() - 8);

function make(options = {}): void {
  chart = timeChart({title: "Test", series: [line(points)], width: 640, overview: [], onZoom, ...options});
  document.body.replaceChildren(chart);
}

function drag(target: HTMLElement, from: number, to: number): void {
  pointer(target, "pointerdown", at(from));
  pointer(target, "pointermove", at((from + to) / 2));
  pointer(target, "pointermove", at(to));
  pointer(target, "pointerup", at(to));
}

beforeEach(() => {
  vi.useFakeTimers();
  onZoom.mockClear();
});
afterEach(() => vi.useRealTimers());

describe("the strip below a time chart", () => {
  it("is there where it is asked for, and there is a time", () => {
    make();
    expect(find(chart, ".fb-strip path").getAttribute("d")).toMatch(/^M4,.*Z$/);
    expect(texts()).toEqual(["0", "1000"]);
    make({overview: null});
    expect(chart.querySelector(".fb-strip")).toBeNull();
    make({series: []});
    expect(chart.querySelector(".fb-strip")).toBeNull();
  });

  it("shows what the chart is zoomed to", () => {
    make({range: [25_000, 50_000]});
    expect(texts()).toEqual(["250", "500"]);
    expect(part("whole").getAttribute("aria-valuetext")).toBe("1970-01-01 00:00:25 UTC to 1970-01-01 00:00:50 UTC");
    expect(Number.parseFloat(part("whole").style.transform.replace("translateX(", ""))).toBeCloseTo(at(0.25), 0);
  });

  it.each([
    ["start", 0.25, 0.1, [10_000, 50_000]],
    ["end", 0.5, 0.75, [25_000, 75_000]],
    ["whole", 0.3, 0.5, [45_000, 70_000]],
    ["whole", 0.3, 9, [75_000, 100_000]],
    ["whole", 0.3, -9, [0, 25_000]],
    ["start", 0.25, -9, [0, 50_000]],
    ["end", 0.5, 9, [25_000, 100_000]]
  ] as const)("has its %s dragged from %s to %s", (name, from, to, range) => {
    make({range: [25_000, 50_000]});
    drag(part(name), from, to);
    expect(onZoom).toHaveBeenCalledOnce();
    const [[start, end] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect(Math.abs(start - range[0])).toBeLessThan(100);
    expect(Math.abs(end - range[1])).toBeLessThan(100);
  });

  it("never turns around: its ends keep a thousandth apart", () => {
    make({range: [25_000, 50_000]});
    drag(part("start"), 0.25, 0.9);
    expect(onZoom.mock.lastCall).toEqual([[50_000 - whole / 1000, 50_000]]);
  });

  it("has a new brush dragged out where it covers everything, and beside it", () => {
    make();
    drag(part("whole"), 0.6, 0.2);
    const [[start, end] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect([Math.round(start / 1000), Math.round(end / 1000)]).toEqual([20, 60]);
    drag(find(chart, ".fb-strip"), 0.8, 0.9);
    expect(onZoom.mock.lastCall?.[0].map((time: number) => Math.round(time / 1000))).toEqual([80, 90]);
  });

  it("moves to a click beside it, and resets on a double click", () => {
    make({range: [25_000, 50_000]});
    pointer(find(chart, ".fb-strip"), "pointerdown", at(0.75));
    pointer(find(chart, ".fb-strip"), "pointerup", at(0.75));
    expect(onZoom.mock.lastCall?.[0].map((time: number) => Math.round(time / 100))).toEqual([625, 875]);
    find(chart, ".fb-strip").dispatchEvent(new MouseEvent("dblclick"));
    expect(onZoom.mock.lastCall).toEqual([null]);
  });

  it.each([
    ["start", "ArrowLeft", {}, [24_000, 50_000]],
    ["start", "ArrowRight", {shiftKey: true}, [35_000, 50_000]],
    ["end", "ArrowRight", {}, [25_000, 51_000]],
    ["end", "End", {}, [25_000, 100_000]],
    ["start", "Home", {}, [0, 50_000]],
    ["whole", "ArrowRight", {}, [27_500, 52_500]],
    ["whole", "ArrowRight", {shiftKey: true}, [50_000, 75_000]],
    ["whole", "End", {}, [75_000, 100_000]],
    ["whole", "+", {}, [31_250, 43_750]]
  ] as const)("has its %s moved by %s %j, and tells the page when the keys rest", (name, key, options, range) => {
    make({range: [25_000, 50_000]});
    expect(press(part(name), key, options)).toBe(false);
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(rest);
    expect(onZoom.mock.calls).toEqual([[range]]);
  });

  it("stays where it is as thin as it can be, however long + is held, and widens again", () => {
    make({range: [25_000, 50_000]});
    for (let count = 0; count < 40; count++) press(part("whole"), "+");
    vi.advanceTimersByTime(rest);
    const [[from, to] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect(to - from).toBeGreaterThanOrEqual(whole / 1000);
    press(part("whole"), "-");
    vi.advanceTimersByTime(rest);
    const [[start, end] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
    expect((end - start) / (to - from)).toBeCloseTo(2, 1);
  });

  it("leaves other keys to the browser, and resets on Escape", () => {
    make({range: [25_000, 50_000]});
    expect(press(part("end"), "Tab")).toBe(true);
    expect(press(part("end"), "toString")).toBe(true);
    expect(press(part("end"), "ArrowLeft", {altKey: true})).toBe(true);
    press(part("end"), "Escape");
    expect(onZoom.mock.calls).toEqual([[null]]);
  });

  it("keeps the focus of its brush when the page replaces the chart", () => {
    const observed: ((width: number) => void)[] = [];
    class Observer {
      constructor(callback: (entries: {contentRect: {width: number}}[]) => void) {
        observed.push((px) => callback([{contentRect: {width: px}}]));
      }
      observe(): void {}
    }
    vi.stubGlobal("ResizeObserver", Observer);
    make({range: [25_000, 50_000], width: undefined});
    part("end").focus();
    press(part("end"), "ArrowRight");
    vi.advanceTimersByTime(rest);
    make({range: [25_000, 51_000], width: undefined});
    observed[1]?.(500);
    expect(document.activeElement).toBe(part("end"));
    vi.unstubAllGlobals();
  });
});
