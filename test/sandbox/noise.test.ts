import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {hash, keyOf, normal, path, uniform, wander} from "../../loaders/sandbox/noise.js";

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

describe("keyOf(seed, id, purpose)", () => {
  it("tells seeds, feeds and purposes apart", () => {
    const keys = [keyOf(1, 1, 1), keyOf(2, 1, 1), keyOf(1, 2, 1), keyOf(1, 1, 2), keyOf(1, -1, 1)];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("path(key, u, depth)", () => {
  const depth = 20;
  const movesOf = (step: number): number[] =>
    Array.from({length: 4000}, (_, place) => {
      const u = step > 0.01 ? place * step : Math.floor(place / 40) + (place % 40) * step;
      return path(11, u + step, depth) - path(11, u, depth);
    });

  it.each([1 / 2, 1 / 128, 2 ** -16])("moves like a Brownian path over steps of %d, with no memory", (step) => {
    const moves = movesOf(step);
    const variance = mean(moves.map((move) => move ** 2)) - mean(moves) ** 2;
    expect(variance / step).toBeGreaterThan(0.85);
    expect(variance / step).toBeLessThan(1.15);
    if (step > 0.1) return; // of halves the knots are seen
    const products = moves.slice(1).map((move, index) => move * (moves[index] ?? Number.NaN));
    expect(Math.abs(mean(products) / variance)).toBeLessThan(0.06);
  });

  it("stays about 0 however long it goes on", () => {
    const values = Array.from({length: 4000}, (_, block) => path(5, block + 0.3, depth));
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(4);
  });

  it("is continuous, also from one unit to the next", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({min: -1e4, max: 1e4, noNaN: true}), (key, u) => {
        expect(path(key, u + 1e-9, depth)).toBeCloseTo(path(key, u, depth), 4);
        expect(path(key, Math.floor(u) - 1e-9, depth)).toBeCloseTo(path(key, Math.floor(u), depth), 4);
      })
    );
  });
});

describe("wander(key, timestampUs, hours)", () => {
  it("has mean 0 and deviation about 1, and forgets itself over its hours", () => {
    const start = Date.UTC(2026, 6, 13) * 1000;
    const values = Array.from({length: 4000}, (_, step) => wander(3, start + step * 3_600_000_000, 5));
    expect(Math.abs(mean(values))).toBeLessThan(0.1);
    expect(Math.abs(Math.sqrt(mean(values.map((value) => value ** 2))) - 1)).toBeLessThan(0.15);
    expect(mean(values.slice(20).map((value, index) => value * (values[index] ?? Number.NaN)))).toBeLessThan(0.15);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
