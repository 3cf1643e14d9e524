import {describe, expect, it} from "vitest";
import {
  type Basis,
  bases,
  columns,
  formatOn,
  payerOf,
  phrases,
  rateOn,
  units
} from "../../../src/components/funding/basis.js";

// Computed by hand: 0.01 % per 8 hours, paid every 4 hours, so 0.005 % each; 2190 payments a year.
const paid4h = {rate8h: 1e-4, intervalHours: 4};

describe("rateOn(basis, rate)", () => {
  it.each<[Basis, number]>([
    ["8h", 0.0001],
    ["1h", 0.0000125],
    ["day", 0.0003],
    ["interval", 0.00005],
    ["apr", 0.1095],
    ["apy", 0.115717]
  ])("of 0.01 %% per 8 h, paid every 4 h, is on %s %d", (basis, rate) => {
    expect(rateOn(basis, paid4h)).toBeCloseTo(rate, 6);
  });

  it.each([
    ["a positive rate", {rate8h: 0.008, intervalHours: 1}, 1.001 ** 8760 - 1],
    ["a negative rate", {rate8h: -0.0001, intervalHours: 8}, 0.9999 ** 1095 - 1],
    ["zero", {rate8h: 0, intervalHours: 8}, 0],
    ["once a year", {rate8h: 0.1 / 1095, intervalHours: 8760}, 0.1]
  ])("compounds %s", (_, rate, yearly) => {
    expect(rateOn("apy", rate) / (yearly || 1)).toBeCloseTo(yearly === 0 ? 0 : 1, 9);
  });

  it("keeps the digits of a tiny rate", () => {
    expect(rateOn("apy", {rate8h: 1e-15, intervalHours: 8})).toBeCloseTo(1.095e-12, 22);
  });

  it.each([
    ["loses all of it at once", {rate8h: -1, intervalHours: 8}],
    ["loses more than all", {rate8h: -8, intervalHours: 8}],
    ["would be a million times as much", {rate8h: 0.08, intervalHours: 1}],
    ["overflows", {rate8h: 1e300, intervalHours: 1}]
  ])("is no APY where it %s", (_, rate) => {
    expect(rateOn("apy", rate)).toBeNaN();
    expect(rateOn("apr", rate)).toBe((Number(rate.rate8h) / 8) * 8760);
  });

  it("needs the interval only where it matters", () => {
    for (const intervalHours of [null, undefined, 0, -8, Number.NaN]) {
      const known = Object.keys(bases).filter(
        (basis) => !Number.isNaN(rateOn(basis as Basis, {rate8h: 1e-4, intervalHours}))
      );
      expect(known).toEqual(["8h", "1h", "day", "apr"]);
    }
  });

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])("is missing where the rate is %s", (rate8h) => {
    for (const basis of Object.keys(bases)) expect(rateOn(basis as Basis, {rate8h, intervalHours: 8})).toBeNaN();
  });
});

describe("bases", () => {
  it("have the names that links had, a unit, a phrase and a column each; 8 h is the default", () => {
    expect(Object.keys(bases)).toEqual(["8h", "1h", "day", "interval", "apr", "apy"]);
    for (const named of [units, phrases, columns]) expect(Object.keys(named)).toEqual(Object.keys(bases));
  });
});

describe("formatOn(basis, rate)", () => {
  it("has four significant digits per 8 hours and two decimals a year", () => {
    expect(formatOn("8h", 3.877e-5)).toBe("0.003877 %");
    expect(formatOn("apr", 0.042453)).toBe("4.25 %");
    expect(formatOn("apy", -0.042453)).toBe("−4.25 %");
    expect(formatOn("interval", Number.NaN)).toBe("–");
  });

  it("has more decimals over shorter times, and never none that count", () => {
    expect(formatOn("1h", -2.9065e-8)).toBe("−0.00000291 %");
    expect(formatOn("interval", 3.877e-5 / 2)).toBe("0.00193850 %");
    expect(formatOn("1h", 2e-13)).toBe("0.00000000002 %");
    expect(formatOn("interval", 0)).toBe("0 %");
  });
});

describe("payerOf(rate)", () => {
  it.each([
    [1e-9, "longs pay shorts"],
    [-1e-9, "shorts pay longs"],
    [0, "nobody pays"],
    [-0, "nobody pays"],
    [null, ""],
    [Number.NaN, ""]
  ])("of %s is %j", (rate, words) => expect(payerOf(rate)).toBe(words));
});
