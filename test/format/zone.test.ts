import {expect, it} from "vitest";
import {formatInstant, formatPeriod, readZone, stretchesOf, zoneName, zoneOffset} from "../../src/format/zone.js";

const hours = 3_600_000;

it.each([
  ["new-york", "new-york"],
  ["local", "local"],
  ["toString", "utc"],
  [undefined, "utc"]
])("readZone(text) %s", (text, zone) => expect(readZone(text)).toBe(zone));

it.each([
  ["Asia/Tokio", "unknown time zone: Asia/Tokio: did you mean Asia/Tokyo?"],
  ["Moon/Tranquillity_Base", "unknown time zone: Moon/Tranquillity_Base"]
] as const)("zoneOffset(%s, time) says what is wrong", (zone, said) =>
  expect(() => zoneOffset(zone, 0)).toThrow(new Error(said))
);

// The tests' own zone is Lord Howe's: 10:30 ahead of UTC, and 11:00 in its summer.
it.each([
  ["utc", "2026-07-01T00:00Z", 0],
  ["new-york", "2026-03-08T06:59:59.999Z", -5],
  ["new-york", "2026-03-08T07:00Z", -4],
  ["new-york", "2026-11-01T05:59:59.999Z", -4],
  ["new-york", "2026-11-01T06:00Z", -5],
  ["local", "2026-07-01T00:00Z", 10.5],
  ["local", "2026-01-01T00:00Z", 11],
  ["new-york", "-271821-04-20T00:00:00Z", -5],
  ["new-york", "+275760-09-13T00:00:00Z", -5]
] as const)("zoneOffset(zone, time) %s at %s", (zone, at, ahead) => {
  expect(zoneOffset(zone, Date.parse(at)) / hours).toBeCloseTo(ahead, 3);
});

it("zoneName(zone, time) tells summer from winter", () => {
  expect(["2026-07-01", "2026-01-01"].map((day) => zoneName("new-york", Date.parse(day)))).toEqual(["EDT", "EST"]);
  expect(zoneName("utc", 0)).toBe("UTC");
  expect(zoneName("local", NaN)).toBe("UTC");
});

it.each([
  ["2026-05-12T14:05:30.250Z", "new-york", undefined, "2026-05-12 10:05:30.250 EDT"],
  ["2026-01-01T03:00Z", "new-york", "minute", "2025-12-31 22:00 EST"],
  ["2026-11-01T05:30Z", "new-york", "minute", "2026-11-01 01:30 EDT"],
  ["2026-11-01T06:30Z", "new-york", "minute", "2026-11-01 01:30 EST"],
  ["2026-05-12T14:05:30Z", "utc", "minute", "2026-05-12 14:05 UTC"],
  ["2026-05-12T14:05:30Z", "local", "minute", "2026-05-13 00:35 GMT+10:30"],
  [null, "new-york", undefined, "–"],
  [NaN, "local", undefined, "–"]
] as const)("formatInstant(instant, zone, precision) %s, %s, %s", (instant, zone, precision, text) => {
  expect(formatInstant(instant, zone, precision)).toBe(text);
});

it.each([
  ["2026-05-12T14:05Z", "2026-05-12T15:30Z", "utc", "2026-05-12 14:05 – 15:30 UTC"],
  ["2026-05-12T14:05Z", "2026-05-12T15:30Z", "new-york", "2026-05-12 10:05 – 11:30 EDT"],
  ["2026-05-12T22:00Z", "2026-05-13T02:00Z", "new-york", "2026-05-12 18:00 – 22:00 EDT"],
  ["2026-05-12T22:00Z", "2026-05-13T02:00Z", "utc", "2026-05-12 22:00 – 2026-05-13 02:00 UTC"],
  ["2026-11-01T05:30Z", "2026-11-01T06:30Z", "new-york", "2026-11-01 01:30 EDT – 01:30 EST"]
] as const)("formatPeriod(from, until, zone) %s to %s, %s", (from, until, zone, text) =>
  expect(formatPeriod(from, until, zone)).toBe(text)
);

const parts = (from: string, to: string, zone: "utc" | "new-york" | "local") =>
  stretchesOf(Date.parse(from), Date.parse(to), zone).map(({from, to, offset}) => [
    new Date(from).toISOString().slice(0, 16),
    new Date(to).toISOString().slice(0, 16),
    offset / 3_600_000
  ]);

it("stretchesOf(from, to, zone) is split at the very minute where clocks are changed, also by half an hour", () => {
  expect(parts("2026-01-01T00:00Z", "2026-12-31T00:00Z", "utc")).toHaveLength(1);
  expect(parts("2026-01-01T00:00Z", "2026-12-31T00:00Z", "new-york")).toEqual([
    ["2026-01-01T00:00", "2026-03-08T07:00", -5],
    ["2026-03-08T07:00", "2026-11-01T06:00", -4],
    ["2026-11-01T06:00", "2026-12-31T00:00", -5]
  ]);
  expect(parts("2026-04-04T00:00Z", "2026-04-06T00:00Z", "local").map(([, , offset]) => offset)).toEqual([11, 10.5]);
});
