import {describe, expect, it} from "vitest";
import {distribution} from "../../src/components/bins.js";

describe("distribution(rows)", () => {
  it("bins raw spreads and keeps their count", () => {
    const spreads = Array.from({length: 1000}, (_, index) => ({spreadBps: index / 500}));
    const {bins, beyond, median, p95} = distribution(spreads);
    expect(bins.reduce((sum, {count}) => sum + count, 0) + beyond).toBe(1000);
    expect(beyond).toBe(5);
    expect(median).toBeCloseTo(0.999);
    expect(p95).toBeCloseTo(1.8981);
  });

  it("takes bins as they are, their width from their distances", () => {
    const rows = [
      {spreadBps: 0.2, count: 10n},
      {spreadBps: 0.1, count: 30},
      {spreadBps: 0.4, count: null},
      {spreadBps: 0.6, count: 10}
    ];
    const {bins, median} = distribution(rows);
    expect(bins.map(({from, count}) => [from, count])).toEqual([
      [0.1, 30],
      [0.2, 10],
      [0.6, 10]
    ]);
    expect(bins[0]?.to).toBeCloseTo(0.2);
    expect(median).toBeCloseTo(0.1 + (0.1 * 25) / 30);
  });

  it("takes widths that are given", () => {
    expect(distribution([{spreadBps: 1, count: 4, width: 0.5}]).bins).toEqual([{from: 1, to: 1.5, count: 4}]);
  });

  it("leaves out missing spreads", () => {
    const rows = [{spreadBps: null}, {spreadBps: NaN}, {spreadBps: 2}, {spreadBps: 2}];
    expect(distribution(rows)).toMatchObject({median: 2, p95: 2, beyond: 0});
    expect(distribution(rows).bins.map(({count}) => count)).toEqual([2]);
  });

  it("has no bins and no quantiles without spreads", () => {
    expect(distribution([])).toEqual({bins: [], beyond: 0, median: NaN, p95: NaN});
    expect(distribution([{spreadBps: 1, count: 0}])).toEqual({bins: [], beyond: 0, median: NaN, p95: NaN});
  });

  it("keeps an outlier out of the picture, but counts it", () => {
    const rows = [...Array.from({length: 999}, () => ({spreadBps: 1})), {spreadBps: 1e6}];
    expect(distribution(rows)).toMatchObject({beyond: 1, median: 1});
  });
});
