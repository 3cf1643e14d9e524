// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {cursorTimes} from "../../src/charts/cursor.js";
import {frame} from "../../src/charts/frame.js";
import {candles, mark, swatch} from "../../src/charts/marks.js";
import type {Range} from "../../src/charts/model.js";
import {summary} from "../../src/charts/paint.js";
import {type Track, track, valueExtent} from "../../src/charts/runs.js";
import {csv, tableOf} from "../../src/charts/save.js";
import {timeChart} from "../../src/charts/time.js";
import {find, line, pointer} from "./kit.js";

const draw = (track: Track, range: Range = [0, 4000]): Element =>
  mark(track, frame({title: "", series: []}, {width: 300, range, tracks: [track]}));
const pathOf = (...given: Parameters<typeof draw>) => find(draw(...given), "path").getAttribute("d") ?? "";
const dotsOf = (track: Track) => draw(track).querySelectorAll("circle").length;

describe("mark(track, frame)", () => {
  it("starts anew after each gap, and dots a lone value", () => {
    const gapped = line([1, 2, NaN, 3, NaN]);
    expect([pathOf(gapped).match(/M/g)?.length, dotsOf(gapped)]).toEqual([2, 1]);
  });

  it("draws only what is in the range, and one point more on either side", () => {
    expect(pathOf(line([1, 2, 3, 4, 5, 6, 7]), [2000, 3000]).match(/L/g)).toHaveLength(3);
  });

  it("draws of many points in a pixel four, and all where there are fewer", () => {
    const values = Array.from({length: 40_000}, (_, i) => Math.sin(i / 500));
    const count = (length: number) =>
      pathOf(line(values.slice(0, length)), [0, 1000 * length]).match(/[ML]/g)?.length ?? 0;
    expect(count(1500)).toBe(1500);
    expect(count(40_000)).toBeLessThanOrEqual(4 * 300);
  });

  it("holds the last step for its usual length, but not beyond the range", () => {
    const steps = line([1, 2, 3], {shape: "step"});
    const end = (to: number) => Number(pathOf(steps, [0, to]).split(/[L,]/).at(-2)) / 300;
    expect(end(4000) / end(3000)).toBeCloseTo(3 / 4, 1);
    expect(end(2000)).toBeCloseTo(end(3000), 1);
  });

  it("has no corner between points of one step of time, of which some may have been left out", () => {
    const corners = (stepMs: number) =>
      pathOf(line([1, 2, 3], {shape: "step", times: [0, 500, 2000], stepMs})).match(/L/g)?.length;
    expect([0, 500, 501, 1501].map(corners)).toEqual([5, 5, 4, 3]);
  });

  const logFrame = (tracks: Track[]) =>
    frame({title: "", series: [], log: true}, {width: 300, range: [1000, 2000], tracks});

  it("leaves out of a log scale what is zero or less beside the view", () => {
    const track = line([-1, 2, 3, 0]);
    const laid = logFrame([track]);
    expect(mark(track, laid).outerHTML).not.toContain("NaN");
    expect(mark(track, laid).outerHTML).toContain(`M${laid.x(1000).toFixed(0)},`);
  });

  it.each([false, true])("cuts a band off at the plot, also on a log scale: %s", (log) => {
    const [price, wide] = [line([1, 2, 3, 2]), line([-1e300, -5, 0, 1], {shape: "band", upper: [1e300, 9e9, 4, 1]})];
    const laid = frame({title: "", series: [], log}, {width: 300, range: [0, 3000], tracks: [price, wide]});
    const heights =
      /d="M([^Z]*)Z"/
        .exec(mark(wide, laid).outerHTML)?.[1]
        ?.split("L")
        .map((point) => Number(point.split(",")[1])) ?? [];
    expect([heights.length, Math.min(...heights), Math.max(...heights)]).toEqual([8, laid.top - 4, laid.bottom + 4]);
  });

  it.each(["line", "step", "dots", "band"] as const)("draws nothing for nothing: %s", (shape) => {
    expect(draw(line([NaN], {shape, upper: [NaN]})).outerHTML).not.toMatch(/NaN|<circle/);
  });
});

it("swatch(track) looks like the series", () => {
  const looks = [{shape: "line"}, {shape: "band"}, {shape: "dots"}, {shape: "dots", sign: "cross"}] as const;
  expect(looks.map((look) => swatch(line([], look)).tagName)).toEqual(["line", "rect", "circle", "path"]);
});

const hour = 3_600_000;
const series = (open: number[], values: number[], lower: number[], upper: number[]) =>
  track({
    ...{key: "price", label: "Candles", shape: "candles", color: "#2f7dd1", stepMs: hour},
    ...{times: open.map((_, index) => index * hour), open, values, lower, upper},
    columns: ["close", "high", "low", "open"]
  });
const rising = series([1, 3, 2], [3, 2, 2], [0.5, 1.5, 2], [4, 3.5, 2]);
const lay = (tracks = [rising], range: Range = [0, 3 * hour]) =>
  frame({title: "", series: []}, {width: 640, range, tracks});
const bodies = (...given: Parameters<typeof lay>) => {
  const drawn = candles(given[0]?.[0] ?? rising, lay(...given)).querySelectorAll("rect");
  return Array.from(drawn, (rect) => {
    const [fill, stroke, width] = ["fill", "stroke", "width"].map((name) => rect.getAttribute(name));
    return {width: Number(width), filled: fill === stroke};
  });
};

describe("candles(track, frame)", () => {
  it("are left out where a value is missing, and drawn where they began before the view", () => {
    expect(bodies([series([1, NaN, 2], [3, 2, 2], [0.5, 1.5, 2], [4, 3.5, NaN])])).toHaveLength(1);
    expect(bodies([rising], [hour / 2, hour * 0.9])).toHaveLength(1);
    expect(bodies([series([], [], [], [])])).toEqual([]);
  });

  it("are at least a pixel wide, and filled where there is no room inside", () => {
    const many = bodies([rising], [0, 3000 * hour]);
    expect(many).toEqual(Array(3).fill({width: 1, filled: true}));
  });

  it("are saved with all four prices", () => {
    const {header, rows} = tableOf([rising], [0, hour]);
    expect(csv(header, rows)).toBe(
      "time,open,high,low,close\r\n1970-01-01T00:00:00.000Z,1,4,0.5,3\r\n1970-01-01T01:00:00.000Z,3,3.5,1.5,2\r\n"
    );
  });
});

describe("a candle that began before the view", () => {
  const view: Range = [hour / 2, 2 * hour];
  const ema = {...rising, key: "ema", shape: "step", columns: ["ema"]} as const;

  it("is counted: by the axis, the cursor, the summary and the saved table", () => {
    const early = series([1, 3], [900, 2], [0.5, 1.5], [1000, 3.5]);
    expect(valueExtent([early], view)?.[1]).toBeGreaterThan(1000);
    expect(valueExtent([early], [hour, 2 * hour])?.[1]).toBeLessThan(10); // it ends where the view begins
    expect(cursorTimes([rising, ema], view)).toEqual([0, hour, 2 * hour]);
    const texts = {formatValue: String, formatTime: String};
    expect(summary("BTC", [early], view, texts)).toContain("2 values, last 2, lowest 0.5, highest 1000");
    const {rows} = tableOf([rising, ema], view);
    expect([rows.length, rows[0]?.at(-1)]).toEqual([3, 3]);
  });

  it("has the cursor in the middle of what is in view of it", () => {
    const chart = timeChart({title: "a", series: [rising], range: [hour / 4, 2.5 * hour], domain: [0, 3 * hour]});
    const surface = find(chart, ".fb-surface");
    const at = (time: number) => 4 + ((time - 0.25) / 2.25) * (Number.parseFloat(surface.style.width) - 8);
    for (const [time, start, middle] of [
      [0.9, "00:00", 0.5],
      [1.9, "01:00", 1.5],
      [0.3, "00:00", 0.5]
    ] as const) {
      pointer(surface, "move", at(time));
      expect(surface.getAttribute("aria-valuetext")).toContain(start);
      const dot = Number(find(chart, ".fb-body > svg circle").getAttribute("cx"));
      expect(Math.abs(dot - at(middle))).toBeLessThan(1);
    }
  });
});
