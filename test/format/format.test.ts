import {expect, it} from "vitest";
import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  formatStep,
  formatTick,
  formatUtc,
  toMs,
  toNumber
} from "../../src/format/format.js";

const noon = Date.UTC(2026, 4, 12, 12);
const instant = Date.UTC(2026, 4, 12, 14, 5, 30);

it.each([
  [80639.53748222, -8, "80,639.53748222"],
  [60000.00000000001, -8, "60,000.00000000"],
  [0.1 + 0.2, undefined, "0.30"],
  [112345.67890123457, -12, "112,345.678901235"],
  [0.001, -2, "0.001"],
  [-3.2, -5, "−3.20000"],
  [-0, -8, "0"],
  [2.1e-5, undefined, "0.000021"],
  [60000.00000001, undefined, "60,000.00000001"],
  [1234567890123457, undefined, "1,234,567,890,123,457"],
  [-4.2e-13, undefined, "−4.2e−13"],
  [null, -8, "–"],
  [-Infinity, -8, "–"]
])("formatPrice(%s, %s) is %s", (value, exponent, text) => expect(formatPrice(value, exponent)).toBe(text));

it.each([
  [80500, 0.5, "80,500.0"],
  [0.00001235, 5e-8, "0.00001235"],
  [-0.02, 0.02, "−0.02"]
])("formatTick(%s, %s) is %s", (value, step, text) => expect(formatTick(value, step)).toBe(text));

it.each([
  [1.2345, "1.23 bps"],
  [0.0434, "0.0434 bps"],
  [-0.5, "−0.500 bps"],
  [0, "0 bps"],
  [null, "–"]
])("formatBps(%s) is %s", (value, text) => {
  expect([formatBps(value), formatBps(value, {unit: false})]).toEqual([text, text.replace(" bps", "")]);
});

it.each([
  [0.0123, {}, "1.23 %"],
  [0.000012, {}, "0.0012 %"],
  [0.0123, {signed: true}, "+1.23 %"],
  [0, {signed: true}, "0 %"],
  [-0.000151, {signed: true, decimals: 2}, "−0.02 %"],
  [0.00003, {signed: true, decimals: 2}, "0.00 %"]
])("formatPercent(%s, %j) is %s", (value, options, text) => expect(formatPercent(value, options)).toBe(text));

it.each([
  [-3.3e-5, "−0.003300 %"],
  [0.123456, "12.345600 %"],
  [4e-9, "0.0000004 %"],
  [null, "–"]
])("formatRate(%s) is %s", (value, text) => expect(formatRate(value)).toBe(text));

it("formatStep(seconds) writes milliseconds below 0.1 s", () => {
  expect([0.001, 0.05, 0.2, 300].map(formatStep)).toEqual(["1 ms", "50 ms", "0.2 s", "5 min"]);
});

it.each([
  [0.00004, "0.04 ms"],
  [59.7, "1 min"],
  [11100, "3 h 5 min"],
  [187200, "2 d 4 h"],
  [null, "–"]
])("formatAge(%s) is %s", (seconds, text) => expect(formatAge(seconds)).toBe(text));

it.each([
  ["2026-05-12 14:05:30", undefined, "2026-05-12 14:05:30 UTC"],
  [new Date(instant), "minute", "2026-05-12 14:05 UTC"],
  [instant, "day", "2026-05-12"],
  [instant + 200, undefined, "2026-05-12 14:05:30.200 UTC"],
  [1e300, undefined, "–"]
] as const)("formatUtc(%s, %s) is %s", (value, precision, text) => expect(formatUtc(value, precision)).toBe(text));

it("formatCount(value) groups the digits of numbers and bigints", () => {
  expect([125000, -(10n ** 20n), 0, -1500, null].map(formatCount)).toEqual([
    ...["125,000", "−100,000,000,000,000,000,000", "0", "−1,500", "–"]
  ]);
});

it.each([
  [new Date(noon), noon],
  ["2026-05-12T14:00:00+02:00", noon],
  ["2026-05-12 12:00:00.123456", noon + 123],
  ["yesterday", NaN]
])("toMs(%s) is %d", (value, ms) => expect(toMs(value)).toBe(ms));

it("toNumber(value) takes finite numbers and bigints only", () => {
  const others = [null, undefined, Infinity, "1", true, {}];
  expect([1.5, 12n, ...others].map(toNumber)).toEqual([1.5, 12, ...others.map(() => NaN)]);
});
