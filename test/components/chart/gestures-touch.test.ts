// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {listenToFingers, listenToWheel} from "../../../src/components/chart/gestures.js";
import {pointer, wheel} from "./pointer.js";

describe("touch", () => {
  let surface = document.createElement("div");
  let calls: unknown[][] = [];
  const finger = (type: string, x: number, pointerId = 1): void =>
    pointer(surface, type, x, {pointerType: "touch", pointerId});

  beforeEach(() => {
    surface = document.createElement("div");
    calls = [];
    listenToFingers(surface, {
      point: (x) => calls.push(["point", x]),
      pinch: (from, to) => calls.push(["pinch", from, to]),
      settle: () => calls.push(["settle"]),
      drop: () => calls.push(["drop"])
    });
  });

  describe("listenToFingers(surface, gestures)", () => {
    it("points with one finger", () => {
      finger("pointerdown", 80);
      finger("pointermove", 20);
      finger("pointerup", 20);
      expect(calls).toEqual([
        ["point", 80],
        ["point", 20]
      ]);
    });

    it("pinches with two, each from where it was to where it is, and settles once when one lifts", () => {
      finger("pointerdown", 80, 1);
      finger("pointerdown", 120, 2);
      finger("pointermove", 60, 1);
      finger("pointermove", 140, 2);
      finger("pointerup", 140, 2);
      finger("pointermove", 10, 1);
      finger("pointerup", 10, 1);
      expect(calls).toEqual([
        ["point", 80],
        ["drop"],
        ["pinch", [80, 120], [60, 120]],
        ["pinch", [60, 120], [60, 140]],
        ["settle"]
      ]);
    });

    it("settles where the browser takes over, and ignores a third finger and the mouse", () => {
      finger("pointerdown", 80, 1);
      finger("pointerdown", 120, 2);
      finger("pointerdown", 200, 3);
      finger("pointermove", 210, 3);
      finger("pointermove", 70, 1);
      finger("pointercancel", 120, 2);
      pointer(surface, "pointermove", 5);
      expect(calls.slice(2)).toEqual([["pinch", [80, 120], [70, 120]], ["settle"]]);
    });

    it("has nothing to settle where two fingers did not move", () => {
      finger("pointerdown", 80, 1);
      finger("pointerdown", 120, 2);
      finger("pointerup", 120, 2);
      finger("pointermove", 90, 1);
      expect(calls).toEqual([["point", 80], ["drop"], ["point", 90]]);
    });
  });
});

describe("wheel", () => {
  let surface = document.createElement("div");
  let calls: unknown[][] = [];
  let zoomed = true;
  let changes = true;

  beforeEach(() => {
    surface = document.createElement("div");
    surface.tabIndex = 0;
    document.body.replaceChildren(surface);
    calls = [];
    zoomed = changes = true;
    const gestures = {
      scale: (factor: number, x?: number) => {
        calls.push(["scale", factor.toFixed(3), x]);
        return changes;
      },
      scroll: (px: number) => calls.push(["scroll", px]),
      hint: () => calls.push(["hint"])
    };
    listenToWheel(surface, gestures, () => zoomed);
  });

  describe("listenToWheel(surface, gestures, canPan)", () => {
    it.each([
      ["Ctrl, away: closer", {ctrlKey: true, deltaY: -100}, "0.758"],
      ["⌘, towards: further", {metaKey: true, deltaY: 100}, "1.320"],
      ["a pinch on a trackpad, in small steps", {ctrlKey: true, deltaY: -10}, "0.901"],
      ["in lines", {ctrlKey: true, deltaY: 3, deltaMode: 1}, "1.142"],
      ["at most by two", {ctrlKey: true, deltaY: 5000}, "2.000"],
      ["at most to half", {ctrlKey: true, deltaY: -3, deltaMode: 2}, "0.500"]
    ])("zooms around the pointer with %s", (_, options, factor) => {
      expect(wheel(surface, {clientX: 70, ...options})).toBe(false);
      expect(calls).toEqual([["scale", factor, 70]]);
    });

    it("leaves a plain wheel to the page, and says how it would zoom", () => {
      expect(wheel(surface, {deltaY: 100})).toBe(true);
      expect(calls).toEqual([["hint"]]);
    });

    it("leaves a plain wheel to the page where it would change nothing, and with Ctrl nothing is enlarged", () => {
      changes = false;
      Object.assign(surface, {matches: () => true});
      expect(wheel(surface, {deltaY: 100})).toBe(true);
      expect(wheel(surface, {ctrlKey: true, deltaY: 100})).toBe(false);
      expect(calls).toHaveLength(2);
    });

    it.each([
      ["after a click, which shows no focus", () => false],
      [
        "where the browser does not know whether the focus shows",
        () => {
          throw new SyntaxError("unknown pseudo-class");
        }
      ]
    ])("leaves a plain wheel to the page %s", (_, matches) => {
      surface.focus();
      Object.assign(surface, {matches});
      expect(wheel(surface, {deltaY: 100})).toBe(true);
      expect(calls).toEqual([["hint"]]);
    });

    it("takes a plain wheel while the keyboard's focus is on the chart", () => {
      surface.focus();
      Object.assign(surface, {matches: (selector: string) => selector === ":focus-visible"});
      expect(wheel(surface, {deltaY: 100, clientX: 9})).toBe(false);
      expect(calls).toEqual([["scale", "1.320", 9]]);
    });

    it.each([
      ["sideways", {deltaX: 40, deltaY: 5}, -40],
      ["with Shift", {shiftKey: true, deltaY: -30}, 30],
      ["with Shift where the browser turns it", {shiftKey: true, deltaX: 30}, -30]
    ])("moves a zoomed picture %s, and leaves a whole one to the page", (_, options, px) => {
      expect(wheel(surface, options)).toBe(false);
      expect(calls).toEqual([["scroll", px]]);
      zoomed = false;
      expect(wheel(surface, options)).toBe(true);
      expect(calls).toHaveLength(1);
    });
  });
});
