import fc from "fast-check";
import {describe, expect, it} from "vitest";
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

describe("formatPrice(value, exponent)", () => {
  it.each([
    [80639.53748222, -8, "80,639.53748222"],
    [60000.00000000001, -8, "60,000.00000000"],
    [0.1 + 0.2, undefined, "0.30"],
    [112345.67890123457, -12, "112,345.678901235"],
    [2345.6, -3, "2,345.600"],
    [5, 0, "5"],
    [1234567, 3, "1,234,567"],
    [0.001, -2, "0.001"],
    [-3.2, -5, "−3.20000"],
    [-0, -8, "0"],
    [12n, undefined, "12.00"],
    [2.1e-5, undefined, "0.000021"],
    [100.1 - 100, undefined, "0.10"],
    [1.0843499999999733, undefined, "1.08435"],
    [80742.54368301999, undefined, "80,742.54368302"],
    [60000.00000001, undefined, "60,000.00000001"],
    [1234567890123457, undefined, "1,234,567,890,123,457"],
    [1e16, undefined, "1e16"],
    [-4.2e-13, undefined, "−4.2e−13"],
    [Number.MAX_VALUE, -8, "1.79769313486232e308"],
    [null, -8, "–"],
    [-Infinity, -8, "–"]
  ])("writes %s at exponent %s as %s", (value, exponent, text) => expect(formatPrice(value, exponent)).toBe(text));

  it("reads back as the same number for any mantissa below 2^50", () => {
    const mantissa = fc.integer({min: -(2 ** 49), max: 2 ** 49}).filter((number) => number !== 0);
    const read = (text: string) => Number(text.replaceAll(",", "").replaceAll("−", "-"));
    fc.assert(
      fc.property(mantissa, fc.integer({min: 0, max: 10}), (number, decimals) => {
        const value = number / 10 ** decimals;
        expect(read(formatPrice(value, -decimals))).toBe(value);
      })
    );
  });
});

it.each([
  [80500, 500, "80,500"],
  [80500, 0.5, "80,500.0"],
  [0.00001235, 5e-8, "0.00001235"],
  [1.25e-9, 5e-11, "1.25e−9"],
  [-0.02, 0.02, "−0.02"],
  [-1e-17, 0.1, "0"],
  [2e9, 1e9, "2,000,000,000"]
])("formatTick(%s, %s) is %s", (value, step, text) => expect(formatTick(value, step)).toBe(text));

it.each([
  [1.2345, "1.23 bps"],
  [0.0434, "0.0434 bps"],
  [12.345, "12.3 bps"],
  [12345.6, "12,346 bps"],
  [-0.5, "−0.500 bps"],
  [0, "0 bps"],
  [null, "–"]
])("formatBps(%s) is %s, and has no unit on request", (value, text) => {
  expect([formatBps(value), formatBps(value, {unit: false})]).toEqual([text, text.replace(" bps", "")]);
});

it.each([
  [0.0123, {}, "1.23 %"],
  [-0.5, {}, "−50.00 %"],
  [0.000012, {}, "0.0012 %"],
  [12.5, {}, "1,250.00 %"],
  [NaN, {}, "–"],
  [0.0123, {signed: true}, "+1.23 %"],
  [0, {signed: true}, "0 %"],
  [-0.000151, {signed: true, decimals: 2}, "−0.02 %"],
  [0.00003, {signed: true, decimals: 2}, "0.00 %"]
])("formatPercent(%s, %j) is %s", (value, options, text) => expect(formatPercent(value, options)).toBe(text));

it.each([
  [3.877e-5, "0.003877 %"],
  [-3.3e-5, "−0.003300 %"],
  [0.123456, "12.345600 %"],
  [4e-9, "0.0000004 %"],
  [0, "0 %"],
  [null, "–"]
])("formatRate(%s) is %s", (value, text) => expect(formatRate(value)).toBe(text));

it.each([
  [0.001, "1 ms"],
  [0.05, "50 ms"],
  [0.2, "0.2 s"],
  [300, "5 min"]
])("formatStep(%s) is %s", (seconds, text) => expect(formatStep(seconds)).toBe(text));

it.each([
  [0.00004, "0.04 ms"],
  [0.4, "0.4 s"],
  [9.96, "10 s"],
  [59.7, "1 min"],
  [312, "5 min"],
  [3599, "1 h"],
  [11100, "3 h 5 min"],
  [187200, "2 d 4 h"],
  [-3, "−3 s"],
  [86400 * 365 * 2000, "730,000 d"],
  [null, "–"]
])("formatAge(%s) is %s", (seconds, text) => expect(formatAge(seconds)).toBe(text));

it.each([
  [instant, "second", "2026-05-12 14:05:30 UTC"],
  ["2026-05-12 14:05:30", undefined, "2026-05-12 14:05:30 UTC"],
  [new Date(instant), "minute", "2026-05-12 14:05 UTC"],
  [instant, "day", "2026-05-12"],
  [instant + 200, undefined, "2026-05-12 14:05:30.200 UTC"],
  [instant + 200, "second", "2026-05-12 14:05:30 UTC"],
  [null, undefined, "–"],
  [1e300, undefined, "–"]
] as const)("formatUtc(%s, %s) is %s", (value, precision, text) => expect(formatUtc(value, precision)).toBe(text));

it("formatCount(value) groups digits of numbers and bigints, or is a dash", () => {
  expect([125000, -(10n ** 20n), 0, -1500, null].map(formatCount)).toEqual([
    ...["125,000", "−100,000,000,000,000,000,000", "0", "−1,500", "–"]
  ]);
});

it.each([
  ["a Date", new Date(noon), noon],
  ["bigint milliseconds", BigInt(noon), noon],
  ["ISO text with an offset", "2026-05-12T14:00:00+02:00", noon],
  ["ISO text without a zone, as UTC", "2026-05-12T12:00:00.250", noon + 250],
  ["a database timestamp in microseconds, as UTC", "2026-05-12 12:00:00.123456", noon + 123],
  ["a date, as UTC midnight", "2026-05-12", Date.UTC(2026, 4, 12)],
  ["nothing", null, NaN],
  ["no time", "yesterday", NaN]
])("toMs(instant) reads %s", (_, value, ms) => expect(toMs(value)).toBe(ms));

it("toNumber(value) takes finite numbers and bigints, and gives NaN for all else", () => {
  expect([1.5, 12n, -0, null, undefined, Infinity, "1", true, {}].map(toNumber)).toEqual([
    ...[1.5, 12, -0],
    ...Array(6).fill(NaN)
  ]);
});
