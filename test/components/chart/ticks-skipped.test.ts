import {describe, expect, it} from "vitest";
import type {Shade} from "../../../src/components/chart/model.js";
import {middleOf, timeTicks} from "../../../src/components/chart/ticks.js";
import {isSkipped, openTime, timeScale} from "../../../src/components/chart/trading-time.js";
import {textWidth} from "../../../src/components/parts/dom.js";

const hour = 3_600_000;
const monday = Date.UTC(2026, 4, 11);
// Four weeks of trade from 13:30 to 20:00 on weekdays.
const open = openTime(
  Array.from({length: 28}, (_, day) => day)
    .filter((day) => day % 7 < 5)
    .map((day): Shade => {
      const from = monday + (24 * day + 20) * hour;
      return {from, to: from + (day % 7 === 4 ? 65.5 : 17.5) * hour, label: "closed", kind: "closed"};
    })
);

describe("timeTicks(scale) of a scale that skips", () => {
  it.each([
    ["two days", 14, 44, ["15:00 11 May 2026", "18:00", "13:30 12 May 2026", "15:00", "18:00"]],
    ["a week", 13.5, 116, ["Tue 12 May 2026", "Wed 13", "Thu 14", "Fri 15"]],
    ["weeks", 13.5, 500, ["Tue 12 May 2026", "Thu 14", "Mon 18", "Wed 20"]]
  ])("labels %s at round times, or where the market opens", (_, from, to, labels) => {
    const ticks = timeTicks(timeScale([monday + from * hour, monday + to * hour], [4, 504], open));
    expect(ticks.slice(0, labels.length).map(({label, context}) => `${label} ${context}`.trim())).toEqual(labels);
  });

  it("has New York's times there", () => {
    const scale = timeScale([monday + 14 * hour, monday + 44 * hour], [4, 504], open);
    expect(timeTicks(scale, "new-york").map(({label}) => label)).toContain("09:30");
  });

  it.each([60, 260, 400, 900, 1400])("has none in what is skipped, and none over another, in %d px", (width) => {
    for (let from = 0; from < 300; from += 7.5) {
      for (const length of [3, 9, 24, 31, 72, 120, 300]) {
        const range = [monday + from * hour, monday + (from + length) * hour] as const;
        const scale = timeScale(range, [4, width - 4], open);
        if (open.at(range[0]) === open.at(range[1])) continue;
        let free = -Infinity;
        for (const {time, label} of timeTicks(scale)) {
          expect(isSkipped(open, time) || time < range[0] || time > range[1]).toBe(false);
          const middle = middleOf(label, scale(time), width);
          expect(middle - textWidth(label) / 2).toBeGreaterThan(free);
          free = middle + textWidth(label) / 2;
        }
      }
    }
  });
});
