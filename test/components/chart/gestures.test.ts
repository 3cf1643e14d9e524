// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {
  type Gestures,
  listenToFingers,
  listenToKeys,
  listenToPointer,
  listenToWheel
} from "../../../src/components/chart/gestures.js";
import {pointer, press, wheel} from "./pointer.js";

describe("gestures", () => {
  let surface = document.createElement("div");
  const names = [
    ...(["point", "leave", "drag", "zoom", "drop", "reset", "step", "scale"] as const),
    ...(["pan", "shift", "pinch", "settle", "scroll", "hint"] as const)
  ] as const;
  let calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values]);
  const gestures = Object.fromEntries(names.map((name) => [name, record(name)])) as unknown as Gestures;
  const only = (...wanted: (typeof names)[number][]): unknown[][] =>
    calls.filter(([name]) => wanted.some((want) => want === name));

  beforeEach(() => {
    surface = document.createElement("div");
    calls = [];
  });

  describe("listenToPointer(surface, gestures)", () => {
    beforeEach(() => listenToPointer(surface, gestures));

    it("points where the mouse is, and leaves with it", () => {
      pointer(surface, "pointermove", 30);
      pointer(surface, "pointerleave", 30);
      expect(calls).toEqual([["point", 30], ["leave"]]);
    });

    it("drags out a range in either direction", () => {
      pointer(surface, "pointerdown", 80);
      pointer(surface, "pointermove", 60);
      pointer(surface, "pointerup", 50);
      expect(only("drag", "zoom", "drop")).toEqual([
        ["drag", 80, 60],
        ["zoom", 80, 50]
      ]);
    });

    it("takes a drag of less than 5 px as a click", () => {
      pointer(surface, "pointerdown", 80);
      pointer(surface, "pointermove", 82);
      pointer(surface, "pointerup", 84);
      expect(only("drag", "zoom", "drop")).toEqual([["drop"]]);
    });

    it("gives up a cancelled drag", () => {
      pointer(surface, "pointerdown", 80);
      pointer(surface, "pointercancel", 0);
      pointer(surface, "pointerup", 20);
      expect(only("zoom")).toEqual([]);
    });

    it("moves the picture while Shift is held, and neither points nor zooms then", () => {
      pointer(surface, "pointerdown", 80, {shiftKey: true});
      pointer(surface, "pointermove", 60);
      pointer(surface, "pointermove", 65);
      pointer(surface, "pointerleave", 65);
      pointer(surface, "pointerup", 65);
      pointer(surface, "pointermove", 70);
      expect(calls).toEqual([["pan", -20], ["pan", 5], ["settle"], ["point", 70]]);
    });

    it("settles where a move is given up", () => {
      pointer(surface, "pointerdown", 80, {shiftKey: true});
      pointer(surface, "pointercancel", 0);
      expect(only("settle", "drop")).toEqual([["settle"], ["drop"]]);
    });

    it("only points with a finger, and stays when it lifts", () => {
      pointer(surface, "pointerdown", 80, {pointerType: "touch"});
      pointer(surface, "pointermove", 20, {pointerType: "touch"});
      pointer(surface, "pointerup", 20, {pointerType: "touch"});
      pointer(surface, "pointerleave", 20, {pointerType: "touch"});
      expect(only("point", "zoom", "leave")).toEqual([
        ["point", 80],
        ["point", 20]
      ]);
    });

    it("ignores other buttons, and resets on a double click", () => {
      pointer(surface, "pointerdown", 10, {button: 2});
      pointer(surface, "pointerup", 60);
      surface.dispatchEvent(new MouseEvent("dblclick"));
      expect(only("zoom", "reset")).toEqual([["reset"]]);
    });
  });

  describe("listenToKeys(surface, gestures)", () => {
    beforeEach(() => listenToKeys(surface, gestures));

    it.each([
      ["ArrowLeft", {}, ["step", -1]],
      ["ArrowRight", {}, ["step", 1]],
      ["ArrowRight", {shiftKey: true}, ["shift", 0.25]],
      ["ArrowLeft", {shiftKey: true}, ["shift", -0.25]],
      ["PageUp", {}, ["step", 10]],
      ["PageDown", {}, ["step", -10]],
      ["Home", {}, ["step", -Infinity]],
      ["End", {}, ["step", Infinity]],
      ["+", {shiftKey: true}, ["scale", 0.5]],
      ["=", {}, ["scale", 0.5]],
      ["-", {}, ["scale", 2]],
      ["_", {shiftKey: true}, ["scale", 2]],
      ["0", {}, ["reset"]],
      ["Escape", {}, ["reset"]]
    ])("%s %j", (key, options, call) => {
      expect(press(surface, key, options)).toBe(false);
      expect(calls).toEqual([call]);
    });

    it.each([
      ["a", {}],
      ["Tab", {}],
      ["toString", {}],
      ["ArrowLeft", {altKey: true}],
      ["-", {ctrlKey: true}],
      ["ArrowRight", {metaKey: true}]
    ])("leaves %s %j to the browser", (key, options) => {
      expect(press(surface, key, options)).toBe(true);
      expect(calls).toEqual([]);
    });
  });
});

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
