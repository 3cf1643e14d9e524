import {describe, expect, it} from "vitest";
import {stepOf, steps} from "../../src/lib/steps.js";

describe("stepOf(from, until, points)", () => {
  it.each([
    ["2026-05-12T14:00:00Z", 1],
    ["2026-05-12T14:00:00.001Z", 0.001],
    ["2026-05-12T14:00:02Z", 0.002],
    ["2026-05-12T14:05:00Z", 0.5],
    ["2026-05-12T14:24:00Z", 1],
    ["2026-05-12T14:24:01Z", 2],
    ["2026-05-12T15:00:00Z", 3],
    ["2026-05-12T20:00:00Z", 15],
    ["2026-05-13T14:00:00Z", 60],
    ["2026-05-19T14:00:00Z", 600],
    ["2026-06-11T14:00:00Z", 1800],
    ["2036-05-12T14:00:00Z", 259200]
  ])("until %s is %d s: a step of a clock, of at most 1 440 points", (until, step) => {
    expect(stepOf("2026-05-12T14:00:00Z", until, 1440)).toBe(step);
  });
});

describe("steps", () => {
  it("divide each other's clocks: minutes, hours, the day", () => {
    const of = (seconds: number): number => (seconds < 60 ? 60 : seconds < 3600 ? 3600 : 86_400);
    for (const step of steps) expect(of(step) % step, String(step)).toBe(0);
  });
});
