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
} from "../../src/lib/format.js";

const absent = [null, undefined, NaN, Infinity, -Infinity];

describe("formatPrice(value, exponent)", () => {
  it.each([
    [80639.53748222, -8, "80,639.53748222"],
    [2276.76960645, -8, "2,276.76960645"],
    [80639.53748222, undefined, "80,639.53748222"],
    [60000.00000000001, undefined, "60,000.00"],
    [60000.00000000001, -8, "60,000.00000000"],
    [0.1 + 0.2, undefined, "0.30"],
    [112238.72331053, -8, "112,238.72331053"],
    [112345.67890123457, -12, "112,345.678901235"],
    [2345.6, -3, "2,345.600"],
    [2345.678, -3, "2,345.678"],
    [5, 0, "5"],
    [1234567, 3, "1,234,567"],
    [0.00001234, -8, "0.00001234"],
    [0.001, -2, "0.001"],
    [-3.2, -5, "−3.20000"],
    [0, -8, "0"],
    [-0, -8, "0"],
    [12n, undefined, "12.00"],
    [1e15, undefined, "1e15"],
    [1.23456789e21, undefined, "1.23457e21"],
    [-4.2e-13, undefined, "−4.2e−13"],
    [5e-324, undefined, "4.94066e−324"],
    [Number.MAX_VALUE, -8, "1.79769e308"]
  ])("writes %s at exponent %s as %s", (value, exponent, text) => {
    expect(formatPrice(value, exponent)).toBe(text);
  });

  it.each(absent)("writes a dash for %s", (value) => {
    expect(formatPrice(value, -8)).toBe("–");
  });

  it("writes all prices of a feed with the same decimals", () => {
    const texts = [4370.48, 4371, 4369.999].map((price) => formatPrice(price, -3));
    expect(texts).toEqual(["4,370.480", "4,371.000", "4,369.999"]);
  });

  it("reads back as the same number for any mantissa below 2^50", () => {
    const mantissa = fc.integer({min: -(2 ** 49), max: 2 ** 49}).filter((number) => number !== 0);
    fc.assert(
      fc.property(mantissa, fc.integer({min: 0, max: 10}), (number, decimals) => {
        const value = number / 10 ** decimals;
        expect(Number(ascii(formatPrice(value, -decimals)))).toBe(value);
      })
    );
  });
});

describe("formatTick(value, step)", () => {
  it.each([
    [80500, 500, "80,500"],
    [80500, 0.5, "80,500.0"],
    [0.3, 0.1, "0.3"],
    [0.00001235, 5e-8, "0.00001235"],
    [1.25e-9, 5e-11, "1.25e−9"],
    [-0.02, 0.02, "−0.02"],
    [-1e-17, 0.1, "0"],
    [-0, 1, "0"],
    [2e9, 1e9, "2,000,000,000"]
  ])("writes %s with ticks %s apart as %s", (value, step, text) => {
    expect(formatTick(value, step)).toBe(text);
  });
});

describe("formatBps(value, {unit})", () => {
  it.each([
    [1.2345, "1.23 bps"],
    [0.0434, "0.0434 bps"],
    [12.345, "12.3 bps"],
    [123.45, "123 bps"],
    [12345.6, "12,346 bps"],
    [-0.5, "−0.500 bps"],
    [0, "0 bps"],
    [null, "–"]
  ])("writes %s as %s", (value, text) => {
    expect(formatBps(value)).toBe(text);
  });

  it("leaves the unit out on request", () => {
    expect(formatBps(1.2345, {unit: false})).toBe("1.23");
  });
});

describe("formatPercent(fraction, {signed})", () => {
  it.each([
    [0.0123, "1.23 %"],
    [-0.5, "−50.00 %"],
    [0.000012, "0.0012 %"],
    [12.5, "1,250.00 %"],
    [0, "0 %"],
    [NaN, "–"]
  ])("writes %s as %s", (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });

  it("marks gains with a plus on request", () => {
    expect(formatPercent(0.0123, {signed: true})).toBe("+1.23 %");
    expect(formatPercent(-0.0123, {signed: true})).toBe("−1.23 %");
    expect(formatPercent(0, {signed: true})).toBe("0 %");
    expect(formatPercent(null, {signed: true})).toBe("–");
  });

  it.each([
    [0.0123, "+1.23 %"],
    [-0.000151, "−0.02 %"],
    [0.00003, "0.00 %"],
    [0, "0 %"]
  ])("writes %s with the decimals of its column as %s", (value, text) => {
    expect(formatPercent(value, {signed: true, decimals: 2})).toBe(text);
  });
});

describe("formatRate(fraction)", () => {
  it.each([
    [3.877e-5, "0.003877 %"],
    [-3.3e-5, "−0.003300 %"],
    [1e-4, "0.010000 %"],
    [0.123456, "12.345600 %"],
    [4e-9, "0.0000004 %"],
    [0, "0 %"],
    [null, "–"]
  ])("writes %s as %s", (value, text) => {
    expect(formatRate(value)).toBe(text);
  });
});

describe("formatStep(seconds)", () => {
  it.each([
    [0.001, "1 ms"],
    [0.05, "50 ms"],
    [0.2, "0.2 s"],
    [300, "5 min"]
  ])("writes %s as %s", (seconds, text) => expect(formatStep(seconds)).toBe(text));
});

describe("formatAge(seconds)", () => {
  it.each([
    [0, "0 s"],
    [-0.01, "0 s"],
    [0.4, "0.4 s"],
    [9.96, "10 s"],
    [42, "42 s"],
    [59.7, "1 min"],
    [312, "5 min"],
    [3599, "1 h"],
    [11100, "3 h 5 min"],
    [187200, "2 d 4 h"],
    [-3, "−3 s"],
    [86400 * 365 * 2000, "730,000 d"],
    [null, "–"]
  ])("writes %s as %s", (seconds, text) => {
    expect(formatAge(seconds)).toBe(text);
  });
});

describe("formatUtc(instant, precision)", () => {
  const instant = Date.UTC(2026, 4, 12, 14, 5, 30);

  it("is in UTC whatever the local zone", () => {
    expect(formatUtc(instant)).toBe("2026-05-12 14:05:30 UTC");
    expect(formatUtc("2026-05-12 14:05:30")).toBe("2026-05-12 14:05:30 UTC");
    expect(formatUtc(new Date(instant), "minute")).toBe("2026-05-12 14:05 UTC");
    expect(formatUtc(instant, "day")).toBe("2026-05-12");
  });

  it("shows milliseconds only when there are any", () => {
    expect(formatUtc(instant + 200)).toBe("2026-05-12 14:05:30.200 UTC");
    expect(formatUtc(instant + 200, "second")).toBe("2026-05-12 14:05:30 UTC");
  });

  it.each([null, undefined, "soon", NaN, 1e300])("writes a dash for %s", (value) => {
    expect(formatUtc(value)).toBe("–");
  });
});

describe("formatCount(value)", () => {
  it.each([
    [125000, "125,000"],
    [125000n, "125,000"],
    [0, "0"],
    [-1500, "−1,500"],
    [null, "–"]
  ])("writes %s as %s", (value, text) => {
    expect(formatCount(value)).toBe(text);
  });
});

function ascii(text: string): string {
  return text.replaceAll(",", "").replaceAll("−", "-");
}

const noon = Date.UTC(2026, 4, 12, 12);

describe("toMs(instant)", () => {
  it.each([
    ["a Date", new Date(noon), noon],
    ["epoch milliseconds", noon, noon],
    ["bigint milliseconds", BigInt(noon), noon],
    ["ISO text in UTC", "2026-05-12T12:00:00Z", noon],
    ["ISO text with an offset", "2026-05-12T14:00:00+02:00", noon],
    ["ISO text without a zone, as UTC", "2026-05-12T12:00:00.250", noon + 250],
    ["a database timestamp, as UTC", "2026-05-12 12:00:00", noon],
    ["a database timestamp in microseconds", "2026-05-12 12:00:00.123456", noon + 123],
    ["a date, as UTC midnight", "2026-05-12", Date.UTC(2026, 4, 12)],
    ["a leap day", "2024-02-29 00:00", Date.UTC(2024, 1, 29)]
  ])("reads %s", (_, instant, ms) => {
    expect(toMs(instant)).toBe(ms);
  });

  it.each([null, undefined, "", "yesterday", new Date(NaN), NaN])("gives NaN for %s", (instant) => {
    expect(toMs(instant)).toBeNaN();
  });
});

describe("toNumber(value)", () => {
  it("takes numbers and bigints", () => {
    expect(toNumber(1.5)).toBe(1.5);
    expect(toNumber(12n)).toBe(12);
    expect(toNumber(-0)).toBe(-0);
  });

  it.each([null, undefined, NaN, Infinity, -Infinity, "1", true, {}])("gives NaN for %s", (value) => {
    expect(toNumber(value)).toBeNaN();
  });
});
