// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {completenessChart} from "../../../src/components/quality/completeness.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const received = [60, 59.5, 55, 40, 10, 0];
const rows = ["Crypto.BTC/USD", "FX.EUR/USD"].flatMap((feed, at) =>
  received.map((count, i) => ({
    feed,
    startedAt: new Date(start + (i + at) * hour),
    seconds: 3600,
    expected: 60,
    received: at === 0 ? count : 60
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
    const cells = [...chart.querySelectorAll("rect:has(title)")];
    expect(cells[2]?.textContent).toBe("Crypto.BTC/USD, 2026-05-11 02:00 UTC: 91.67 %, 55 of 60");
    const tints = new Set(cells.map((cell) => cell.getAttribute("fill") + String(cell.getAttribute("fill-opacity"))));
    expect(tints.size).toBe(6);
    expect(chart.querySelectorAll("tbody tr")).toHaveLength(12);
  });

  it("leaves out hours in which nothing was expected, and draws those after a gap in their place", () => {
    const two = [0, 5].map((i) => ({feed: "a", startedAt: start + i * hour, seconds: 3600n, expected: 1, received: 1}));
    const none = {feed: "b", startedAt: start, seconds: 3600, expected: 0, received: 0};
    const cells = [...completenessChart([...two, none], {width: 612}).querySelectorAll("rect:has(title)")];
    const [first, last] = cells.map((cell) => Number(cell.getAttribute("x")));
    expect(cells).toHaveLength(2);
    const wide = Number(cells[0]?.getAttribute("width")) + 1;
    expect((Number(last) - Number(first)) / wide).toBeCloseTo(5, 1);
  });

  it.each([
    ["no rows", []],
    ["nothing expected", [{feed: "a", startedAt: start, seconds: 3600, expected: null, received: NaN}]]
  ])("says so with %s", (_, none) => {
    expect(completenessChart(none).querySelector(".fb-body svg text")?.textContent).toBe("no updates in this range");
  });

  it.each([
    [3600, 24, ["00:00", "03:00"]],
    [14_400, 42, ["05-11", "05-12"]],
    [86_400, 10, ["05-11", "05-12"]]
  ])("labels steps of %d seconds by hours or days", (seconds, count, expected) => {
    const many = Array.from({length: count}, (_, i) => ({
      ...{feed: "a", startedAt: start + i * seconds * 1000, seconds, expected: 1, received: 1}
    }));
    const texts = [...completenessChart(many, {width: 1200}).querySelectorAll("text[text-anchor=middle]")];
    expect(texts.slice(0, 2).map(({textContent}) => textContent)).toEqual(expected);
  });
});
