import {expect, it} from "vitest";
import {type Part, resolutionOf, stepOf} from "../../src/format/resolution.js";

const until = "2026-05-12T14:00:00Z";
const part = (name: string, since: string | null, rows: number, whole = false): Part => ({
  name,
  rows,
  whole,
  since,
  until
});
// A year of a hundred feeds, a row a minute.
const parts = [
  part("prices", "2026-05-11T14:00:00Z", 144_000),
  part("bars_1m", "2026-05-05T14:00:00Z", 1_008_000),
  part("bars_1h", "2026-03-01T00:00:00Z", 174_000)
];
const dense = [part("prices", "2026-05-11T14:00:00Z", 8_640_000, true), ...parts.slice(1)];
const whole = parts.map((one) => ({...one, whole: true}));
const last = [part("prices", null, 100), ...parts.slice(1)];
const rates = [part("funding", "2026-05-11T14:00:00Z", 144_000), part("funding_1h", "2026-03-01T00:00:00Z", 174_000)];

it.each<[string, string, string, Part[]]>([
  ["an hour", "2026-05-12T13:00:00Z", "raw", parts],
  ["the window, to the instant", "2026-05-11T14:00:00Z", "raw", parts],
  ["a moment more than the window", "2026-05-11T13:59:59.999Z", "1m", parts],
  ["more than the bars of a minute", "2026-05-01T00:00:00Z", "1h", parts],
  ["a year", "2025-05-12T14:00:00Z", "1d", parts],
  ["more than 20 000 rows of a feed", "2026-05-11T14:00:00Z", "1m", dense],
  ["20 000 rows of a feed", "2026-05-12T09:00:00Z", "raw", dense],
  ["a time before the first row of a whole table", "2026-05-11T13:00:00Z", "raw", whole],
  ["a table that has only the last updates", "2026-05-12T13:58:00Z", "1m", last],
  ["tables without rows", "2026-05-11T13:00:00Z", "1d", whole.map((one) => ({...one, rows: 0, since: null}))]
])("resolutionOf([from, until], {parts, feeds}) for %s from %s is %s", (_, from, resolution, all) => {
  expect(resolutionOf([from, until], {parts: all, feeds: 100})).toBe(resolution);
});

it.each([
  ["2026-05-11T14:00:00Z", 100, "raw"],
  ["2026-05-11T13:00:00Z", 100, "1h"],
  ["2026-05-11T14:00:00Z", 5, "1h"]
])("resolutionOf([%s, until], {of: funding, feeds: %d}) is %s", (from, feeds, resolution) => {
  expect(resolutionOf([from, until], {parts: [...parts, ...rates], feeds, of: "funding"})).toBe(resolution);
});

it.each([
  ["2026-05-12T14:00:00Z", 1],
  ["2026-05-12T14:00:00.001Z", 0.001],
  ["2026-05-12T14:24:01Z", 2],
  ["2026-05-13T14:00:00Z", 60],
  ["2036-05-12T14:00:00Z", 259200]
])("stepOf(from, %s, 1440) is %d s", (end, step) => expect(stepOf(until, end, 1440)).toBe(step));
