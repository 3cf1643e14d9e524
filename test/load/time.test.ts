import {describe, expect, it} from "vitest";
import {instantsBetween} from "../../loaders/load/time.js";

describe("instantsBetween(from, to, every)", () => {
  it("falls on multiples of the step, both ends included", () => {
    expect(instantsBetween(0, 600_000, 300_000)).toEqual([0, 300_000_000, 600_000_000]);
    expect(instantsBetween(1, 599_999, 300_000)).toEqual([300_000_000]);
  });

  it("is empty where no multiple lies between", () => expect(instantsBetween(1, 2, 1000)).toEqual([]));
});
