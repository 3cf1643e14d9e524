import {expect, it} from "vitest";
import {writerOf} from "../../../src/charts/rows/formats.js";

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
