// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {completenessChart} from "../../../src/components/quality/completeness.js";
import {hour, start} from "../fixture.js";
import {paintedIn, textsIn} from "../heat/cells.js";
import {expectSvg} from "../snapshot.js";

const received = [60, 59.5, 55, 40, 10, 0];
const rows = ["Crypto.BTC/USD", "FX.EUR/USD"].flatMap((feed, at) =>
  received.map((count, i) => ({
    feed,
    startedAt: new Date(start + (i + at) * hour),
    seconds: 3600,
    expected: 60,
    received: at === 0 ? count : 60,
    ...{asked: 1, hours: 1}
  }))
);

describe("completenessChart(rows)", () => {
  it("draws feeds by hours, in six classes", () => {
    expectSvg(completenessChart(rows, {width: 640}).querySelector(".fb-body > svg"), "completeness");
  });

  it("says how much is complete, and each cell what came", () => {
    const chart = completenessChart(rows);
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "Updates received of those expected. 2 feeds, 7 of 12 cells complete."
    );
    expect(textsIn(chart)[2]).toBe("Crypto.BTC/USD, 2026-05-11 02:00 UTC: 91.67 %, 55 of 60");
    expect(textsIn(chart)[7]).toBe("FX.EUR/USD, 2026-05-11 00:00 UTC: nothing expected");
    const cells = paintedIn(chart);
    expect(cells).toHaveLength(12);
    expect(new Set(cells.map(({fill, opacity}) => `${fill} ${opacity}`)).size).toBe(6);
    expect(chart.querySelectorAll("tbody tr")).toHaveLength(12);
  });

  it("shows hours that nobody asked for as such: in the picture, its key and its words", () => {
    const hours = [
      {expected: 60, received: 60, asked: 1},
      {expected: null, received: null, asked: 0},
      {expected: 60, received: 0, asked: 1}
    ];
    const chart = completenessChart(
      hours.map((told, i) => ({feed: "a", startedAt: start + i * hour, seconds: 3600, hours: 1, ...told}))
    );
    expect(textsIn(chart)).toEqual([
      "a, 2026-05-11 00:00 UTC: 100.00 %, 60 of 60",
      "a, 2026-05-11 01:00 UTC: nobody asked",
      "a, 2026-05-11 02:00 UTC: 0 %, 0 of 60"
    ]);
    expect(new Set(paintedIn(chart).map(({opacity}) => opacity)).size).toBe(3);
    expect([...chart.querySelectorAll("svg > text")].at(-1)?.textContent).toBe("nobody asked");
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toContain(
      "1 feeds, 1 of 2 cells complete; nobody asked for 1 more."
    );
    expect([...chart.querySelectorAll("tbody tr")][1]?.textContent).toBe("a2026-05-11T01:00:00.000Z0");
  });

  it("says of a step that nobody asked for as a whole how much of it was", () => {
    const day = {feed: "a", startedAt: start, seconds: 86_400, expected: 40, received: 30, asked: 4, hours: 24};
    expect(textsIn(completenessChart([day]))).toEqual([
      "a, 2026-05-11 00:00 UTC: 75.00 %, 30 of 40, asked for in 4 of 24 hours"
    ]);
  });

  it("leaves out hours in which nothing was expected, and draws those after a gap in their place", () => {
    const two = [0, 5].map((i) => ({
      feed: "a",
      startedAt: start + i * hour,
      seconds: 3600n,
      expected: 1,
      received: 1,
      asked: 1,
      hours: 1
    }));
    const none = {feed: "b", startedAt: start, seconds: 3600, expected: 0, received: 0, asked: 1, hours: 1};
    const cells = paintedIn(completenessChart([...two, none], {width: 612}));
    const [first, last] = cells;
    expect(cells).toHaveLength(2);
    expect((Number(last?.x) - Number(first?.x)) / (Number(first?.width) + 1)).toBeCloseTo(5, 1);
  });

  it.each([
    ["no rows", []],
    [
      "nothing expected",
      [{feed: "a", startedAt: start, seconds: 3600, expected: null, received: NaN, asked: 0, hours: 1}]
    ]
  ])("says so with %s", (_, none) => {
    expect(completenessChart(none).querySelector(".fb-body svg text")?.textContent).toBe("no updates in this range");
  });

  it.each([
    [3600, 24, ["00:00", "03:00"]],
    [14_400, 42, ["05-11", "05-12"]],
    [86_400, 10, ["05-11", "05-12"]]
  ])("labels steps of %d seconds by hours or days", (seconds, count, expected) => {
    const many = Array.from({length: count}, (_, i) => ({
      ...{feed: "a", startedAt: start + i * seconds * 1000, seconds, expected: 1, received: 1, asked: 1, hours: 1}
    }));
    const texts = [...completenessChart(many, {width: 1200}).querySelectorAll("text[text-anchor=middle]")];
    expect(texts.slice(0, 2).map(({textContent}) => textContent)).toEqual(expected);
  });
});
