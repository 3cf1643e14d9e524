import {expect, it} from "vitest";
import {
  formatAge,
  formatBps,
  formatConfidence,
  formatCount,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRate,
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

// Two digits of the confidence, at least two decimals, and never more than the exponent has.
it.each([
  [87498.80123456, {confidence: 22, exponent: -8}, "87,498.80"],
  [1.08435123, {confidence: 0.000048, exponent: -8}, "1.084351"],
  [150.12345, {confidence: 0.00996, exponent: -5}, "150.123"],
  [150.12345, {confidence: 0, spacing: 0.012, exponent: -5}, "150.123"],
  [150.12345, {confidence: null, spacing: NaN, exponent: -3}, "150.123"],
  [150.12345, {confidence: -25}, "150.12345"],
  [1.5, {confidence: 0, exponent: -18}, "1.50"],
  [0.5, {confidence: 3}, "0.50"],
  [0.000412, {confidence: 3}, "0.00041"],
  [1e-13, {confidence: 3}, "1e−13"],
  [1e15, {confidence: 1e-12}, "1,000,000,000,000,000"],
  [-25, {confidence: 0.5, exponent: null}, "−25.00"],
  [3, {confidence: 1e-12, exponent: -2}, "3.00"],
  [3, {confidence: 0.5, exponent: 3}, "3"],
  [-0, {confidence: 1}, "0"],
  [NaN, {confidence: 1}, "–"],
  [null, {confidence: 1}, "–"]
])("formatPrice(%s, %j) is %s", (value, digits, text) => expect(formatPrice(value, digits)).toBe(text));

const uglyValues = [null, NaN, 0, -0, 1e-12, 1e15, -25, 3];

it.each<[string, (value: number | null) => string, string]>([
  ["formatConfidence(value)", formatConfidence, "–|–|0|0|0.0000000000010|1,000,000,000,000,000|−25|3.0"],
  ["formatNumber(value, 1)", (value) => formatNumber(value, 1), "–|–|0|0|0.0|1,000,000,000,000,000.0|−25.0|3.0"],
  [
    "formatBps(value, signed)",
    (value) => formatBps(value, {signed: true, unit: false}),
    "–|–|0|0|+0.00000000000100|+1,000,000,000,000,000|−25.0|+3.00"
  ],
  ["formatPercent(value)", formatPercent, "–|–|0 %|0 %|0.00000000010 %|1e17 %|−2,500 %|300.00 %"],
  ["formatRate(value)", formatRate, "–|–|0 %|0 %|+0.00000000010 %|+1e17 %|−2,500.0000 %|+300.0000 %"],
  ["formatAge(value)", formatAge, "–|–|0 s|0 s|1e−9 ms|11,574,074,074 d 1 h|−25 s|3 s"],
  ["formatCount(value)", formatCount, "–|–|0|0|0|1,000,000,000,000,000|−25|3"]
])("%s of null, NaN, 0, −0, 1e-12, 1e15, −25 and 3", (_, write, texts) => {
  expect(uglyValues.map((value) => write(value)).join("|")).toBe(texts);
});

it.each([
  [formatBps(1.23456, {more: Infinity}), "1.23456 bps"],
  [formatBps(99.96), "100 bps"],
  [formatPercent(0.0123, {more: Infinity}), "1.23 %"],
  [formatRate(0.00012345678, {more: Infinity}), "+0.012345678 %"],
  [formatRate(0.1 + 0.2, {more: Infinity, signed: false}), "30.0000 %"],
  [formatRate(-0.00012345678, {more: 1}), "−0.01235 %"]
])("more: Infinity writes all digits: %s", (text, expected) => expect(text).toBe(expected));

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
  [-0.000099, {signed: true}, "−0.0099 %"],
  [12.3456, {signed: true}, "+1,235 %"],
  [0.00003, {signed: true, decimals: 2}, "0.00 %"]
])("formatPercent(%s, %j) is %s", (value, options, text) => expect(formatPercent(value, options)).toBe(text));

it.each([
  [-3.3e-5, "−0.0033 %"],
  [0.123456, "+12.3456 %"],
  [2.33e-7, "+0.000023 %"],
  [null, "–"]
])("formatRate(%s) is %s", (value, text) => expect(formatRate(value)).toBe(text));

it.each([
  [0.00004, "0.04 ms"],
  [0.4, "400 ms"],
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
