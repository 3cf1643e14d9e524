import {describe, expect, it} from "vitest";
import {type Basis, bases, formatOn, ownRate, rateOn} from "../../../src/views/funding/basis.js";

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
  ])("converts 0.01 %% per 8 h, paid every 4 h, to %s: %d", (basis, rate) => {
    expect(rateOn(basis, paid4h)).toBeCloseTo(rate, 6);
  });

  it.each([
    ["a positive rate", {rate8h: 0.008, intervalHours: 1}, 1.001 ** 8760 - 1],
    ["a negative rate", {rate8h: -0.0001, intervalHours: 8}, 0.9999 ** 1095 - 1]
  ])("compounds %s", (_, rate, yearly) => expect(rateOn("apy", rate) / yearly).toBeCloseTo(1, 9));

  it("needs a rate, and the interval only for interval and APY", () => {
    const known = (rate: Parameters<typeof rateOn>[1]) =>
      (Object.keys(bases) as Basis[]).filter((basis) => !Number.isNaN(rateOn(basis, rate))).join();
    for (const intervalHours of [null, undefined, 0, -8, NaN])
      expect(known({rate8h: 1e-4, intervalHours})).toBe("apr,8h,1h,day");
    for (const rate8h of [null, undefined, NaN, Infinity]) expect(known({rate8h, intervalHours: 8})).toBe("");
  });
});

it.each<[Basis, number, string]>([
  ["8h", 3.877e-5, "+0.0039 %"],
  ["apr", 0.042453, "+4.25 %"],
  ["apr", 0.000249, "+0.025 %"],
  ["apy", -0.042453, "−4.25 %"],
  ["1h", -2.9065e-8, "−0.0000029 %"],
  ["1h", 2e-13, "+0.000000000020 %"]
])("formatOn(%s, %d) is %s", (basis, rate, text) => expect(formatOn(basis, rate)).toBe(text));

it.each<[Basis, Parameters<typeof rateOn>[1], string]>([
  ["apr", paid4h, "+0.0050 % per 4 h"],
  ["interval", paid4h, ""],
  ["8h", {rate8h: 1e-4, intervalHours: 8}, ""],
  ["apr", {rate8h: 1e-4, intervalHours: null}, ""]
])("ownRate(%s, %j) is %s", (basis, row, text) => expect(ownRate(basis, row)).toBe(text));
