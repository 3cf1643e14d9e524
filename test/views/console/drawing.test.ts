import {expect, it} from "vitest";
import type {Row} from "../../../src/duckdb/values/rows.js";
import type {ConsoleChart} from "../../../src/url/console.js";
import {chooseChart} from "../../../src/views/console/drawing.js";

const at = (hour: number) => new Date(Date.UTC(2026, 4, 12, hour));
const times = (more: (i: number) => Row) => Array.from({length: 5}, (_, i) => ({at: at(i), ...more(i)}));
const twice = (more: (i: number) => Row) =>
  Array.from({length: 10}, (_, i) => ({at: at(Math.floor(i / 2)), price: i, ...more(i)}));
const grid = [1, 2, 3].flatMap((weekday) => [0, 1].map((hour) => ({weekday, hour, spreadBps: weekday * hour + 0.5})));

it.each<[string, readonly Row[], ConsoleChart]>([
  ["a time and a number", times((i) => ({price: i})), {draw: "time"}],
  [
    "a time and numbers of one size, beside others",
    times((i) => ({price: 100 + i, ask: 101 + i, feedId: 100 + i, spreadBps: 0.5, ema: 99.5 + i})),
    {draw: "time", y: ["price", "ask", "ema"]}
  ],
  [
    "two feeds at each time",
    twice((i) => ({marketSession: "regular", priceFeedId: i % 2})),
    {draw: "time", series: "priceFeedId"}
  ],
  ["two equal rows at each time", twice(() => ({marketSession: "regular"})), {draw: "none"}],
  ["one time for all", [1, 2, 3].map((n) => ({name: `n${n}`, at: at(0), n})), {draw: "bars", x: "name", y: "n"}],
  ["two whole numbers and a value", grid, {draw: "heat", x: "weekday", y: "hour", value: "spreadBps"}],
  [
    "two names, a count and a value",
    ["a", "b"].flatMap((one) => ["x", "y", "z"].map((two) => ({one, two, returns: 9, correlation: 0.5}))),
    {draw: "heat", x: "two", y: "one", value: "correlation"}
  ],
  ["each pair twice", [...grid, ...grid], {draw: "none"}],
  [
    "a name for each row",
    [..."abc"].map((name, i) => ({name, kind: "x", n: i + 0.5})),
    {draw: "bars", x: "name", y: "n"}
  ],
  ["a name and a number", [..."abc"].map((name, n) => ({name, n})), {draw: "bars", x: "name", y: "n"}],
  ["a repeated name", [..."aba"].map((name, n) => ({name, n: n + 0.5})), {draw: "none"}],
  ["61 categories", Array.from({length: 61}, (_, i) => ({name: `n${i}`, n: 1.5})), {draw: "none"}],
  ["one row", [{name: "a", n: 1}], {draw: "none"}]
])("chooseChart(rows) %s", (_, rows, chart) => expect(chooseChart(rows)).toEqual(chart));
