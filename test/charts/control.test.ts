// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {idleMs} from "../../src/charts/control.js";
import type {TimeChartOptions} from "../../src/charts/model.js";
import {timeChart} from "../../src/charts/time.js";
import {attributes, find, line, pointer, press, texts, wheel} from "./kit.js";

const onZoom = vi.fn();
let chart: HTMLElement;
let surface: HTMLElement;
const values = () => texts(chart, ".fb-value");
const clock = () => find(chart, ".fb-clock").textContent?.slice(-6, -4);
const whole = () => find(chart, ".fb-tools button:nth-of-type(2)");
const live = () => find(chart, "[aria-live]").textContent;
const pressAll = (keys: string) => keys.split(" ").map((key) => press(surface, key));

// A chart of 10 s, over which `at` goes from 0 to 100. The plot has a margin of 4 px on either side.
function make(range: [number, number] | null = null, rest: Partial<TimeChartOptions> = {}): void {
  const up = line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {key: "up", label: "Up"});
  const down = line([9, 8, 7, 6, 5, NaN, 3, 2, 1, 0, -1], {key: "down", label: "Down"});
  chart = timeChart({title: "Test", series: [up, down], width: 640, formatValue: String, onZoom, range, ...rest});
  document.body.replaceChildren(chart);
  surface = find(chart, ".fb-surface");
}
const at = (place: number) => 4 + ((Number.parseFloat(surface.style.width) - 8) * place) / 100;

// `down 80, up 50` is the mouse; `shift down 80` and `right down 80` its modifiers; `1 down 80` is the first finger.
function perform(steps: string): void {
  for (const [, who = "", type = "", x] of steps.matchAll(/(\w+ )?(down|move|up|cancel|leave) ([\d.]+)/g)) {
    const finger = Number(who);
    const mouse = {shiftKey: who === "shift ", altKey: who === "alt ", button: who === "right " ? 2 : 0};
    pointer(surface, type, at(Number(x)), finger > 0 ? {pointerType: "touch", pointerId: finger} : mouse);
  }
}

// The reported zooms in seconds.
const zooms = () =>
  onZoom.mock.calls.map(([range]) => range?.map((time: number) => Math.round(time / 100) / 10).join("–"));

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/prices");
  onZoom.mockReset();
  make();
});

afterEach(() => {
  surface.blur(); // else the next chart would get the focus
});

describe("a mouse", () => {
  it("reads the nearest values, a dash in a gap, and the latest values after it leaves", () => {
    perform("move 32");
    expect([clock(), ...values()]).toEqual(["03", "4", "6"]);
    perform("move 50");
    expect(values()).toEqual(["6", "–"]);
    perform("leave 50");
    expect([clock(), ...values()]).toEqual(["10", "11", "-1"]);
  });

  it("marks the range that it drags over, zooms to it, and announces it", () => {
    perform("down 60, move 50");
    expect(chart.querySelectorAll(".fb-body > svg > rect")).toHaveLength(1);
    perform("up 20");
    expect(zooms()).toEqual(["2–6"]);
    expect(live()).toBe("Showing 1970-01-01 00:00:02 UTC to 1970-01-01 00:00:06 UTC");
  });
});

it.each([
  ["zooms no further than the plot", null, "down 50, up 900", ["5–10"]],
  ["treats less than 5 px as a click", null, "down 50, up 50.5", []],
  ["discards a cancelled drag", null, "down 80, move 20, cancel 0, up 20", []],
  ["ignores other buttons", null, "right down 10, up 60", []],
  ["moves with Shift", [2, 6], "shift down 80, move 55, move 30, up 30", ["4–8"]],
  [
    "pinches with two fingers",
    null,
    "1 down 40, 2 down 60, 1 move 30, 2 move 70, 2 up 70, 1 move 0, 1 up 0",
    ["2.5–7.5"]
  ],
  ["moves with both fingers", [2, 6], "1 down 40, 2 down 60, 1 move 15, 2 move 35, 1 up 15", ["3–7"]],
  ["ignores a third finger", null, "1 down 40, 2 down 60, 3 down 90, 3 move 99, 1 move 20, 2 cancel 60", ["3–8"]]
] as const)("a pointer %s", (_, range, steps, expected) => {
  make(range && [1000 * range[0], 1000 * range[1]]);
  perform(steps);
  expect(zooms()).toEqual(expected);
});

describe("keys", () => {
  it("move the cursor and announce the values", () => {
    surface.focus();
    pressAll("Home ArrowRight");
    const slider = ["valuetext", "valuenow", "valuemax"].map((name) => surface.getAttribute(`aria-${name}`));
    expect([...slider, live()]).toEqual(["1970-01-01 00:00:01 UTC", "1", "10", "Up 2, Down 8"]);
    pressAll("PageUp ArrowLeft");
    expect(live()).toBe("Up 10, Down 0");
  });

  it("zoom around the cursor, down to two points, and report only after they rest", () => {
    surface.focus();
    pressAll("Home +");
    vi.advanceTimersByTime(idleMs - 1);
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    pressAll("+ + + + + + + + +");
    vi.advanceTimersByTime(idleMs);
    expect(zooms()).toEqual(["0–5", "0–1.3"]);
  });
});

it.each([
  ["Escape", () => press(surface, "Escape")],
  ["a double click", () => surface.dispatchEvent(new MouseEvent("dblclick"))],
  ["the menu", () => whole().click()]
])("%s resets the zoom once", (name, reset) => {
  make([2000, 6000]);
  reset();
  reset();
  expect(onZoom.mock.calls).toEqual([[null]]);
  expect(whole().hidden).toBe(true);
  if (name === "the menu") expect(document.activeElement).toBe(surface);
});

describe("beyond the range, within `extent`", () => {
  const hatched = () => chart.querySelectorAll("svg[role=img] > svg > path[stroke*=line]").length;
  const beyond = (range: [number, number] | null = null) => make(range, {extent: [-20_000, 10_000]});

  it.each([
    ["a drag of the time axis", () => dragAxis("mouse")],
    ["a finger on the time axis", () => dragAxis("touch")],
    ["the wheel", () => wheel(surface, {deltaX: -300})],
    ["keys", () => press(surface, "ArrowLeft", {shiftKey: true})]
  ])("%s moves to older data, and hatches the edge while rows load", (_, move) => {
    beyond();
    move();
    vi.advanceTimersByTime(idleMs);
    const [from, to] = onZoom.mock.lastCall?.[0] ?? [];
    expect(from).toBeLessThan(0);
    expect(to - from).toBe(10_000);
    expect(hatched()).toBe(1);
  });

  it("ends at the extent, and resets to the range", () => {
    beyond([-20_000, -10_000]);
    press(surface, "ArrowLeft", {shiftKey: true});
    vi.advanceTimersByTime(idleMs);
    expect(onZoom).not.toHaveBeenCalled();
    press(surface, "Escape");
    expect(onZoom.mock.lastCall).toEqual([null]);
  });

  function dragAxis(pointerType: string): void {
    for (const [type, place] of [
      ["down", 50],
      ["move", 70],
      ["up", 70]
    ] as const)
      pointer(surface, type, at(place), {pointerType, y: 310});
  }
});

describe("measures change, bps and time", () => {
  const box = () => find(chart, ".fb-measure").textContent;
  const drag = "alt down 20, move 60, up 60";
  const compared = {formatValue: (value: number) => `${value} (${value - 1})`, formatChange: String};

  it.each<[string, string, string, Partial<TimeChartOptions>?]>([
    ["by Alt and a drag", drag, "+3 · +10,000 bps · 3 s"],
    ["until the mouse is cancelled", "alt down 20, move 60, cancel 60", "+3 · +10,000 bps · 3 s"],
    ["without a ratio of percentages", drag, "+3 · 3 s", {unit: "% APR"}],
    ["without what a value has beside it", drag, "+3 · +10,000 bps · 3 s", compared],
    ["by the ruler and a finger", "1 down 60, 1 move 20, 1 up 20", "−3 · −5,000 bps · 3 s"]
  ])("%s, until Escape, which then resets nothing", (_, steps, text, options) => {
    make([0, 9000], options);
    if (steps.startsWith("1")) find(chart, ".fb-ruler").click();
    perform(steps);
    expect(box()).toBe(text);
    press(surface, "ArrowLeft");
    expect(box()).toBe(text); // it stays as it was
    press(surface, "Escape");
    expect(chart.querySelector(".fb-measure")).toBeNull();
    expect(onZoom).not.toHaveBeenCalled();
  });

  it("by keys, and announces it", () => {
    surface.focus();
    pressAll("Home ArrowRight m ArrowRight ArrowRight m");
    expect(live()).toContain("+2 · +10,000 bps · 2 s");
    press(surface, "ArrowLeft");
    expect(box()).toBe("+2 · +10,000 bps · 2 s");
  });
});

it("the cursor tags the value axis: the mouse at its height, keys at the value", () => {
  const tag = () => texts(chart, "svg[role=img] > g[pointer-events] > g:nth-last-of-type(2) text")[0];
  surface.focus();
  expect(tag()).toBe("11.00");
  pointer(surface, "move", at(50), {y: 200});
  expect(Number(tag())).toBeGreaterThan(0);
  expect(Number(tag())).toBeLessThan(5);
});

it.each([
  ["closer with Ctrl", {ctrlKey: true, deltaY: -100}, "2.5–5.5"],
  ["further with ⌘", {metaKey: true, deltaY: 100}, "1.4–6.6"],
  ["by half at most", {ctrlKey: true, deltaY: -3, deltaMode: 2}, "3–5"],
  ["sideways", {deltaX: 40}, "2.3–6.3"]
])("the wheel zooms or moves %s", (_, options, range) => {
  make([2000, 6000]);
  expect(wheel(surface, {clientX: at(50), ...options})).toBe(false);
  vi.advanceTimersByTime(idleMs);
  expect(zooms()).toEqual([range]);
});

it("toggle(chart, key) hides and shows a series, reports it, and explains an empty picture", () => {
  const onToggle = vi.fn();
  const series = [line([1], {key: "up"}), line([2], {key: "down"})];
  chart = timeChart({title: "a", width: 640, series, hidden: ["down", "unknown"], onToggle});
  const [up, down] = [...chart.querySelectorAll<HTMLElement>(".fb-key")];
  const drawn = () => attributes(chart, "[data-key]", "data-key");
  expect([drawn(), attributes(chart, ".fb-key", "aria-pressed")]).toEqual([["up"], ["true", "false"]]);
  up?.click();
  expect(find(chart, "svg[role=img]").textContent).toContain("all series are switched off");
  down?.click();
  expect([drawn(), values()]).toEqual([["down"], ["", "2.00"]]);
  expect(onToggle.mock.calls.map(([hidden]) => hidden)).toEqual([["down", "up"], ["up"]]);
});
