// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {listenToWheel} from "../../../src/components/chart/wheel.js";
import {wheel} from "./pointer.js";

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
