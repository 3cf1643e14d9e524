// @vitest-environment jsdom
import {expect, it} from "vitest";
import {summary} from "../../src/charts/paint.js";
import {timeChart} from "../../src/charts/time.js";
import {expectSvg, find, line, pointer} from "./kit.js";

const series = [
  line([3, 2, 4, NaN, 5, 6], {key: "line", label: "Line", dash: "5 3"}),
  line([1, 2, 1, 3, NaN, 2], {key: "step", label: "Step", shape: "step", color: "#cf6a12"}),
  line([2, 1, 3, 4, NaN, 5], {key: "band", label: "Band", shape: "band", upper: [4, 3, 5, 6, 1, 7]}),
  line([NaN, 6, NaN, 0, NaN, 4], {key: "ring", label: "Ring", shape: "dots", sign: "ring", color: "#b7791f"}),
  line([6, NaN, 0, NaN, 1, NaN], {key: "cross", label: "Cross", shape: "dots", sign: "cross", color: "#cf4f3e"})
];
const shades = [{from: 1500, to: 4000, label: "closed", kind: "closed" as const}];
const create = (): HTMLElement => timeChart({title: "All", series, shades, width: 480, height: 200, unit: "USD"});

it("redraw(chart) draws every kind of series, and describes the picture in words; showCursor(chart) a cursor over it", () => {
  const chart = create();
  pointer(find(chart, ".fb-surface"), "move", 170);
  expectSvg(chart, "kinds");
  expect(find(chart, ".fb-body > svg").getAttribute("aria-label")).toMatch(
    /^All, 1970-01-01 00:00 UTC to .* Line: 5 values, last 6.00, lowest 2.00, highest 6.00, 1 gap\. Step: /
  );
});

it("emphasise(chart, key) fades all series but the one whose legend entry is pointed at or focused", () => {
  const chart = create();
  const first = find(chart, ".fb-key");
  const faded = (event: Event): number => {
    first.dispatchEvent(event);
    return chart.querySelectorAll("[data-key][opacity]").length;
  };
  expect(["pointerenter", "pointerleave"].map((type) => faded(new MouseEvent(type)))).toEqual([4, 0]);
  first.click();
  expect(faded(new FocusEvent("focus"))).toBe(0);
});

it.each([
  [
    "count, last, lowest, highest and gaps",
    [line([3, NaN, 1, 2])],
    "BTC, t0 to t9. A: 3 values, last 2, lowest 1, highest 3, 1 gap."
  ],
  ["the edges of a band", [line([0, 1], {shape: "band", upper: [5, 6]})], "BTC, t0 to t9. A: lowest 0, highest 6."],
  ["dots by their number", [line([0, NaN], {shape: "dots"})], "BTC, t0 to t9. A: 1 mark."],
  [
    "the lowest low and the highest high of candles",
    [line([3, 4], {shape: "candles", open: [2, 3], lower: [1, 2], upper: [4, 6]})],
    "BTC, t0 to t9. A: 2 values, last 4, lowest 1, highest 6."
  ],
  ["nothing", [line([NaN]), line([NaN], {label: "B"})], "BTC, t0 to t9. A: no values. B: no values."]
])("summary(title, tracks, range, texts) tells %s", (_, tracks, text) => {
  const texts = {formatValue: String, formatTime: (time: number) => `t${time / 1000}`};
  expect(summary("BTC", tracks, [0, 9000], texts)).toBe(text);
  expect(summary("BTC", [], [NaN, NaN], texts)).toBe("BTC: no updates.");
});
