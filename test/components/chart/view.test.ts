// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import type {Shade, TimeChartOptions} from "../../../src/components/chart/model.js";
import {tableOf} from "../../../src/components/chart/save.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {
  createView,
  rangeOf,
  savedTracks,
  skippedNote,
  stops,
  widest,
  zoom
} from "../../../src/components/chart/view.js";
import {find, pointer, press, wheel} from "./pointer.js";
import {line} from "./track.js";

const view = (values = [1, 2, 3]) => createView({title: "a", series: [line(values)], formatValue: String});

describe("savedTracks(view)", () => {
  it("has what is skipped, in the times shown and of the series shown", () => {
    const shades = [{from: 1000, to: 2000, label: "closed", kind: "closed" as const}];
    const series = [line([1, 2, 3]), line([4, 5, 6], {key: "b", hidden: true})];
    const state = createView({title: "a", series, shades, skipClosed: true});
    expect([stops(state), skippedNote(state)]).toEqual([[0, 2000], "closed hours skipped"]);
    expect(tableOf(savedTracks(state), rangeOf(state)).rows.map(([, value]) => value)).toEqual([1, 2, 3]);
    zoom(state, [0, 900]);
    expect(skippedNote(state)).toBe("");
  });
});

describe("zoom(view, range)", () => {
  it.each([
    ["a part", [500, 900], [500, 900]],
    ["everything", [0, 2000], [0, 2000]],
    ["more than everything", [-1, 3000], [0, 2000]],
    ["nothing", [900, 900], [0, 2000]],
    ["a range the wrong way round", [900, 500], [0, 2000]],
    ["NaN", [NaN, 1], [0, 2000]]
  ])("to %s", (_, [from = NaN, to = NaN], range) => {
    const state = view();
    zoom(state, [from, to]);
    expect(rangeOf(state)).toEqual(range);
  });

  it("tells whether anything changed", () => {
    const state = view();
    expect([zoom(state, null), zoom(state, [1, 2]), zoom(state, [1, 2]), zoom(state, null)]).toEqual([
      false,
      true,
      false,
      true
    ]);
  });
});

describe("widest(view)", () => {
  it("is the length of the longest readout", () => {
    expect(widest(view([1, 12345, NaN, 2]))).toEqual([5]);
    expect(widest(view([]))).toEqual([1]);
  });
});

describe("layout", () => {
  const second = 1000;
  const closed: Shade = {from: 3 * second, to: 8 * second, label: "closed", kind: "closed"};
  const extended: Shade = {from: 0, to: second, label: "overnight", kind: "extended"};
  const values = [0, 1, 2, 99, 99, 99, 99, 99, 8, 9, 10];
  const onZoom = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    onZoom.mockClear();
  });

  describe("a chart that skips closed hours", () => {
    it("has a seam where they were, other shades, and no point, stop or row of them", () => {
      const chart = made();
      expect(seams(chart)).toEqual([Math.round(at(chart, 3)) + 0.5]);
      expect(find(chart, "svg[role=img]").textContent).toContain("overnight");
      expect(find(chart, "svg[role=img]").textContent).not.toContain("closed");
      expect(find(chart, ".fb-surface").getAttribute("aria-valuemax")).toBe("5");
      expect(find(chart, "[data-key] path").getAttribute("d")?.split("L")).toHaveLength(6);
      expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toMatch(
        /^Test, closed hours skipped, .*A: 6 values, last 10, lowest 0, highest 10\.$/
      );
      find(chart, ".fb-tools button[aria-expanded]").click();
      expect(find(chart, "caption").textContent).toMatch(/closed hours skipped: all its times$/);
      expect(chart.querySelectorAll("tbody tr")).toHaveLength(6);
      find(chart, ".fb-tools button[aria-expanded]").click();
    });

    it("points to what is nearest in the picture, on either side of the seam", () => {
      const chart = made();
      const clocks = [2.4, 2.9, 8.1].map((time) => {
        pointer(find(chart, ".fb-surface"), "pointermove", at(chart, time));
        return find(chart, ".fb-clock").textContent?.slice(-6, -4);
      });
      expect(clocks).toEqual(["02", "08", "08"]);
    });

    it("zooms to what a drag across the seam covers", () => {
      const chart = made();
      pointer(find(chart, ".fb-surface"), "pointerdown", at(chart, 1));
      pointer(find(chart, ".fb-surface"), "pointerup", at(chart, 9));
      const [[from, to] = [NaN, NaN]] = onZoom.mock.lastCall ?? [];
      expect([from, to]).toEqual([expect.closeTo(second, -1), expect.closeTo(9 * second, -1)]);
      expect(seams(chart)).toHaveLength(1);
    });

    it("zooms to what is open where a drag begins or ends at the seam", () => {
      const drags = [
        [1, 3],
        [3, 9]
      ].map(([from = NaN, to = NaN]) => {
        const chart = made();
        pointer(find(chart, ".fb-surface"), "pointerdown", at(chart, from));
        pointer(find(chart, ".fb-surface"), "pointerup", at(chart, to));
        return onZoom.mock.lastCall?.[0].map((time: number) => Math.round(time / 100) / 10);
      });
      expect(drags).toEqual([
        [1, 3],
        [8, 9]
      ]);
    });

    it("zooms by the wheel around the pointer: what lies under it stays there", () => {
      const chart = made();
      const x = at(chart, 8.5);
      wheel(find(chart, ".fb-surface"), {deltaY: -100, ctrlKey: true, clientX: x});
      vi.advanceTimersByTime(1000);
      const [from, to] = onZoom.mock.lastCall?.[0] ?? [NaN, NaN];
      expect(from).toBeLessThan(3 * second);
      const open = to - from - 5 * second;
      expect(open).toBeCloseTo(5 * second * 2 ** -0.4, -1);
      expect((8.5 * second - from - 5 * second) / open).toBeCloseTo(3.5 / 5, 2);
    });

    it("moves by what is in view, over the seam, and pans by what the pointer covers", () => {
      const chart = made({range: [0, 2500]});
      press(find(chart, ".fb-surface"), "ArrowRight", {shiftKey: true});
      vi.advanceTimersByTime(1000);
      expect(onZoom.mock.lastCall).toEqual([[625, 8125]]);
      const width = Number.parseFloat(find(chart, ".fb-surface").style.width) - 8;
      pointer(find(chart, ".fb-surface"), "pointerdown", 400, {shiftKey: true});
      pointer(find(chart, ".fb-surface"), "pointermove", 400 + width / 4);
      pointer(find(chart, ".fb-surface"), "pointerup", 400 + width / 4);
      expect(onZoom.mock.lastCall).toEqual([[0, expect.closeTo(2500, -1)]]);
    });

    it("keeps under two fingers what they hold on either side of the seam", () => {
      const chart = made();
      const finger = (type: string, time: number, pointerId: number): void =>
        pointer(find(chart, ".fb-surface"), type, at(chart, time), {pointerType: "touch", pointerId});
      finger("pointerdown", 2, 1);
      finger("pointerdown", 9, 2);
      finger("pointermove", 1, 1);
      finger("pointerup", 1, 1);
      const [from, to] = onZoom.mock.lastCall?.[0] ?? [NaN, NaN];
      const place = (time: number) => (time - from - (time > closed.to ? 5 * second : 0)) / (to - from - 5 * second);
      expect([place(2 * second), place(9 * second)]).toEqual([expect.closeTo(1 / 5, 2), expect.closeTo(4 / 5, 2)]);
    });

    it("says so where there is nothing else, with what it would show, and zooms as if they were shown", () => {
      const chart = made({range: [4000, 7000]});
      expect(find(chart, "svg[role=img]").textContent).toContain(
        "nothing but closed hours, which are skippedtheir last: 991970-01-01 00:00:07 UTC"
      );
      expect(chart.querySelectorAll("[data-key]")).toHaveLength(0);
      press(find(chart, ".fb-surface"), "-");
      vi.advanceTimersByTime(1000);
      expect(onZoom.mock.lastCall).toEqual([[2500, 8500]]);
      expect(made({series: [line([])], domain: [4000, 7000]}).textContent).toContain("nothing but closed hours");
    });

    it("waits for the page's rows where it has none", () => {
      const chart = made({range: [8000, 9000], domain: [0, 99_000]});
      for (let count = 0; count < 20; count++) press(find(chart, ".fb-surface"), "ArrowRight", {shiftKey: true});
      expect(find(chart, "svg[role=img]").textContent).toContain("…");
    });

    it("is as any other where nothing is closed", () => {
      const picture = (skipClosed: boolean) => find(made({shades: [extended], skipClosed}), "svg[role=img]").outerHTML;
      expect(picture(true)).toBe(picture(false));
    });
  });

  function made(options: Partial<TimeChartOptions> = {}): HTMLElement {
    const chart = timeChart({
      ...{title: "Test", series: [line(values)], width: 640, formatValue: String, onZoom},
      ...{shades: [extended, closed], skipClosed: true, ...options}
    });
    document.body.replaceChildren(chart);
    return chart;
  }

  // Where a time is, in px, in a chart of 10 s of which 5 are skipped.
  function at(chart: HTMLElement, seconds: number): number {
    const width = Number.parseFloat(find(chart, ".fb-surface").style.width) - 8;
    return 4 + (width * (seconds > 8 ? seconds - 5 : Math.min(3, seconds))) / 5;
  }

  function seams(chart: HTMLElement): number[] {
    return [...chart.querySelectorAll("line[stroke-opacity]")].map((seam) => Number(seam.getAttribute("x1")));
  }
});
