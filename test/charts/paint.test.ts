// @vitest-environment jsdom
import {expect, it} from "vitest";
import {summary} from "../../src/charts/paint.js";
import {timeChart} from "../../src/charts/time.js";
import {createView} from "../../src/charts/view.js";
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

it("redraw(chart) draws every kind of series with a cursor", async () => {
  const chart = create();
  pointer(find(chart, ".fb-surface"), "move", 170);
  await expectSvg(chart, "kinds");
});

const candle = {shape: "candles", open: [2, 3], lower: [1, 2], upper: [4, 6]} as const;

it.each([
  ["values and gaps", line([3, NaN, 1, 2]), "3 values, last 2, lowest 1, highest 3, 1 gap"],
  ["the edges of a band", line([0, 1], {shape: "band", upper: [5, 6]}), "lowest 0, highest 6"],
  ["dots", line([0, NaN], {shape: "dots"}), "1 mark"],
  ["the prices of candles", line([3, 4], candle), "2 values, last 4, lowest 1, highest 6"],
  ["missing values", line([NaN]), "no values"]
])("summary(view) describes %s", (_, track, text) => {
  const options = {title: "BTC", formatValue: String, domain: [0, 120_000]} as const;
  const range = "1970-01-01 00:00 UTC to 1970-01-01 00:02 UTC";
  expect(summary(createView({...options, series: [track]}))).toBe(`BTC, ${range}. A: ${text}.`);
  expect(summary(createView({title: "BTC", series: []}))).toBe("BTC: no updates.");
});
