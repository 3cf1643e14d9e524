// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {listenToFingers} from "../../../src/components/chart/touch.js";
import {pointer} from "./pointer.js";

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
