// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../../src/components/chart/time.js";
import {find, pointer, press} from "./pointer.js";
import {line} from "./track.js";

const second = 1000;
const onZoom = vi.fn();
let chart = document.createElement("figure") as HTMLElement;
let surface = chart;
const shown = (): (string | null)[] => [...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent);
const clock = (): string | null => find(chart, ".fb-clock").textContent;
const live = (): string | null => find(chart, "[aria-live]").textContent;
// Where a time is, in px: 10 s of data over the width of the plot, less 4 px on either side.
const at = (seconds: number): number => 4 + ((Number.parseFloat(surface.style.width) - 8) * seconds) / 10;

beforeEach(() => {
  onZoom.mockClear();
  const up = line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {key: "up", label: "Up"});
  const down = line([9, 8, 7, 6, 5, NaN, 3, 2, 1, 0, -1], {key: "down", label: "Down"});
  chart = timeChart({title: "Test", series: [up, down], width: 640, formatValue: String, onZoom});
  document.body.replaceChildren(chart);
  surface = find(chart, ".fb-surface");
});

describe("gesturesOf(chart)", () => {
  it("shows the values nearest to the pointer, and the latest ones when it leaves", () => {
    pointer(surface, "pointermove", at(3.2));
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:03 UTC", "4", "6"]);
    pointer(surface, "pointerleave", 0);
    expect([clock(), ...shown()]).toEqual(["1970-01-01 00:00:10 UTC", "11", "-1"]);
  });

  it("shows a dash in a gap", () => {
    pointer(surface, "pointermove", at(5));
    expect(shown()).toEqual(["6", "–"]);
  });

  it("moves the cursor by keys and announces the values", () => {
    surface.focus();
    press(surface, "Home");
    press(surface, "ArrowRight");
    expect(surface.getAttribute("aria-valuetext")).toBe("1970-01-01 00:00:01 UTC");
    expect(surface.getAttribute("aria-valuenow")).toBe("1");
    expect(surface.getAttribute("aria-valuemax")).toBe("10");
    expect(live()).toBe("Up 2, Down 8");
    press(surface, "ArrowRight", {shiftKey: true});
    expect(live()).toBe("Up 11, Down -1");
    press(surface, "ArrowLeft");
    expect(live()).toBe("Up 10, Down 0");
  });

  it("zooms to a dragged range, says so and tells the page", () => {
    pointer(surface, "pointerdown", at(6));
    pointer(surface, "pointermove", at(5));
    expect(chart.querySelectorAll(".fb-body > svg > rect")).toHaveLength(1);
    pointer(surface, "pointerup", at(2));
    expect(onZoom.mock.calls).toEqual([[[2 * second, 6 * second]]]);
    expect(live()).toBe("Showing 1970-01-01 00:00:02 UTC to 1970-01-01 00:00:06 UTC");
    expect(find(chart, ".fb-reset").hidden).toBe(false);
    pointer(surface, "pointerleave", 0);
    expect(shown()).toEqual(["7", "3"]);
  });

  it("keeps a drag inside the plot", () => {
    pointer(surface, "pointerdown", at(5));
    pointer(surface, "pointerup", 9999);
    expect(onZoom.mock.calls).toEqual([[[5 * second, 10 * second]]]);
  });

  it.each([
    ["Escape", () => press(surface, "Escape")],
    ["a double click", () => surface.dispatchEvent(new MouseEvent("dblclick"))],
    ["the button", () => find(chart, ".fb-reset").click()],
    ["dragging over everything", () => pointer(surface, "pointerup", 9999)]
  ])("resets on %s, once", (name, reset) => {
    surface.focus();
    press(surface, "+");
    onZoom.mockClear();
    if (name.startsWith("dragging")) {
      press(surface, "-");
      pointer(surface, "pointerdown", 0);
    }
    reset();
    reset();
    expect(onZoom.mock.calls).toEqual([[null]]);
    expect(find(chart, ".fb-reset").hidden).toBe(true);
  });

  it("zooms by keys around the cursor, down to two points", () => {
    surface.focus();
    press(surface, "Home");
    press(surface, "+");
    expect(onZoom.mock.lastCall).toEqual([[0, 5 * second]]);
    for (let count = 0; count < 9; count++) press(surface, "+");
    expect(onZoom.mock.lastCall).toEqual([[0, 1250]]);
  });

  it("does nothing without data", () => {
    const empty = timeChart({title: "Empty", series: [], width: 640, onZoom});
    const bare = find(empty, ".fb-surface");
    for (const key of ["Home", "ArrowRight", "+", "-", "Escape"]) press(bare, key);
    pointer(bare, "pointermove", 30);
    expect(onZoom).not.toHaveBeenCalled();
    expect(empty.innerHTML).not.toContain("NaN");
  });
});

describe("toggle(chart, key)", () => {
  it("takes a series out of the picture and back in", () => {
    const [up] = chart.querySelectorAll<HTMLElement>(".fb-key");
    up?.click();
    expect(up?.getAttribute("aria-pressed")).toBe("false");
    expect([...chart.querySelectorAll("[data-key]")].map((mark) => mark.getAttribute("data-key"))).toEqual(["down"]);
    expect(shown()).toEqual(["", "-1"]);
    up?.click();
    expect(up?.getAttribute("aria-pressed")).toBe("true");
    expect(chart.querySelectorAll("[data-key]")).toHaveLength(2);
  });

  it("tells the page which series are off", () => {
    const onToggle = vi.fn();
    const series = [line([1], {key: "up"}), line([2], {key: "down"})];
    const told = timeChart({title: "a", width: 640, series, hidden: ["down", "none"], onToggle});
    const [up, down] = told.querySelectorAll<HTMLElement>(".fb-key");
    expect(onToggle).not.toHaveBeenCalled();
    up?.click();
    down?.click();
    expect(onToggle.mock.calls).toEqual([[["down", "up"]], [["up"]]]);
  });
});
