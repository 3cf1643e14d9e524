// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {type Gestures, listenToKeys, listenToPointer, listenToWheel} from "../../src/charts/gestures.js";
import {pointer, press, wheel} from "./kit.js";

let surface = document.createElement("div");
let calls: unknown[][] = [];
let [zoomed, changes] = [true, true];

// Every gesture is written down with what it was given.
const told = (name: string | symbol, given: unknown[]) => calls.push([name, ...given]);
const gestures = new Proxy({} as Gestures, {
  get:
    (_, name) =>
    (...given: unknown[]) =>
      told(name, given) > 0 && changes
});
const heard = () => calls.map(String).join(" ");

beforeEach(() => {
  surface = document.createElement("div");
  surface.tabIndex = 0;
  document.body.replaceChildren(surface);
  calls = [];
  zoomed = changes = true;
  listenToPointer(surface, gestures);
  listenToKeys(surface, gestures);
  listenToWheel(surface, gestures, () => zoomed);
});

// Such as `down 80, move 60, up 50`: of a finger by its number, of the mouse with Shift or by its right button.
function perform(steps: string): void {
  for (const [, who = "", type = "", x] of steps.matchAll(/(\w+ )?(down|move|up|cancel|leave) (\d+)/g)) {
    const finger = Number(who);
    const mouse = {shiftKey: who === "shift ", button: who === "right " ? 2 : 0};
    pointer(surface, type, Number(x), finger > 0 ? {pointerType: "touch", pointerId: finger} : mouse);
  }
}

describe("listenToPointer(surface, gestures)", () => {
  it.each([
    ["points and leaves", "move 30, leave 30", "point,30 leave"],
    ["drags out a range backwards", "down 80, move 60, up 50", "point,60 drag,80,60 zoom,80,50"],
    ["takes less than 5 px for a click", "down 80, move 82, up 84", "point,82 drop"],
    ["gives up a cancelled drag", "down 80, cancel 0, up 20", "drop drop"],
    ["stays in a drag that leaves", "down 80, leave 90", ""],
    ["ignores other buttons", "right down 10, up 60", "drop"],
    [
      "moves with Shift, and neither points nor zooms",
      "shift down 80, move 60, up 60, move 70",
      "pan,-20 settle point,70"
    ],
    ["settles a move that is given up", "shift down 80, cancel 0", "settle drop"],
    [
      "points with one finger, and stays when it lifts",
      "1 down 80, 1 move 20, 1 up 20, 1 leave 20",
      "point,80 point,20"
    ],
    [
      "pinches with two, each from where it was to where it is, and settles once when one lifts",
      "1 down 80, 2 down 120, 1 move 60, 2 move 140, 2 up 140, 1 move 10, 1 up 10",
      "point,80 drop pinch,80,120,60,120 pinch,60,120,60,140 settle"
    ],
    [
      "settles where the browser takes over, and ignores a third finger",
      "1 down 80, 2 down 120, 3 down 200, 3 move 210, 1 move 70, 2 cancel 120",
      "point,80 drop pinch,80,120,70,120 settle"
    ]
  ])("%s: %s", (_, steps, expected) => {
    perform(steps);
    expect(heard()).toBe(expected);
  });

  it("resets on a double click", () => {
    surface.dispatchEvent(new MouseEvent("dblclick"));
    expect(heard()).toBe("reset");
  });
});

describe("listenToKeys(surface, gestures)", () => {
  it("leaves other keys to the browser", () => {
    const others = [
      press(surface, "Tab"),
      press(surface, "-", {ctrlKey: true}),
      press(surface, "ArrowLeft", {altKey: true})
    ];
    expect([...others, heard()]).toEqual([true, true, true, ""]);
  });
});

describe("listenToWheel(surface, gestures, canPan)", () => {
  it.each([
    ["Ctrl, away: closer", {ctrlKey: true, deltaY: -100}, "0.758"],
    ["⌘, towards: further", {metaKey: true, deltaY: 100}, "1.320"],
    ["in lines", {ctrlKey: true, deltaY: 3, deltaMode: 1}, "1.142"],
    ["at most by two", {ctrlKey: true, deltaY: 5000}, "2.000"],
    ["at most to half", {ctrlKey: true, deltaY: -3, deltaMode: 2}, "0.500"]
  ])("zooms around the pointer with %s", (_, options, factor) => {
    expect(wheel(surface, {clientX: 70, ...options})).toBe(false);
    expect(calls.map(([name, by, x]) => [name, Number(by).toFixed(3), x])).toEqual([["scale", factor, 70]]);
  });

  it("takes a plain wheel while the keyboard's focus is on the chart, and not where it would change nothing", () => {
    Object.assign(surface, {matches: (selector: string) => selector === ":focus-visible"});
    expect(wheel(surface, {deltaY: 100, clientX: 9})).toBe(false);
    changes = false;
    expect(wheel(surface, {deltaY: 100})).toBe(true);
    expect(wheel(surface, {ctrlKey: true, deltaY: 100})).toBe(false); // the page would be enlarged
    expect(calls.map(([name, , x]) => `${name} at ${x}`)).toEqual(["scale at 9", "scale at 0", "scale at 0"]);
  });

  it.each([
    ["sideways", {deltaX: 40, deltaY: 5}, "scroll,-40"],
    ["with Shift", {shiftKey: true, deltaY: -30}, "scroll,30"],
    ["with Shift where the browser turns it", {shiftKey: true, deltaX: 30}, "scroll,-30"]
  ])("moves a zoomed picture %s, and leaves a whole one to the page", (_, options, call) => {
    expect([wheel(surface, options), heard()]).toEqual([false, call]);
    zoomed = false;
    expect([wheel(surface, options), heard()]).toEqual([true, call]);
  });
});
