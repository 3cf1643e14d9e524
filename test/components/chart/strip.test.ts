// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {rest} from "../../../src/components/chart/control.js";
import {outlineOf, outlinePath} from "../../../src/components/chart/strip.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {createView} from "../../../src/components/chart/view.js";
import {find, pointer, press} from "./pointer.js";
import {line} from "./track.js";

describe("strip", () => {
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
});

const box = {left: 0, right: 10, top: 0, bottom: 20};

describe("outlineOf(view)", () => {
  const series = [line([1, 2, 3])];

  it("is of the rows that there are for it, in the order of their times", () => {
    const overview = [
      {publishedAt: 2000, low: 3, high: 4},
      {publishedAt: new Date(1000), low: null, high: 2}
    ];
    expect(outlineOf(createView({title: "a", series, overview}))).toEqual({
      times: [1000, 2000],
      low: [NaN, 3],
      high: [2, 4]
    });
  });

  it("is the first series without them, and of a zoomed chart what it was before", () => {
    expect(outlineOf(createView({title: "b", series, overview: [], domain: [0, 2000]})).low).toEqual([1, 2, 3]);
    const zoomed = [line([2], {times: [1000]})];
    const options = {series: zoomed, overview: [], domain: [0, 2000] as const, range: [900, 1100] as const};
    expect(outlineOf(createView({title: "b", ...options})).low).toEqual([1, 2, 3]);
    expect(outlineOf(createView({title: "another", ...options})).low).toEqual([2]);
    expect(outlineOf(createView({title: "c", series: []})).low).toEqual([]);
  });
});

describe("outlinePath(outline, full, box)", () => {
  it("goes along the highest values and back along the lowest, of each pixel", () => {
    const outline = {times: [0, 1, 50, 100], low: [0, 5, 4, 8], high: [1, 10, 4, 8]};
    expect(outlinePath(outline, [0, 100], box)).toBe("M0,0.0L5,12.0L10,4.0L10,4.0L5,12.0L0,20.0Z");
  });

  it("is broken where the chart is: at a missing value, and at a gap in time", () => {
    const times = [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22];
    const values = [1, 1, 1, NaN, 1, 1, 1, 1, 3, 3, 3];
    const wide = {left: 0, right: 22, top: 0, bottom: 20};
    const path = outlinePath({times, low: values, high: values}, [0, 22], wide);
    expect(path.split("Z").map((part) => part.replace(/[ML]/g, " ").trim())).toEqual([
      "0,20.0 1,20.0 2,20.0 2,20.0 1,20.0 0,20.0",
      "4,20.0 5,20.0 6,20.0 7,20.0 7,20.0 6,20.0 5,20.0 4,20.0",
      "20,0.0 21,0.0 22,0.0 22,0.0 21,0.0 20,0.0",
      ""
    ]);
  });

  it("is whole where points were chosen from steps of time, at unequal times", () => {
    const times = Array.from({length: 20}, (_, step) => [0, 7, 9, 14].map((at) => step * 60 + at)).flat();
    const values = times.map(() => 1);
    const path = (stepMs?: number) => outlinePath({times, low: values, high: values, stepMs}, [0, 1200], box);
    expect(path(60).match(/M/g)).toHaveLength(1);
    expect(path()).not.toBe(path(60));
  });

  it.each([
    ["nothing", [], ""],
    ["missing values", [NaN], ""],
    ["one level", [7, 7], "M0,20.0L10,20.0L10,20.0L0,20.0Z"]
  ])("of %s", (_, values, path) => {
    const times = values.map((_, index) => index * 100);
    expect(outlinePath({times, low: values, high: values}, [0, 100], box)).toBe(path);
  });
});
