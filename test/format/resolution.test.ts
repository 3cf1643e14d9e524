import {describe, expect, it} from "vitest";
import {type Part, resolutionOf, stepOf} from "../../src/format/resolution.js";

// A year of a hundred feeds, a row a minute: what a snapshot may hold of it.
const until = "2026-05-12T14:00:00Z";
const part = (name: string, since: string | null, rows: number): Part => ({name, rows, whole: false, since, until});
const parts = [
  part("prices", "2026-05-11T14:00:00Z", 144_000),
  part("bars_1m", "2026-05-05T14:00:00Z", 1_008_000),
  part("bars_1h", "2026-03-01T00:00:00Z", 174_000)
];
const held = {parts, feeds: 100};

describe("resolutionOf([from, until], {parts, feeds})", () => {
  it.each([
    ["2026-05-12T13:00:00Z", "raw", "an hour of the window"],
    ["2026-05-11T14:00:00Z", "raw", "the window, to the instant"],
    ["2026-05-11T13:59:59.999Z", "1m", "a moment more than the window"],
    ["2026-05-05T14:00:00Z", "1m", "a week"],
    ["2026-05-01T00:00:00Z", "1h", "more than bars of a minute hold"],
    ["2025-05-12T14:00:00Z", "1d", "a year"]
  ])("gives from %s on %s: %s", (from, resolution) => {
    expect(resolutionOf([from, until], held)).toBe(resolution);
  });

  it("reads at most 20 000 rows of a feed", () => {
    const dense = [
      {...part("prices", "2026-05-11T14:00:00Z", 86_400), whole: true},
      part("bars_1m", "2026-05-05T14:00:00Z", 10_080)
    ];
    expect(resolutionOf(["2026-05-11T14:00:00Z", until], {parts: dense, feeds: 1})).toBe("1m");
    expect(resolutionOf(["2026-05-12T09:00:00Z", until], {parts: dense, feeds: 1})).toBe("raw");
  });

  it("reads what is there whole, also from before its first row on", () => {
    const whole = parts.map((one) => ({...one, whole: true}));
    expect(resolutionOf(["2026-05-11T13:00:00Z", until], {parts: whole, feeds: 100})).toBe("raw");
  });

  it("takes bars where of updates there are the last ones alone", () => {
    const last = [part("prices", null, 100), ...parts.slice(1)];
    expect(resolutionOf(["2026-05-12T13:58:00Z", until], {parts: last, feeds: 100})).toBe("1m");
  });

  it("knows funding rates by the updates and the hour, of the feeds that have some", () => {
    const rates = [part("funding", "2026-05-11T14:00:00Z", 14_400), part("funding_1h", "2026-03-01T00:00:00Z", 17_400)];
    const of = {parts: [...parts, ...rates], feeds: 10, of: "funding"} as const;
    const starts = ["2026-05-11T14:00:00Z", "2026-05-11T13:00:00Z", "2026-03-01T00:00:00Z", "2026-02-28T00:00:00Z"];
    expect(starts.map((from) => resolutionOf([from, until], of))).toEqual(["raw", "1h", "1h", "1d"]);
    expect(resolutionOf(["2026-05-11T14:00:00Z", until], {...of, feeds: 0.5})).toBe("1h"); // more than 20 000 of each
  });

  it("gives days where nothing finer has a row", () => {
    const none = parts.map((one) => ({...one, rows: 0, whole: true, since: null, until: null}));
    expect(resolutionOf(["2026-05-11T13:00:00Z", until], {parts: none, feeds: 0})).toBe("1d");
    expect(resolutionOf(["2026-05-11T13:00:00Z", until], {parts: [], feeds: 2})).toBe("1d");
  });
});

it.each([
  ["2026-05-12T14:00:00Z", 1],
  ["2026-05-12T14:00:00.001Z", 0.001],
  ["2026-05-12T14:05:00Z", 0.5],
  ["2026-05-12T14:24:00Z", 1],
  ["2026-05-12T14:24:01Z", 2],
  ["2026-05-13T14:00:00Z", 60],
  ["2026-06-11T14:00:00Z", 1800],
  ["2036-05-12T14:00:00Z", 259200]
])("stepOf(from, until, points) until %s is %d s: a step of a clock, of at most 1 440 points", (until, step) => {
  expect(stepOf("2026-05-12T14:00:00Z", until, 1440)).toBe(step);
});
