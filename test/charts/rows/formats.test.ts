// @vitest-environment jsdom
import {expect, it} from "vitest";
import {barChart} from "../../../src/charts/rows/bar-chart.js";
import {dataTable} from "../../../src/charts/rows/data-table.js";
import {figures} from "../../../src/charts/rows/figures.js";
import {writerOf} from "../../../src/charts/rows/formats.js";
import {heatMap} from "../../../src/charts/rows/heat-map.js";
import {timeChart} from "../../../src/charts/rows/time-chart.js";

it.each([
  ["1.23 bps", ["spreadBps"]],
  ["1.2 s", ["ageSeconds"]],
  ["123.46 %", ["missingShare", "drawdown", "volatility"]],
  ["+123.46 %", ["change", "change24h", "apr", "meanApr"]],
  ["+123.4568 %", ["rate8h", "meanRate8h", "rateDay"]],
  ["1.234568", ["correlation", "grape", "exchange"]]
])("writerOf(call, undefined, column) takes the unit from the name: %s of %j", (text, columns) => {
  for (const name of columns) expect(writerOf("timeChart", undefined, name).value(1.23456789), name).toBe(text);
});

it("names of sessions are written as people write them, in every picture of rows", () => {
  const rows = ["overNight", "preMarket"].map((marketSession, i) => ({
    at: new Date(0),
    hour: "1",
    marketSession,
    y: i
  }));
  const pictures = [
    ...[dataTable(rows), figures(rows[0]), heatMap(rows, {x: "hour", y: "marketSession", value: "y", width: 640})],
    ...[barChart(rows, {x: "marketSession", y: "y"}), timeChart(rows, {y: "y", series: "marketSession"})]
  ];
  for (const picture of pictures) expect(picture.textContent).toMatch(/overnight/);
  for (const picture of pictures.slice(0, 2)) expect(picture.textContent).not.toContain("overNight");
});
