import {scaleUtc} from "d3-scale";
import {expect, it} from "vitest";
import {labelMiddle, timeTicks} from "../../src/charts/ticks.js";
import type {TimeScale} from "../../src/charts/trading-time.js";
import {textWidth} from "../../src/ui/elements/dom.js";

// A scale over a span such as `2026-05-12T14:05Z/2026-05-12T14:06Z`.
const scaleOf = (span: string, width: number) =>
  scaleUtc(
    span.split("/").map((end) => Date.parse(end)),
    [0, width]
  );
const labels = (scale: TimeScale) =>
  timeTicks(scale)
    .map(({label, context}) => `${label} ${context}`.trim())
    .join(", ");

// Expects labels inside the plot that do not overlap.
function expectApart(scale: TimeScale, width: number): void {
  for (const line of ["label", "context"] as const) {
    let free = -0.01;
    for (const tick of timeTicks(scale)) {
      if (tick[line] === "") continue;
      const [middle, half] = [labelMiddle(tick[line], scale(tick.time), width), textWidth(tick[line]) / 2];
      expect(middle - half).toBeGreaterThanOrEqual(free);
      free = middle + half + 1e-9;
    }
    expect(free).toBeLessThanOrEqual(width + 0.01);
  }
}

it.each([
  ["2026-05-12T14:05:00.000Z/2026-05-12T14:05:00.400Z", "14:05:00.000 12 May 2026, 14:05:00.200, 14:05:00.400"],
  ["2026-05-12T14:05:00Z/2026-05-12T14:06:00Z", "14:05:00 12 May 2026, 14:05:15, 14:05:30, 14:05:45, 14:06:00"],
  ["2026-05-11T20:00Z/2026-05-12T08:00Z", "21:00 11 May 2026, 00:00 12 May 2026, 03:00, 06:00"],
  ["2026-04-28T00:00Z/2026-05-04T00:00Z", "Wed 29 Apr 2026, Fri 1 May 2026, Sun 3"],
  ["2026-04-20T00:00Z/2026-05-20T00:00Z", "26 Apr 2026, 3 May 2026, 10, 17"],
  ["2025-10-15T00:00Z/2026-06-15T00:00Z", "Nov 2025, Dec, Jan 2026, Feb, Mar, Apr, May, Jun"],
  ["2020-01-01T00:00Z/2026-01-01T00:00Z", "2020, 2021, 2022, 2023, 2024, 2025, 2026"]
])("timeTicks(scale) labels %s in UTC", (span, expected) => expect(labels(scaleOf(span, 400))).toBe(expected));

it.each([
  ["round times", "2026-05-12T00:00Z/2026-05-13T00:00Z", 400, "12T04:00 00:00, 12T10:00 06:00, 12T16:00 12:00"],
  ["23 hours", "2026-03-08T05:00Z/2026-03-08T10:00Z", 600, "08T05:00 00:00, 08T06:00 01:00, 08T07:00 03:00"],
  ["25 hours", "2026-11-01T04:00Z/2026-11-01T08:00Z", 420, "01T04:00 00:00, 01T05:00 01:00, 01T06:00 01:00"],
  ["days around 23", "2026-03-06T12:00Z/2026-03-11T12:00Z", 400, "07T05:00 Sat 7, 08T05:00 Sun 8, 09T04:00 Mon 9"]
])('timeTicks(scale, "new-york") labels %s', (_, span, width, first) => {
  const ticks = timeTicks(scaleOf(span, width), "new-york").slice(0, 3);
  expect(ticks.map(({time, label}) => `${new Date(time).toISOString().slice(8, 16)} ${label}`).join(", ")).toBe(first);
});

it.each([220, 390, 1600])("timeTicks(scale) has no overlapping labels at %d px", (width) => {
  for (const span of [200, 5000, 60_000, 3.6e6, 8.64e7, 6.048e8, 3e9, 4e10, 4e11]) {
    const start = Date.UTC(2026, 11, 28, 23, 17, 3);
    const scale = scaleUtc([start, start + span], [0, width]);
    expect(timeTicks(scale).length).toBeGreaterThan(0);
    expectApart(scale, width);
  }
});

it.each([400, 960, 1146, 1800])("timeTicks(scale, zone) has about as many ticks in each zone at %d px", (width) => {
  const scale = scaleOf("2026-05-11T22:10Z/2026-05-12T22:10Z", width);
  const counts = (["utc", "new-york", "Asia/Kolkata", "Asia/Tokyo"] as const).map(
    (zone) => timeTicks(scale, zone).length
  );
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});
