import {describe, expect, it} from "vitest";
import {hash, normal, uniform} from "../../loaders/sandbox/noise.js";

const count = 100_000;

describe("hash(key, index)", () => {
  it("is the same for ever", () => {
    expect([hash(0, 0), hash(1, 2), hash(-5, 4_294_967_297)]).toEqual([0, 232_174_035, hash(-5, 1)]);
  });

  it("gives unsigned 32-bit integers that hardly repeat", () => {
    const hashes = Array.from({length: count}, (_, index) => hash(7, index));
    expect(hashes.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32)).toBe(true);
    expect(new Set(hashes).size).toBeGreaterThan(count - 10);
  });
});

describe("uniform(key, index)", () => {
  it("is spread evenly over [0, 1)", () => {
    const bins = new Array<number>(10).fill(0);
    for (let index = 0; index < count; index++) {
      const bin = Math.floor(uniform(3, index) * 10);
      bins[bin] = (bins[bin] ?? Number.NaN) + 1;
    }
    for (const bin of bins) expect(Math.abs(bin - count / 10)).toBeLessThan(400);
  });
});

describe("normal(key, index)", () => {
  const values = Array.from({length: count}, (_, index) => normal(9, index));

  it("has mean 0 and variance 1", () => {
    expect(mean(values)).toBeCloseTo(0, 1.5);
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1.5);
  });

  it("has no memory from one index to the next", () => {
    const products = values.slice(1).map((value, index) => value * (values[index] ?? Number.NaN));
    expect(Math.abs(mean(products))).toBeLessThan(0.01);
  });

  it("stays within its documented bounds", () => {
    expect(Math.max(...values.slice(0, 50_000).map(Math.abs))).toBeLessThan(3.46);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
