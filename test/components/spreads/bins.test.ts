import {describe, expect, it} from "vitest";
import {distribution} from "../../../src/components/spreads/bins.js";

const row = (spreadBps: number | null, seconds: number | bigint | null, width = 0.1) => ({spreadBps, seconds, width});

describe("distribution(rows)", () => {
  it("turns seconds into shares of the time, and sorts", () => {
    expect(distribution([row(0.2, 10n), row(0.1, 30), row(0.4, null), row(0.6, 10)]).bins).toEqual([
      {from: 0.1, to: 0.2, share: 0.6},
      {from: 0.2, to: 0.3, share: 0.2},
      {from: 0.6, to: 0.7, share: 0.2}
    ]);
  });

  it("has no bins without spreads", () => {
    const nothing = {bins: [], below: 0, above: 0};
    expect([distribution([]), distribution([row(1, 0)])]).toEqual([nothing, nothing]);
  });

  it("keeps what lies beyond the bins apart, with its share of all the time", () => {
    const beyond = [
      {tail: "below", spreadBps: null, width: 1, seconds: 10},
      {tail: "above", spreadBps: null, width: 1, seconds: 30}
    ];
    expect(distribution([...beyond, row(1, 60, 1)])).toEqual({
      bins: [{from: 1, to: 2, share: 0.6}],
      below: 0.1,
      above: 0.3
    });
  });
});
