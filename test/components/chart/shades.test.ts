import {describe, expect, it} from "vitest";
import {sessionShades} from "../../../src/components/chart/shades.js";

const steps = (count: number): number[] => Array.from({length: count}, (_, index) => index * 10);

describe("sessionShades(times, sessions)", () => {
  it("shades every session but the regular one, from its first row to the next session's", () => {
    expect(sessionShades(steps(6), ["regular", "closed", "closed", "preMarket", "regular", "auction"])).toEqual([
      {from: 10, to: 30, label: "closed", kind: "closed"},
      {from: 30, to: 40, label: "pre-market", kind: "extended"},
      {from: 50, to: 60, label: "auction", kind: "extended"}
    ]);
  });

  it("does not shade where there are no rows", () => {
    const times = [0, 10, 20, 30, 500, 510, 520, 530];
    const spans = sessionShades(
      times,
      times.map(() => "closed")
    ).map(({from, to}) => [from, to]);
    expect(spans).toEqual([
      [0, 40],
      [500, 540]
    ]);
  });

  it("shades nothing without sessions", () => {
    expect(sessionShades(steps(3), [null, undefined, "regular"])).toEqual([]);
    expect(sessionShades([], [])).toEqual([]);
  });
});
