import {describe, expect, it} from "vitest";
import {inTicks, ticksFor, toMantissa} from "../../loaders/sandbox/mantissa.js";

const mantissa = (value: number, exponent: number): string => {
  const ticks = ticksFor(value, exponent);
  return toMantissa(inTicks(value, ticks), ticks);
};

describe("toMantissa(count, ticks)", () => {
  it.each([
    [80639.53748222, -8, "8063953748222"],
    [274.1, -5, "27410000"],
    [4480.125, -3, "4480125"],
    [-0.23629, -5, "-23629"],
    [0.0000095, -10, "95000"],
    [85_000.123456789, -12, "85000123456789000"],
    [3.877e-5, -12, "38770000"],
    [12, 0, "12"]
  ])("writes %d at %d as %s", (value, exponent, text) => expect(mantissa(value, exponent)).toBe(text));

  it("is never zero", () => {
    expect(mantissa(0, -5)).toBe("1");
    expect(mantissa(-0.000001, -5)).toBe("1");
  });

  it("is above 2^53 and not exact as a double where the service's is", () => {
    const text = mantissa(85_000.123456789, -12);
    expect(Number(text)).toBeGreaterThan(2 ** 53);
    expect(BigInt(Number(text))).not.toBe(BigInt(text));
  });
});

describe("ticksFor(value, exponent)", () => {
  it.each([
    [1, -8, 0],
    [999, -12, 0],
    [1000, -12, 1],
    [85_000, -12, 2],
    [-85_000, -12, 2],
    [0, -12, 0]
  ])("pads %d at %d with %d zeros", (value, exponent, padding) => {
    expect(ticksFor(value, exponent)).toEqual({exponent, padding});
  });
});
