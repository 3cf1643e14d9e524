import {describe, expect, it} from "vitest";
import {steadyParts} from "../../../src/components/chart/steady.js";

const at = Date.parse;
const parts = (from: string, to: string, zone: "utc" | "new-york" | "local") =>
  steadyParts(at(from), at(to), zone).map(({from, to, offset}) => [
    new Date(from).toISOString().slice(0, 16),
    new Date(to).toISOString().slice(0, 16),
    offset / 3_600_000
  ]);

describe("steadyParts(from, to, zone)", () => {
  it("is one part where clocks are not changed", () => {
    expect(parts("2026-01-01T00:00Z", "2026-12-31T00:00Z", "utc")).toHaveLength(1);
    expect(parts("2026-06-01T00:00Z", "2026-06-02T00:00Z", "new-york")).toEqual([
      ["2026-06-01T00:00", "2026-06-02T00:00", -4]
    ]);
  });

  it("splits at the very minute, also of half an hour", () => {
    expect(parts("2026-01-01T00:00Z", "2026-12-31T00:00Z", "new-york")).toEqual([
      ["2026-01-01T00:00", "2026-03-08T07:00", -5],
      ["2026-03-08T07:00", "2026-11-01T06:00", -4],
      ["2026-11-01T06:00", "2026-12-31T00:00", -5]
    ]);
    expect(parts("2026-04-04T00:00Z", "2026-04-06T00:00Z", "local").map(([, , offset]) => offset)).toEqual([11, 10.5]);
  });

  it("is one part of nothing", () => expect(steadyParts(NaN, NaN, "new-york")).toHaveLength(1));
});
