import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {intensity, path, warp} from "../../loaders/sandbox/brownian.js";

const depth = 20;

describe("path(key, u, depth)", () => {
  it.each([1 / 2, 1 / 16, 1 / 128, 1 / 4096, 2 ** -16])("moves like a Brownian path over steps of %d", (step) => {
    const moves = movesOf(step);
    expect(variance(moves) / step).toBeGreaterThan(0.85);
    expect(variance(moves) / step).toBeLessThan(1.15);
  });

  it.each([1 / 16, 1 / 128, 1 / 4096])("moves with no memory from one step of %d to the next", (step) => {
    const moves = movesOf(step);
    const products = moves.slice(1).map((move, index) => move * (moves[index] ?? Number.NaN));
    expect(Math.abs(mean(products) / variance(moves))).toBeLessThan(0.06);
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

  it("differs from key to key", () => expect(path(1, 0.4, depth)).not.toBe(path(2, 0.4, depth)));
});

describe("warp(key, u, depth)", () => {
  it("increases, and maps every unit onto itself", () => {
    const instant = fc.double({min: -1e4, max: 1e4, noNaN: true});
    fc.assert(
      fc.property(fc.integer(), instant, fc.double({min: 1e-6, max: 1, noNaN: true}), (key, u, step) => {
        expect(warp(key, u + step, depth)).toBeGreaterThan(warp(key, u, depth));
        expect(warp(key, u, depth) - Math.floor(u)).toBeGreaterThanOrEqual(-1e-9);
        expect(warp(key, u, depth) - Math.floor(u)).toBeLessThanOrEqual(1 + 1e-9);
        expect(warp(key, Math.floor(u), depth)).toBeCloseTo(Math.floor(u), 9);
      })
    );
  });
});

describe("intensity(key, u, depth)", () => {
  const intensities = Array.from({length: 1024}, (_, place) => intensity(3, 7 + (place + 0.5) / 1024, 10));

  it("is 1 on average over a unit", () => expect(mean(intensities)).toBeCloseTo(1, 9));

  it("has calm and hectic spells, side by side", () => {
    expect(Math.min(...intensities)).toBeLessThan(0.5);
    expect(Math.max(...intensities)).toBeGreaterThan(2);
    const logs = intensities.map(Math.log);
    const around = logs.slice(1).map((log, place) => log - (logs[place] ?? Number.NaN));
    expect(variance(around)).toBeLessThan(variance(logs));
  });
});

function movesOf(step: number): number[] {
  return Array.from({length: 4000}, (_, place) => {
    const u = step > 0.01 ? place * step : Math.floor(place / 40) + (place % 40) * step;
    return path(11, u + step, depth) - path(11, u, depth);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
}
