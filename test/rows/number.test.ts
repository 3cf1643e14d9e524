import {describe, expect, it} from "vitest";
import {toNumber} from "../../loaders/rows/number.js";

describe("toNumber(value)", () => {
  it("takes no time to refuse a long text", () => {
    const started = process.cpuUsage().user;
    expect(toNumber(`${"1".repeat(300_000)}x`)).toBeNull();
    expect(process.cpuUsage().user - started).toBeLessThan(5e6); // the square of its length would be minutes
  });

  it.each([
    [0, 0],
    [-8, -8],
    ["8063953748222", 8063953748222],
    ["-1.5e3", -1500],
    [" +.5 ", 0.5],
    ["80813667608700000", 80813667608700000],
    ["1e-400", 0]
  ])("reads %j as %d", (value, number) => expect(toNumber(value)).toBe(number));

  it.each([undefined, null, "", " ", "abc", "12px", "0x10", "1_000", "1,5", "NaN", "Infinity", "1e400"])(
    "gives null for %j",
    (value) => expect(toNumber(value)).toBeNull()
  );

  it.each<unknown>([Number.NaN, Number.POSITIVE_INFINITY, true, false, {}, [], [5], {valueOf: () => 5}])(
    "gives null for the value %s",
    (value) => expect(toNumber(value)).toBeNull()
  );
});
