// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {cursorTimes} from "../../../src/components/chart/cursor.js";
import {frame} from "../../../src/components/chart/frame.js";
import {candleSign, candles, mark, swatch} from "../../../src/components/chart/marks.js";
import type {Range} from "../../../src/components/chart/model.js";
import {summary} from "../../../src/components/chart/paint.js";
import {anyShown, type Track, track, valueExtent} from "../../../src/components/chart/runs.js";
import {csv, tableOf} from "../../../src/components/chart/save.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {pointer} from "./pointer.js";
import {line} from "./track.js";

const draw = (track: Track, range: Range = [0, 4000]): Element =>
  mark(track, frame({title: "", series: []}, {width: 300, range, tracks: [track]}));
const moves = (element: Element): number => element.outerHTML.match(/M/g)?.length ?? 0;

describe("mark(track, frame)", () => {
  it("starts anew after each gap, and dots a lone value", () => {
    const element = draw(line([1, 2, NaN, 3, NaN]));
    expect(moves(element)).toBe(2);
    expect(element.querySelectorAll("circle")).toHaveLength(1);
  });

  it("dots a lone step that has no length, and one at the end of the view", () => {
    const dotsOf = (track: Track): number => draw(track).querySelectorAll("circle").length;
    expect(dotsOf(line([1], {shape: "step"}))).toBe(1);
    expect(dotsOf(line([1, 2, 3, NaN, 4], {shape: "step"}))).toBe(1);
    expect(dotsOf(line([1, 2, 3, 4, 5], {shape: "step"}))).toBe(0);
  });

  it("draws only what is in the range, and one point more on either side", () => {
    const path = draw(line([1, 2, 3, 4, 5, 6, 7]), [2000, 3000])
      .querySelector("path")
      ?.getAttribute("d");
    expect(path?.match(/L/g)).toHaveLength(3);
  });

  it("holds the last step for its usual length, but not beyond the range", () => {
    const last = (values: number[], to: number): string | undefined =>
      draw(line(values, {shape: "step"}), [0, to])
        .querySelector("path")
        ?.getAttribute("d")
        ?.split("L")
        .at(-1);
    expect(last([1, 2, 3], 4000)?.split(",")[0]).not.toBe(last([1, 2, 3], 2000)?.split(",")[0]);
  });

  it("has no corner between points of one step of time, of which some may have been left out", () => {
    const corners = (stepMs: number): number | undefined =>
      draw(line([1, 2, 3], {shape: "step", times: [0, 500, 2000], stepMs}))
        .querySelector("path")
        ?.getAttribute("d")
        ?.match(/L/g)?.length;
    expect([0, 500, 501, 1501].map(corners)).toEqual([5, 5, 4, 3]);
  });

  it.each(["line", "band"] as const)("leaves out of a log scale what is zero or less beside the view: %s", (shape) => {
    const track = line([-1, 2, 3, 0], {shape, ...(shape === "band" && {upper: [1, 3, 4, 1]})});
    const laid = frame({title: "", series: [], log: true}, {width: 300, range: [1000, 2000], tracks: [track]});
    const drawn = mark(track, laid).outerHTML;
    expect(drawn).not.toContain("NaN");
    expect(drawn).toContain(`M${laid.x(1000).toFixed(0)},`);
  });

  it("draws nothing for nothing", () => {
    for (const shape of ["line", "step", "dots", "band"] as const) {
      expect(draw(line([NaN], {shape, upper: [NaN]})).outerHTML).not.toMatch(/NaN|<circle/);
    }
  });
});

describe("swatch(track)", () => {
  it.each([
    ["line", "line"],
    ["step", "line"],
    ["band", "rect"],
    ["dots", "circle"]
  ] as const)("of %s is a %s", (shape, tag) => {
    expect(swatch(line([], {shape})).tagName).toBe(tag);
  });

  it("of crosses and rings looks like them", () => {
    expect(swatch(line([], {shape: "dots", sign: "cross"})).tagName).toBe("path");
    expect(swatch(line([], {shape: "dots", sign: "ring"})).getAttribute("fill")).toBe("none");
  });
});

const hour = 3_600_000;
const series = (open: number[], values: number[], lower: number[], upper: number[]) =>
  track({
    ...{key: "price", label: "Candles", shape: "candles", color: "#2f7dd1", stepMs: hour},
    ...{times: open.map((_, index) => index * hour), open, values, lower, upper},
    columns: ["close", "high", "low", "open"]
  });
const rising = series([1, 3, 2], [3, 2, 2], [0.5, 1.5, 2], [4, 3.5, 2]);
const lay = (tracks = [rising], range: [number, number] = [0, 3 * hour], width = 640) =>
  frame({title: "", series: []}, {width, range, tracks});
const bodies = (group: SVGGElement) =>
  [...group.querySelectorAll("rect")].map((rect) => ({
    top: Number(rect.getAttribute("y")),
    height: Number(rect.getAttribute("height")),
    filled: rect.getAttribute("fill") === rect.getAttribute("stroke"),
    middle: Number(rect.getAttribute("x")) + Number(rect.getAttribute("width")) / 2
  }));

describe("candles(track, frame)", () => {
  it("go from the first to the last value, hollow where they rose, filled where they fell", () => {
    const shown = lay();
    const [rose, fell, same] = bodies(candles(rising, shown));
    expect(rose).toMatchObject({top: expect.closeTo(shown.y(3), 1), filled: false});
    expect(rose?.height).toBeCloseTo(shown.y(1) - shown.y(3), 1);
    expect(fell).toMatchObject({top: expect.closeTo(shown.y(3), 1), filled: true});
    expect(same).toMatchObject({height: 1, filled: false});
    expect(rose?.middle).toBeCloseTo(shown.x(hour / 2), 1);
  });

  it("have wicks to the lowest and the highest value, which the axis makes room for", () => {
    const shown = lay();
    const [wick] = candles(rising, shown).querySelectorAll("path");
    expect(wick?.getAttribute("d")).toMatch(new RegExp(`,${shown.y(4).toFixed(2)}V${shown.y(0.5).toFixed(2)}$`));
    const [low = NaN, high = NaN] = shown.y.domain();
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(4);
  });

  it("are left out where a value is missing, and drawn where they began before the view", () => {
    const gap = series([1, NaN, 2], [3, 2, 2], [0.5, 1.5, 2], [4, 3.5, NaN]);
    expect(bodies(candles(gap, lay([gap])))).toHaveLength(1);
    expect(bodies(candles(rising, lay([rising], [hour / 2, hour * 0.9])))).toHaveLength(1);
    expect(bodies(candles(series([], [], [], []), lay([])))).toEqual([]);
  });

  it("are at least a pixel wide, and filled where there is no room inside", () => {
    const many = candles(rising, lay([rising], [0, 3000 * hour]));
    expect([...many.querySelectorAll("rect")].map((rect) => rect.getAttribute("width"))).toEqual(["1", "1", "1"]);
    expect(bodies(many).every(({filled}) => filled)).toBe(true);
  });
});

describe("a candle that began before the view", () => {
  const view: [number, number] = [hour / 2, 2 * hour];
  const ema = {...rising, key: "ema", shape: "step", columns: ["ema"]} as const;

  it("is counted: by the axis, the cursor, the summary and the saved table", () => {
    const early = series([1, 3], [900, 2], [0.5, 1.5], [1000, 3.5]);
    expect(valueExtent([early], view)?.[1]).toBeGreaterThan(1000);
    expect(valueExtent([early], [hour, 2 * hour])?.[1]).toBeLessThan(10); // it ends where the view begins
    expect(cursorTimes([rising, {...ema, times: rising.times}], view)).toEqual([0, hour, 2 * hour]);
    const texts = {formatValue: String, formatTime: String};
    expect(summary("BTC", [early], view, texts)).toContain("2 values, last 2, lowest 0.5, highest 1000");
    expect(tableOf([rising, {...ema, times: rising.times}], view).rows).toHaveLength(3);
    expect(tableOf([rising, {...ema, times: rising.times}], view).rows[0]?.at(-1)).toBe(3);
  });

  it("is not shown where none is in view", () => {
    expect(anyShown([series([1, 3], [3, 2], [0.5, 1.5], [4, 3.5])], [2 * hour, 2.5 * hour])).toBe(false);
  });
});

describe("the cursor over candles", () => {
  it("stands in the middle of the one that it is in, also where that began before the view", () => {
    const chart = timeChart({title: "a", series: [rising], range: [hour / 4, 2.5 * hour], domain: [0, 3 * hour]});
    const surface = chart.querySelector(".fb-surface") as HTMLElement;
    const right = Number.parseFloat(surface.style.width);
    const at = (time: number): number => 4 + ((time / hour - 0.25) / 2.25) * (right - 8);
    for (const [time, start, middle] of [
      [0.9, "00:00", 0.5],
      [1.9, "01:00", 1.5],
      [0.3, "00:00", 0.5]
    ] as const) {
      pointer(surface, "pointermove", at(time * hour));
      expect(surface.getAttribute("aria-valuetext")).toContain(start);
      const dot = Number(chart.querySelector(".fb-body > svg circle")?.getAttribute("cx"));
      expect(Math.abs(dot - at(middle * hour))).toBeLessThan(1);
    }
  });
});

describe("candleSign()", () => {
  it("has a hollow and a filled one in the colours of those drawn", () => {
    const colors = (element: Element) =>
      [...element.querySelectorAll("rect")].map((rect) => [rect.getAttribute("fill"), rect.getAttribute("stroke")]);
    expect(colors(candleSign())).toEqual(colors(candles(rising, lay())).slice(0, 2));
  });
});

describe("csv of candles", () => {
  it("has all four prices", () => {
    const {header, rows} = tableOf([rising], [0, hour]);
    expect(csv(header, rows)).toBe(
      "time,open,high,low,close\r\n1970-01-01T00:00:00.000Z,1,4,0.5,3\r\n1970-01-01T01:00:00.000Z,3,3.5,1.5,2\r\n"
    );
  });
});
