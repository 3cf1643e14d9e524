import {expect, it} from "vitest";
import {columnDigits, sameDecimals, tellApart, tellSteps, writeNumber} from "../../src/format/digits.js";
import {formatBps, formatPercent} from "../../src/format/format.js";

const written = (values: number[]) => values.map(columnDigits(values));

it.each<[number[], string]>([
  [[1.08435, 1.08439], "1.08435 1.08439"],
  [[80639.53748222, 80639.53748223], "80,639.53748222 80,639.53748223"],
  [[80639.53748222, 5], "80,639.54 5.00"],
  [[0.000023, 2.16e-5, 2.875e-14, 0], "0.000023 0.0000216 2.875e−14 0"],
  [[1789000000000001, 1789000000000002, -0], "1,789,000,000,000,001 1,789,000,000,000,002 0"],
  [[0.1 + 0.2, 0.7, 1.1 ** 3], "0.300 0.700 1.331"],
  [[0.1 + 0.2, 0.3, 0.1], "0.30000000000000004 0.3 0.10"]
])("columnDigits(%j) writes %s", (values, text) => expect(written(values).join(" ")).toBe(text));

it.each([
  [[0.01231, 0.01234], "1.231 % 1.234 %"],
  [[0.5, 0.25], "50.00 % 25.00 %"]
])("tellApart(%j, write) adds digits until the texts differ", (values, text) => {
  expect(values.map(tellApart(values, (value, more = 0) => formatPercent(value, {more}))).join(" ")).toBe(text);
});

it.each([
  [[1000, 1000.5], "1,000.123 bps"],
  [[0, 2000], "1,000 bps"]
])("tellSteps(%j, write) shows a hundredth of the extent", (values, text) => {
  expect(tellSteps(values, (value, more = 0) => formatBps(value, {more}))(1000.1234)).toBe(text);
});

it("sameDecimals(values) and writeNumber(value) write whole numbers without decimals", () => {
  expect([1.23456781, 1.23456782].map(sameDecimals([1.23456781, 1.23456782]))).toEqual(["1.23456781", "1.23456782"]);
  expect([1, 0.5].map(sameDecimals([1, 0.5]))).toEqual(["1.00", "0.50"]);
  const written = ["12,345,678", "1.234568", "1,234,568", "−123,456.7", "0.50"]; // never a zero in place of a digit
  expect([12345678, 1.23456789, 1234567.891, -123456.74, 0.5].map((value) => writeNumber(value))).toEqual(written);
});
