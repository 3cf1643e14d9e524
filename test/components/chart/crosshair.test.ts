// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {crosshair, selection} from "../../../src/components/chart/crosshair.js";
import {read} from "../../../src/components/chart/cursor.js";
import {frame} from "../../../src/components/chart/frame.js";
import {line} from "./track.js";

const tracks = [line([1, NaN, 3]), line([1, 2, 3], {key: "b", shape: "band", upper: [2, 3, 4]})];
const shown = frame({title: "", series: []}, {width: 400, range: [0, 2000], tracks});
const at = (time: number): SVGGElement =>
  crosshair(
    shown,
    time,
    tracks.map((track) => read(track, time, String))
  );

describe("crosshair(frame, time, readings)", () => {
  it("dots lines that have a value there, and says the time", () => {
    expect(at(0).querySelectorAll("circle")).toHaveLength(1);
    expect(at(1000).querySelectorAll("circle")).toHaveLength(0);
    expect(at(1000).textContent).toBe("1970-01-01 00:00:01");
  });

  it("has no dot where a log scale has no place", () => {
    const low = line([-1, 2, 3]);
    const log = frame({title: "", series: [], log: true}, {width: 400, range: [1000, 2000], tracks: [low]});
    expect(crosshair(log, 1000, [read(low, 0, String)]).outerHTML).not.toMatch(/NaN|<circle/);
    expect(crosshair(log, 1000, [read(low, 1000, String)]).outerHTML).toContain("<circle");
  });

  it.each([0, 2000])("keeps the time inside the picture at %s ms", (time) => {
    const box = at(time).querySelector("rect");
    const left = Number(box?.getAttribute("x"));
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + Number(box?.getAttribute("width"))).toBeLessThanOrEqual(400);
  });
});

describe("selection(frame, from, to)", () => {
  it("is the same either way round", () => {
    expect(selection(shown, 90, 20).outerHTML).toBe(selection(shown, 20, 90).outerHTML);
    expect(selection(shown, 20, 90).getAttribute("width")).toBe("70");
  });
});
