import {expect, it} from "vitest";
import {formatInstant, formatSpan, readZone, stretchesOf, zoneOffset} from "../../src/format/zone.js";

it("readZone(text) is UTC for an unknown zone", () => {
  expect(["new-york", "local", "toString", undefined].map(readZone)).toEqual(["new-york", "local", "utc", "utc"]);
});

it.each([["Asia/Tokio", "unknown time zone: Asia/Tokio: did you mean Asia/Tokyo?"]] as const)(
  "zoneOffset(%s, time) names the nearest zone",
  (zone, message) => {
    expect(() => zoneOffset(zone, 0)).toThrow(new Error(message));
  }
);

// The tests run in the zone of Lord Howe: 10:30 ahead of UTC, and 11:00 in its summer.
it.each([
  ["new-york", "2026-03-08T06:59:59.999Z", -5],
  ["new-york", "2026-03-08T07:00Z", -4],
  ["new-york", "2026-11-01T05:59:59.999Z", -4],
  ["new-york", "2026-11-01T06:00Z", -5],
  ["local", "2026-07-01T00:00Z", 10.5],
  ["local", "2026-01-01T00:00Z", 11]
] as const)("zoneOffset(zone, time) %s at %s", (zone, at, hours) => {
  expect(zoneOffset(zone, Date.parse(at)) / 3_600_000).toBeCloseTo(hours, 3);
});

it.each([
  ["2026-05-12T14:05:30.250Z", "new-york", undefined, "2026-05-12 10:05:30.250 EDT"],
  ["2026-11-01T05:30Z", "new-york", "minute", "2026-11-01 01:30 EDT"],
  ["2026-11-01T06:30Z", "new-york", "minute", "2026-11-01 01:30 EST"],
  ["2026-05-12T14:05:30Z", "local", "minute", "2026-05-13 00:35 GMT+10:30"],
  [null, "new-york", undefined, "–"]
] as const)("formatInstant(%s, %s, %s) is %s", (instant, zone, precision, text) => {
  expect(formatInstant(instant, zone, precision)).toBe(text);
});

it.each([
  ["2026-05-12T14:05Z", "2026-05-12T15:30Z", "new-york", "2026-05-12 10:05 – 11:30 EDT"],
  ["2026-05-12T22:00Z", "2026-05-13T02:00Z", "new-york", "2026-05-12 18:00 – 22:00 EDT"],
  ["2026-05-12T22:00Z", "2026-05-13T02:00Z", "utc", "2026-05-12 22:00 – 2026-05-13 02:00 UTC"],
  ["2026-11-01T05:30Z", "2026-11-01T06:30Z", "new-york", "2026-11-01 01:30 EDT – 01:30 EST"]
] as const)("formatSpan(%s, %s, %s) is %s", (from, until, zone, text) => {
  expect(formatSpan(from, until, zone)).toBe(text);
});

it.each([
  ["utc", "2026-01-01T00:00Z", "2026-12-31T00:00Z", "2026-01-01T00:00 0"],
  [
    ...["new-york", "2026-01-01T00:00Z", "2026-12-31T00:00Z"],
    "2026-01-01T00:00 -5, 2026-03-08T07:00 -4, 2026-11-01T06:00 -5"
  ],
  ["local", "2026-04-04T00:00Z", "2026-04-06T00:00Z", "2026-04-04T00:00 11, 2026-04-04T15:00 10.5"]
] as ["utc", string, string, string][])("stretchesOf(from, to, %s) splits at clock changes", (zone, from, to, text) => {
  const stretches = stretchesOf(Date.parse(from), Date.parse(to), zone);
  const parts = stretches.map(({from: at, offset}) => `${new Date(at).toISOString().slice(0, 16)} ${offset / 3.6e6}`);
  expect(parts.join(", ")).toBe(text);
  expect(stretches.map(({to}) => to)).toEqual([...stretches.slice(1).map(({from}) => from), Date.parse(to)]);
});
