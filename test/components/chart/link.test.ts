// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {rest} from "../../../src/components/chart/control.js";
import {holdFocus, listenToLinked, takeFocus, tellLinked} from "../../../src/components/chart/link.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {html} from "../../../src/components/parts/dom.js";
import {find, pointer, press} from "./pointer.js";
import {line} from "./track.js";

describe("link", () => {
  const onZoom = vi.fn();
  const make = (title: string, options = {}): HTMLElement => {
    const chart = timeChart({title, width: 640, linked: true, series: [line([1, 2, 3, 4, 5])], onZoom, ...options});
    document.body.append(chart);
    return chart;
  };
  const clock = (chart: HTMLElement): string => find(chart, ".fb-clock").textContent ?? "";
  const marks = (chart: HTMLElement): number => chart.querySelectorAll(".fb-body > svg circle").length;
  const label = (chart: HTMLElement): string => find(chart, "svg[role=img]").getAttribute("aria-label") ?? "";

  beforeEach(() => {
    document.body.replaceChildren();
    onZoom.mockClear();
  });

  describe("linked time charts", () => {
    it("show each other's cursor at the same time, and hide it together", () => {
      const [one, other] = [make("One"), make("Other", {series: [line([7, 8], {times: [0, 4000]})]})];
      pointer(find(one, ".fb-surface"), "pointermove", 180);
      expect([clock(one), clock(other)]).toEqual(["1970-01-01 00:00:01 UTC", "1970-01-01 00:00:01 UTC"]);
      expect(find(other, ".fb-value").textContent).toBe("7.00");
      expect([marks(one), marks(other)]).toEqual([1, 1]);
      pointer(find(one, ".fb-surface"), "pointerleave", 0);
      expect([marks(one), marks(other)]).toEqual([0, 0]);
    });

    it("have their cursors at one place, also where one has candles", () => {
      const [times, values] = [
        [0, 1000, 2000, 3000],
        [1, 2, 3, 2]
      ];
      const candles = {...line(values, {times}), shape: "candles", open: values, lower: values, upper: values} as const;
      const [one, other] = [make("One", {series: [candles], stepMs: 1000, domain: [0, 4000]}), make("Other")];
      const places = (): (string | null)[] =>
        [one, other].map((chart) => find(chart, ".fb-body > svg > g:last-child > line").getAttribute("x1"));
      for (const [chart, x] of [
        [one, 180],
        [one, 420],
        [other, 300]
      ] as const) {
        pointer(find(chart, ".fb-surface"), "pointermove", x);
        expect(places()).toEqual([places()[1], places()[1]]);
      }
    });

    it("zoom together, and the page is told once", () => {
      vi.useFakeTimers();
      const [one, other] = [make("One"), make("Other")];
      press(find(one, ".fb-surface"), "+");
      expect(label(other)).toContain("3 values");
      vi.advanceTimersByTime(10 * rest);
      expect(onZoom.mock.calls).toEqual([[[1000, 3000]]]);
      vi.useRealTimers();
    });

    it("give their value axes as much room as the widest of them needs, also once it is another", () => {
      const long = (value: number): string => (value > 2.9 ? `0.000,000,0${value}` : String(value));
      const surface = (chart: HTMLElement): string => find(chart, ".fb-surface").style.width;
      const one = make("One");
      const alone = Number.parseFloat(surface(one));
      const other = make("Other", {formatTick: long, range: [0, 1500]});
      press(find(other, ".fb-surface"), "0");
      expect(Number.parseFloat(surface(one))).toBeLessThan(alone - 20);
      expect(surface(other)).toBe(surface(one));
      other.remove();
      press(find(one, ".fb-surface"), "+");
      expect(Number.parseFloat(surface(one))).toBe(alone);
    });

    it("leave a chart alone that is not linked, and hear nothing of it", () => {
      const [one, other] = [make("One"), make("Other", {linked: false})];
      pointer(find(one, ".fb-surface"), "pointermove", 180);
      expect(marks(other)).toBe(0);
      pointer(find(one, ".fb-surface"), "pointerleave", 0);
      pointer(find(other, ".fb-surface"), "pointermove", 180);
      expect([marks(one), marks(other)]).toEqual([0, 1]);
    });

    it("hide a cursor that is outside of what they show", () => {
      const [one, other] = [make("One"), make("Other", {range: [3000, 4000]})];
      pointer(find(one, ".fb-surface"), "pointermove", 180);
      expect([marks(one), marks(other)]).toEqual([1, 0]);
    });
  });

  describe("tellLinked(figure, told)", () => {
    it("tells the others of the document, not itself", () => {
      const [a, b] = [document.createElement("figure"), document.createElement("figure")];
      const [heardA, heardB] = [vi.fn(), vi.fn()];
      listenToLinked(a, heardA);
      listenToLinked(b, heardB);
      document.body.append(a, b);
      tellLinked(a, {time: 5});
      expect([heardA.mock.calls, heardB.mock.calls]).toEqual([[], [[{time: 5}]]]);
    });
  });
});

describe("refocus", () => {
  let [before, after] = [html("button"), html("button")];

  beforeEach(() => {
    [before, after] = [html("button"), html("button")];
    document.body.replaceChildren(before);
    before.focus();
    holdFocus("BTC", 42, before, 0);
    document.body.replaceChildren(after);
  });

  describe("takeFocus(title, surface, now)", () => {
    it("gives the held cursor to the chart that takes the place of a focused one, once", () => {
      expect(takeFocus("BTC", after, 900)).toBe(42);
      expect(takeFocus("BTC", after, 901)).toBeUndefined();
    });

    it("gives nothing to a chart of another title", () => {
      expect(takeFocus("ETH", after, 900)).toBeUndefined();
    });

    it("gives nothing after 5 s", () => {
      expect(takeFocus("BTC", after, 5001)).toBeUndefined();
    });

    it("does not take the focus from anything else", () => {
      const other = html("button");
      document.body.append(other);
      other.focus();
      expect(takeFocus("BTC", after, 900)).toBeUndefined();
    });

    it("waits until the chart is on the page", () => {
      expect(takeFocus("BTC", html("button"), 900)).toBeUndefined();
      expect(takeFocus("BTC", after, 900)).toBe(42);
    });
  });

  describe("holdFocus(title, time, surface, now)", () => {
    it("holds nothing for a chart without the focus", () => {
      holdFocus("BTC", 42, html("button"), 0);
      expect(takeFocus("BTC", after, 1)).toBeUndefined();
    });
  });
});
