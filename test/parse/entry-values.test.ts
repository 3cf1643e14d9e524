import {describe, expect, it} from "vitest";
import {toMicros, toNumber} from "../../loaders/parse/entry.js";

describe("toNumber(value)", () => {
  it("refuses a long text in linear time", () => {
    const started = process.cpuUsage().user;
    expect(toNumber(`${"1".repeat(300_000)}x`)).toBeNull();
    expect(process.cpuUsage().user - started).toBeLessThan(5e6); // the square of its length would be minutes
  });

  it.each([
    [-8, -8],
    ["8063953748222", 8063953748222],
    ["-1.5e3", -1500],
    [" +.5 ", 0.5],
    ["1e-400", 0]
  ])("reads %j as %d", (value, number) => expect(toNumber(value)).toBe(number));

  it.each([null, "", " ", "12px", "0x10", "1_000", "1,5", "NaN", "Infinity", "1e400", Number.NaN, true, {}, [5]])(
    "gives null for %s",
    (value) => expect(toNumber(value)).toBeNull()
  );
});

const instant = 1778594100000000;

describe("toMicros(value)", () => {
  it.each([
    [1778594100.5, instant + 500_000],
    [1778594100000, instant],
    [instant, instant],
    ["1778594100000000000", instant],
    [1778594100000123400, instant + 123],
    [-1, -1_000_000],
    ["2026-05-12T13:55:00Z", instant],
    ["2026-05-12T13:55:00.123456789Z", instant + 123456],
    ["2026-05-12T15:55:00+02:00", instant],
    ["2026-05-12T13:55:00", instant],
    ["2026-05-12", 1778544000000000],
    ["2026-5-12 13:55", instant],
    ["2026/5/12 13:55", instant],
    ["2026-05-12 15:55:00.000001 +0200 UTC", instant + 1],
    ["2026-05-12T09:55:00-04", instant],
    ["20260512T135500Z", instant],
    ["2026-05-12 24:00", 1778630400000000]
  ])("reads %j", (value, micros) => expect(toMicros(value)).toBe(micros));

  it.each([
    null,
    "",
    "soon",
    "2026-02-30T00:00:00Z",
    "2026-05-12 24:01",
    "2026-05-12 13:60",
    "9/22/2026 10:14",
    "2026-05-12 13:55 EST",
    "9999-12-31T23:59:59.999999Z",
    true,
    "1e400",
    "2025-09"
  ])("gives null for %j", (value) => expect(toMicros(value)).toBeNull());
});

describe("toMicros(value, unit)", () => {
  it.each([
    [5, "s", 5_000_000],
    [5, "ms", 5_000],
    [5, "us", 5],
    [5_000, "ns", 5],
    ["1778594100", "ms", 1778594100_000]
  ] as const)("reads %j in %s", (value, unit, micros) => expect(toMicros(value, unit)).toBe(micros));

  it("reads ISO text whatever the unit", () => expect(toMicros("2026-05-12T13:55:00Z", "s")).toBe(instant));

  it("gives null where the unit puts it out of range", () => expect(toMicros(1.7e18, "s")).toBeNull());
});
