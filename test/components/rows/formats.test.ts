import {expect, it} from "vitest";
import {type Format, writerOf} from "../../../src/components/rows/formats.js";

it.each<[string, string]>([
  ...([
    ["spreadBps", "1.23 bps"],
    ["ageSeconds", "1.2 s"],
    ["missingShare", "123.46 %"],
    ["change", "123.46 %"],
    ["change24h", "123.46 %"],
    ["drawdown", "123.46 %"],
    ["volatility", "123.46 %"],
    ["apr", "123.46 %"],
    ["meanApr", "123.46 %"],
    ["rate8h", "123.456789 %"],
    ["meanRate8h", "123.456789 %"],
    ["rateDay", "123.456789 %"],
    ["correlation", "1.234568"],
    ["grape", "1.234568"],
    ["exchange", "1.234568"]
  ] satisfies [string, string][])
])("writerOf(call, undefined, %j) takes the unit from the name: %s", (column, text) => {
  expect(writerOf("timeChart", undefined, column).value(1.23456789)).toBe(text);
});

it("writerOf(call, format, column) says which formats there are", () => {
  expect(() => writerOf("timeChart", "percnt" as Format, "x")).toThrow('timeChart has no format "percnt": percent?');
});
