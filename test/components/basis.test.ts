import {describe, expect, it} from "vitest";
import {formatOn, rateOn} from "../../src/components/basis.js";

describe("rateOn(basis, rate)", () => {
  it("picks the column of the basis", () => {
    expect(rateOn("8h", {rate8h: 1, apr: 2})).toBe(1);
    expect(rateOn("apr", {rate8h: 1, apr: 2})).toBe(2);
    expect(rateOn("apr", {rate8h: 1})).toBeNaN();
  });
});

describe("formatOn(basis, rate)", () => {
  it("has four significant digits per 8 hours and two decimals a year", () => {
    expect(formatOn("8h", 3.877e-5)).toBe("0.003877 %");
    expect(formatOn("apr", 0.042453)).toBe("4.25 %");
  });
});
