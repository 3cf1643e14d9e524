// @vitest-environment jsdom
import {expect, it} from "vitest";
import {weekChart} from "../../../src/views/spreads/week.js";
import {find, paintedIn, textsIn} from "../../charts/kit.js";

const cell = (weekday: number, hour: number, spreadBps: number | null, hours: number | bigint = 4n) => ({
  ...{weekday, hour, spreadBps, hours}
});
const rows = Array.from({length: 168}, (_, i) =>
  cell(1 + Math.floor(i / 24), i % 24, 0.5 + 0.3 * Math.sin(i / 4) + i / 1000)
);
const named = {symbol: "Crypto.BTC/USD", zone: "America/New_York"};

it("weekChart(rows, {symbol, zone}) draws days by hours in five classes of equal size, or in one class", () => {
  const chart = weekChart(rows, {...named, width: 640});
  const counts = new Map<number, number>();
  for (const {opacity} of paintedIn(chart)) counts.set(opacity, (counts.get(opacity) ?? 0) + 1);
  expect([...counts.values()].toSorted()).toEqual([33, 33, 34, 34, 34]);
  const alike = rows.map((row) => ({...row, spreadBps: 1}));
  expect(weekChart(alike, named).querySelectorAll(".fb-body rect")).toHaveLength(1); // the key
});

it("weekChart(rows, {symbol, zone}) names the tightest and the widest hour, and the zone", () => {
  const chart = weekChart([cell(7, 23, 2, 1), cell(1, 0, 0.25, 3)], named);
  expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toBe(
    "Crypto.BTC/USD median spread by hour of the week, America/New_York. Tightest Monday 00:00 with 0.250 bps, widest Sunday 23:00 with 2.00 bps."
  );
  const cells = textsIn(chart);
  expect([cells.length, cells[0], cells[1], cells.at(-1)]).toEqual([
    168,
    "Monday 00:00: 0.250 bps, median of 3 hours",
    "Monday, 01:00: no spreads",
    "Sunday 23:00: 2.00 bps, median of 1 hour"
  ]);
});
