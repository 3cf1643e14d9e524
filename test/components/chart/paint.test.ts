// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {summary} from "../../../src/components/chart/paint.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {expectSvg} from "../snapshot.js";
import {find, pointer} from "./pointer.js";
import {line} from "./track.js";

const series = [
  line([3, 2, 4, NaN, 5, 6], {key: "line", label: "Line", dash: "5 3"}),
  line([1, 2, 1, 3, NaN, 2], {key: "step", label: "Step", shape: "step", color: "#cf6a12"}),
  line([2, 1, 3, 4, NaN, 5], {key: "band", label: "Band", shape: "band", upper: [4, 3, 5, 6, 1, 7]}),
  line([NaN, 6, NaN, 0, NaN, 4], {key: "ring", label: "Ring", shape: "dots", sign: "ring", color: "#b7791f"}),
  line([6, NaN, 0, NaN, 1, NaN], {key: "cross", label: "Cross", shape: "dots", sign: "cross", color: "#cf4f3e"})
];
const shades = [{from: 1500, to: 4000, label: "closed", kind: "closed" as const}];
const create = (): HTMLElement => timeChart({title: "All", series, shades, width: 480, height: 200, unit: "USD"});

describe("redraw(chart)", () => {
  it("draws every kind of series", () => {
    expectSvg(create().querySelector(".fb-body > svg"), "kinds");
  });

  it("describes the picture in words", () => {
    const label = create().querySelector(".fb-body > svg")?.getAttribute("aria-label");
    expect(label).toMatch(
      /^All, 1970-01-01 00:00 UTC to .* Line: 5 values, last 6.00, lowest 2.00, highest 6.00, 1 gap\. Step: /
    );
  });
});

describe("showCursor(chart)", () => {
  it("draws a line, the time and a dot on each line that has a value", () => {
    const chart = create();
    pointer(find(chart, ".fb-surface"), "pointermove", 170);
    expectSvg(chart.querySelector(".fb-body > svg"), "cursor");
  });
});

describe("emphasise(chart, key)", () => {
  it("fades all series but the one whose legend entry is pointed at or focused", () => {
    const chart = create();
    const [first] = chart.querySelectorAll<HTMLElement>(".fb-key");
    const faded = (): number => chart.querySelectorAll("[data-key][opacity]").length;
    first?.dispatchEvent(new MouseEvent("pointerenter"));
    expect(faded()).toBe(4);
    first?.dispatchEvent(new MouseEvent("pointerleave"));
    expect(faded()).toBe(0);
    first?.click();
    first?.dispatchEvent(new FocusEvent("focus"));
    expect(faded()).toBe(0);
  });
});

const texts = {formatValue: String, formatTime: (time: number) => `t${time}`};

describe("summary(title, tracks, range, texts)", () => {
  it("tells range, count, last, lowest, highest and gaps of each series", () => {
    const tracks = [
      line([3, NaN, 1, 2], {label: "Price"}),
      line([0, 1], {shape: "band", upper: [5, 6], label: "Band"}),
      line([0, NaN], {shape: "dots", label: "Crossed"})
    ];
    expect(summary("BTC", tracks, [0, 3000], texts)).toBe(
      "BTC, t0 to t3000. Price: 3 values, last 2, lowest 1, highest 3, 1 gap. Band: lowest 0, highest 6. Crossed: 1 mark."
    );
  });

  it("tells the lowest low and the highest high of candles", () => {
    const candles = line([3, 4], {shape: "candles", label: "Candles", open: [2, 3], lower: [1, 2], upper: [4, 6]});
    expect(summary("BTC", [candles], [0, 1000], texts)).toMatch(/Candles: 2 values, last 4, lowest 1, highest 6\.$/);
  });

  it("says when there is nothing", () => {
    expect(summary("BTC", [line([NaN], {label: "Price"})], [0, 1], texts)).toMatch(/Price: no values\.$/);
    expect(summary("BTC", [], [NaN, NaN], texts)).toBe("BTC: no updates.");
  });
});
