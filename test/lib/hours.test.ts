import {describe, expect, it} from "vitest";
import {hoursIn, shiftsOf} from "../../src/lib/hours.js";
import type {Meta} from "../../src/lib/opening.js";

const at = (text: string) => Date.parse(text) / 1000;
const year = ["2026-01-01T00:30:17Z", "2026-12-31T23:00:00Z"] as const;
const meta = {firstPublishedAt: year[0], lastPublishedAt: year[1]} as Meta;

describe("shiftsOf(zone, from, until)", () => {
  it.each([
    ["UTC", [[0, 0]]],
    ["Asia/Kolkata", [[0, 19_800]]],
    [
      "America/New_York", // 2026: 8 March at 2:00 EST, 1 November at 2:00 EDT
      [
        [0, -18_000],
        [at("2026-03-08T07:00:00Z"), -14_400],
        [at("2026-11-01T06:00:00Z"), -18_000]
      ]
    ],
    [
      "Australia/Lord_Howe", // half an hour; 5 April and 4 October at 2:00
      [
        [0, 39_600],
        [at("2026-04-04T15:00:00Z"), 37_800],
        [at("2026-10-03T15:30:00Z"), 39_600]
      ]
    ]
  ])("has for %s when its clocks changed", (zone, expected) => expect(shiftsOf(zone, ...year)).toEqual(expected));

  it("finds a change close to an end, and has one shift where there is no time", () => {
    const change = at("2026-03-08T07:00:00Z");
    expect(shiftsOf("America/New_York", "2026-03-08T06:59:30Z", "2026-03-08T07:00:00Z")).toEqual([
      [0, -18_000],
      [change, -14_400]
    ]);
    expect(shiftsOf("America/New_York", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00Z")).toEqual([[0, -14_400]]);
    expect(shiftsOf("UTC", null, null)).toEqual([[0, 0]]);
  });
});

describe("hoursIn(opening, zone)", () => {
  it("names the zone, with what its clocks showed while updates came", () => {
    expect(hoursIn({meta}, "utc")).toEqual({zone: "UTC", shifts: "[[0,0]]"});
    expect(hoursIn({meta}, "new-york")).toEqual({
      zone: "America/New_York",
      shifts: expect.stringContaining("-18000")
    });
    expect(hoursIn({meta}, "local")).toMatchObject({zone: "Australia/Lord_Howe"});
  });
});
