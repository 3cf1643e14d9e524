import {scaleUtc} from "d3-scale";
import {describe, expect, it} from "vitest";
import {middleOf, timeTicks} from "../../../src/components/chart/ticks.js";
import {textWidth} from "../../../src/components/parts/dom.js";

describe("timeTicks(scale)", () => {
  it.each([
    [
      "milliseconds",
      "2026-05-12T14:05:00.000Z",
      "2026-05-12T14:05:00.400Z",
      ["14:05:00.000 12 May 2026", "14:05:00.200", "14:05:00.400"]
    ],
    [
      "seconds",
      "2026-05-12T14:05:00Z",
      "2026-05-12T14:06:00Z",
      ["14:05:00 12 May 2026", "14:05:15", "14:05:30", "14:05:45", "14:06:00"]
    ],
    ["a day", "2026-05-11T20:00Z", "2026-05-12T08:00Z", ["21:00 11 May 2026", "00:00 12 May 2026", "03:00", "06:00"]],
    ["a week", "2026-04-28T00:00Z", "2026-05-04T00:00Z", ["Wed 29 Apr 2026", "Fri 1 May 2026", "Sun 3"]],
    ["weeks", "2026-04-20T00:00Z", "2026-05-20T00:00Z", ["26 Apr 2026", "3 May 2026", "10", "17"]],
    [
      "months",
      "2025-10-15T00:00Z",
      "2026-06-15T00:00Z",
      ["Nov 2025", "Dec", "Jan 2026", "Feb", "Mar", "Apr", "May", "Jun"]
    ],
    ["years", "2020-01-01T00:00Z", "2026-01-01T00:00Z", ["2020", "2021", "2022", "2023", "2024", "2025", "2026"]]
  ])("labels %s in UTC", (_, from, to, labels) => {
    const ticks = timeTicks(scaleUtc([new Date(from), new Date(to)], [0, 400]));
    expect(ticks.map(({label, context}) => `${label} ${context}`.trim())).toEqual(labels);
  });

  it("is not put off by a change of daylight saving time", () => {
    const ticks = timeTicks(scaleUtc([Date.parse("2026-03-07T12:00Z"), Date.parse("2026-03-08T12:00Z")], [0, 500]));
    expect(ticks.map(({label}) => label)).toEqual([
      "12:00",
      "15:00",
      "18:00",
      "21:00",
      "00:00",
      "03:00",
      "06:00",
      "09:00",
      "12:00"
    ]);
  });

  const zoned = (from: string, to: string, width: number) => {
    const scale = scaleUtc([Date.parse(from), Date.parse(to)], [0, width]);
    return timeTicks(scale, "new-york").map(({time, label}) => `${new Date(time).toISOString().slice(5, 16)} ${label}`);
  };

  it("stands at round times of a zone's clocks", () => {
    expect(zoned("2026-05-12T00:00Z", "2026-05-13T00:00Z", 400)).toEqual([
      ...["05-12T04:00 00:00", "05-12T10:00 06:00", "05-12T16:00 12:00", "05-12T22:00 18:00"]
    ]);
  });

  it("leaves out the hour that a day of 23 hours does not have", () => {
    expect(zoned("2026-03-08T05:00Z", "2026-03-08T10:00Z", 600)).toEqual([
      ...["03-08T05:00 00:00", "03-08T06:00 01:00", "03-08T07:00 03:00", "03-08T08:00 04:00", "03-08T09:00 05:00"],
      "03-08T10:00 06:00"
    ]);
  });

  it("has the hour twice that a day of 25 hours has twice", () => {
    expect(zoned("2026-11-01T04:00Z", "2026-11-01T08:00Z", 420)).toEqual([
      ...["11-01T04:00 00:00", "11-01T05:00 01:00", "11-01T06:00 01:00", "11-01T07:00 02:00", "11-01T08:00 03:00"]
    ]);
  });

  it.each([
    ["23", "2026-03-06T12:00Z", "2026-03-11T12:00Z", ["03-07T05:00 Sat 7", "03-08T05:00 Sun 8", "03-09T04:00 Mon 9"]],
    ["25", "2026-10-30T12:00Z", "2026-11-04T12:00Z", ["10-31T04:00 Sat 31", "11-01T04:00 Sun 1", "11-02T05:00 Mon 2"]]
  ])("has days begin at midnight around one of %s hours", (_, from, to, first) => {
    expect(zoned(from, to, 400).slice(0, 3)).toEqual(first);
  });

  const spans = [200, 5000, 60_000, 3.6e6, 8.64e7, 6.048e8, 3e9, 4e10, 4e11];
  const cases = [220, 320, 390, 800, 1280, 1600].flatMap((width) => spans.map((span) => ({width, span})));

  it.each(cases)("never overlaps labels at $width px over $span ms", ({width, span}) => {
    const start = Date.UTC(2026, 11, 28, 23, 17, 3);
    const scale = scaleUtc([start, start + span], [0, width]);
    const ticks = timeTicks(scale);
    expect(ticks.length).toBeGreaterThan(0);
    for (const line of ["label", "context"] as const) {
      const boxes = ticks
        .filter((tick) => tick[line] !== "")
        .map((tick) => [middleOf(tick[line], scale(tick.time), width), textWidth(tick[line]) / 2] as const);
      for (const [index, [middle, half]] of boxes.entries()) {
        expect(middle - half).toBeGreaterThanOrEqual(-0.01);
        const [next, nextHalf] = boxes[index + 1] ?? [Infinity, 0];
        expect(middle + half).toBeLessThan(next - nextHalf);
      }
    }
  });
});

describe("middleOf(text, x, right)", () => {
  it("keeps labels off the edges", () => {
    const half = textWidth("00:00") / 2;
    expect(middleOf("00:00", 0, 300)).toBe(half);
    expect(middleOf("00:00", 150, 300)).toBe(150);
    expect(middleOf("00:00", 300, 300)).toBe(300 - half);
  });
});
