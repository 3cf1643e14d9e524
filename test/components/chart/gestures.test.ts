// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {type Gestures, listenToKeys, listenToPointer} from "../../../src/components/chart/gestures.js";
import {pointer, press} from "./pointer.js";

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
