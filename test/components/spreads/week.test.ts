// @vitest-environment jsdom
import {rollup} from "d3-array";
import {describe, expect, it} from "vitest";
import {weekChart} from "../../../src/components/spreads/week.js";
import {paintedIn, textsIn} from "../heat/cells.js";
import {expectSvg} from "../snapshot.js";

const rows = Array.from({length: 168}, (_, i) => ({
  ...{weekday: 1 + Math.floor(i / 24), hour: i % 24, hours: 4n},
  spreadBps: 0.5 + 0.3 * Math.sin(i / 4) + i / 1000
}));
const named = {symbol: "Crypto.BTC/USD", zone: "America/New_York"};

describe("weekChart(rows, {symbol, zone})", () => {
  it("draws days by hours, in five classes of as many cells", () => {
    const chart = weekChart(rows, {...named, width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "week");
    const opacities = paintedIn(chart).map(({opacity}) => opacity);
    const counts = [...rollup(opacities, ({length}) => length, String).values()];
    expect(counts).toHaveLength(5);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it("says which hours are the tightest and the widest, in which zone", () => {
    const two = [
      {weekday: 7, hour: 23, spreadBps: 2, hours: 1},
      {weekday: 1, hour: 0, spreadBps: 0.25, hours: 3}
    ];
    const chart = weekChart(two, named);
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "Crypto.BTC/USD median spread by hour of the week, America/New_York. Tightest Monday 00:00 with 0.250 bps, widest Sunday 23:00 with 2.00 bps."
    );
    const texts = textsIn(chart);
    expect([texts.length, texts[0], texts[1], texts.at(-1)]).toEqual([
      168,
      "Monday 00:00: 0.250 bps, median of 3 hours",
      "Monday, 01:00: no spreads",
      "Sunday 23:00: 2.00 bps, median of 1 hour"
    ]);
  });

  it.each([
    ["no rows", []],
    [
      "none in a week",
      [
        {weekday: 8, hour: 24, spreadBps: 1, hours: 1},
        {weekday: 1, hour: 1, spreadBps: null, hours: 1}
      ]
    ]
  ])("says so with %s", (_, none) => {
    expect(weekChart(none, named).querySelector(".fb-body svg text")?.textContent).toBe("no spreads in any hour");
  });

  it("draws cells that are all alike", () => {
    const same = rows.map((row) => ({...row, spreadBps: 1}));
    const chart = weekChart(same, named);
    expect(paintedIn(chart)).toHaveLength(168);
    expect(chart.querySelectorAll(".fb-body rect")).toHaveLength(1); // the key
  });
});
