import {deviation, mean} from "d3-array";
import {describe, expect, it} from "vitest";
import {hash, keyOf, uniform, wander} from "../../loaders/sandbox/noise.js";

const many = Array.from({length: 20_000}, (_, index) => index);

describe("hash(key, index)", () => {
  it("is the same for ever", () => {
    expect([hash(0, 0), hash(1, 2), hash(-5, 4_294_967_297)]).toEqual([0, 232_174_035, hash(-5, 1)]);
  });
});

describe("uniform(key, index)", () => {
  it("is spread evenly over [0, 1), and hardly repeats", () => {
    const values = many.map((index) => uniform(3, index));
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(values.length - 10);
    for (let bin = 0; bin < 10; bin++)
      expect(values.filter((value) => Math.floor(value * 10) === bin).length / values.length).toBeCloseTo(0.1, 1.5);
  });
});

describe("keyOf(seed, id, purpose)", () => {
  it("tells seeds, feeds and purposes apart", () => {
    const keys = [keyOf(1, 1, 1), keyOf(2, 1, 1), keyOf(1, 2, 1), keyOf(1, 1, 2), keyOf(1, -1, 1)];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("wander(key, u, octaves)", () => {
  it("has mean 0 and deviation about 1, and forgets itself beyond a unit", () => {
    const values = many.map((step) => wander(3, step, 4));
    expect(Math.abs(mean(values) ?? Number.NaN)).toBeLessThan(0.1);
    expect(Math.abs((deviation(values) ?? Number.NaN) - 1)).toBeLessThan(0.3);
    expect(mean(values.slice(2), (value, i) => value * (values[i] ?? Number.NaN))).toBeLessThan(0.1);
  });

  it.each([0.07, 0.007, 0.00003])("moves like a random walk over steps of %d", (step) => {
    const moves = many.map((place) => wander(11, (place + 1) * step, 13) - wander(11, place * step, 13));
    expect((deviation(moves) ?? Number.NaN) ** 2 / step / 2.5).toBeGreaterThan(0.7);
    expect((deviation(moves) ?? Number.NaN) ** 2 / step / 2.5).toBeLessThan(1.3);
  });
});
