// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {idleMs} from "../../src/charts/control.js";
import {timeChart} from "../../src/charts/time.js";
import {zoomTo} from "../../src/inputs/fields.js";
import {inUrl} from "../../src/url/state.js";
import {attributes, drag, find, line, pointer, press, texts} from "./kit.js";

// Gestures of mouse, wheel and fingers as a reader makes them are in test/browser/gestures.test.ts.
const second = 1000;
const onZoom = vi.fn();
let chart = document.createElement("figure") as HTMLElement;
let surface = chart;
const shown = () => texts(chart, ".fb-value");
const clock = () => find(chart, ".fb-clock").textContent;
const live = () => find(chart, "[aria-live]").textContent;
// Where a time is, in px: 10 s of data over the width of the plot, less 4 px on either side.
const at = (seconds: number): number => 4 + ((Number.parseFloat(surface.style.width) - 8) * seconds) / 10;

afterEach(() => {
  surface.blur(); // else the next chart would get the focus
  vi.useRealTimers();
});

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/prices");
  onZoom.mockReset();
  const up = line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {key: "up", label: "Up"});
  const down = line([9, 8, 7, 6, 5, NaN, 3, 2, 1, 0, -1], {key: "down", label: "Down"});
  chart = timeChart({title: "Test", series: [up, down], width: 640, formatValue: String, onZoom});
  document.body.replaceChildren(chart);
  surface = find(chart, ".fb-surface");
});

describe("gesturesOf(chart)", () => {
  it("shows the values nearest to the pointer, a dash in a gap, and the latest ones when it leaves", () => {
    pointer(surface, "move", at(3.2));
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:03 UTC", "4", "6"]);
    pointer(surface, "move", at(5));
    expect(shown()).toEqual(["6", "–"]);
    pointer(surface, "leave", 0);
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:10 UTC", "11", "-1"]);
  });

  it("moves the cursor by keys and announces the values", () => {
    surface.focus();
    for (const key of ["Home", "ArrowRight"]) press(surface, key);
    const said = ["valuetext", "valuenow", "valuemax"].map((name) => surface.getAttribute(`aria-${name}`));
    expect([...said, live()]).toEqual(["1970-01-01 00:00:01 UTC", "1", "10", "Up 2, Down 8"]);
    press(surface, "PageUp");
    expect(live()).toBe("Up 11, Down -1");
    press(surface, "ArrowLeft");
    expect(live()).toBe("Up 10, Down 0");
  });

  it("zooms to a dragged range, says so and tells the page; no further than the plot", () => {
    pointer(surface, "down", at(6));
    pointer(surface, "move", at(5));
    expect(chart.querySelectorAll(".fb-body > svg > rect")).toHaveLength(1);
    pointer(surface, "up", at(2));
    expect(onZoom.mock.lastCall).toEqual([[2 * second, 6 * second]]);
    expect(live()).toBe("Showing 1970-01-01 00:00:02 UTC to 1970-01-01 00:00:06 UTC");
    expect(find(chart, ".fb-reset").hidden).toBe(false);
    pointer(surface, "leave", 0);
    expect(shown()).toEqual(["7", "3"]);
    press(surface, "0");
    drag(surface, [at(5), 9999]);
    expect(onZoom.mock.lastCall).toEqual([[5 * second, 10 * second]]);
  });

  it.each([
    ["Escape", () => press(surface, "Escape")],
    ["the button", () => find(chart, ".fb-reset").click()],
    ["dragging over everything", () => drag(surface, [0, 9999])]
  ])("resets on %s, once", (name, reset) => {
    press(surface, "+");
    vi.advanceTimersByTime(idleMs);
    onZoom.mockClear();
    if (name.startsWith("dragging")) press(surface, "-");
    reset();
    reset();
    expect(onZoom.mock.calls).toEqual([[null]]);
    expect(find(chart, ".fb-reset").hidden).toBe(true);
  });

  it("zooms by keys around the cursor, down to two points, and tells the page when they rest", () => {
    surface.focus();
    for (const key of ["Home", "+"]) press(surface, key);
    vi.advanceTimersByTime(idleMs - 1);
    expect(onZoom).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onZoom.mock.calls).toEqual([[[0, 5 * second]]]);
    for (let count = 0; count < 9; count++) press(surface, "+");
    vi.advanceTimersByTime(idleMs);
    expect(onZoom.mock.calls.slice(1)).toEqual([[[0, 1250]]]);
  });

  it("waits for the page's rows where it has none, and does not say that there are none", () => {
    const part = timeChart({
      ...{title: "Part", width: 640, onZoom, series: [line([1, 2])]},
      domain: [0, 99_000],
      range: [0, 1000]
    });
    for (let count = 0; count < 9; count++) press(find(part, ".fb-surface"), "ArrowRight", {shiftKey: true});
    expect(find(part, "svg[role=img]").textContent).toContain("…");
    expect(part.textContent).not.toContain("no updates");
  });

  it("does nothing without data", () => {
    const empty = timeChart({title: "Empty", series: [], width: 640, onZoom});
    const bare = find(empty, ".fb-surface");
    for (const key of ["Home", "ArrowRight", "+", "-", "Escape"]) press(bare, key);
    pointer(bare, "move", 30);
    expect(onZoom).not.toHaveBeenCalled();
    expect(empty.innerHTML).not.toContain("NaN");
  });
});

describe("showSoon(chart, range), before the keys have rested", () => {
  const start = () => {
    onZoom.mockImplementation(zoomTo);
    press(surface, "+");
    vi.advanceTimersByTime(idleMs - 1);
  };

  it("keeps the zoom under a pick that leaves it, as a step of its own", () => {
    const steps = history.length;
    start();
    inUrl({draw: null}).keep({draw: "candles"});
    expect(location.search).toMatch(/^\?zoom=1970-01-01T00:00:0\d.*&draw=candles$/);
    vi.advanceTimersByTime(5 * idleMs);
    expect([history.length - steps, onZoom.mock.calls.length]).toEqual([2, 1]);
  });

  it.each([
    ["a newer chart took its place", () => chart.remove()],
    ["the reader went back", () => window.dispatchEvent(new PopStateEvent("popstate"))]
  ])("does not tell the page of a zoom after %s", (_, happens) => {
    start();
    happens();
    inUrl({draw: null}).keep({draw: "candles"});
    vi.advanceTimersByTime(5 * idleMs);
    expect([location.search, onZoom.mock.calls.length]).toEqual(["?draw=candles", 0]);
  });
});

describe("toggle(chart, key)", () => {
  it("takes a series out of the picture and back in, and says so where all are off", () => {
    const keys = [...chart.querySelectorAll<HTMLElement>(".fb-key")];
    const state = () => [attributes(chart, ".fb-key", "aria-pressed").join(), shown().join()];
    keys[0]?.click();
    expect([...state(), attributes(chart, "[data-key]", "data-key")]).toEqual(["false,true", ",-1", ["down"]]);
    keys[1]?.click();
    expect(find(chart, "svg[role=img]").textContent).toContain("all series are switched off");
    for (const key of keys) key.click();
    expect(state()).toEqual(["true,true", "11,-1"]);
  });

  it("tells the page which series are off", () => {
    const told: string[] = [];
    const onToggle = (hidden: string[], all: string[]) => told.push(`${hidden} of ${all}`);
    const series = [line([1], {key: "up"}), line([2], {key: "down"})];
    const part = timeChart({title: "a", width: 640, series, hidden: ["down", "none"], onToggle});
    for (const key of part.querySelectorAll<HTMLElement>(".fb-key")) key.click();
    expect(told).toEqual(["down,up of up,down", "up of up,down"]);
  });
});
