// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {formatBps} from "../../src/format/format.js";
import {find, line, press, rowsOf} from "./kit.js";

let chart = document.createElement("figure") as HTMLElement;
let count = 0;
const open = () => find(chart, "button[aria-expanded]").click();
const state = () => [find(chart, "button[aria-expanded]").getAttribute("aria-expanded"), rowsOf(chart, "tr")];

function make(values: number[], options = {}): void {
  const series = [line(values, {label: "<b>Up"})];
  chart = timeChart({title: `DataTable ${count}`, width: 640, formatValue: String, series, ...options});
  document.body.replaceChildren(chart);
}

beforeEach(() => {
  vi.useFakeTimers({toFake: ["setTimeout"]}); // a zoom is told when the keys rest
  count++;
});

afterEach(() => void vi.useRealTimers());

describe("the table of a time chart", () => {
  it("is made when it is asked for, and says what the chart shows", () => {
    make([1, NaN, 3]);
    expect(state()).toEqual(["false", []]);
    open();
    const rows = [
      "Time | <b>Up",
      ...["00 UTC | 1", "01 UTC | –", "02 UTC | 3"].map((row) => `1970-01-01 00:00:${row}`)
    ];
    expect(state()).toEqual(["true", rows]);
    expect(find(chart, "caption").textContent).toMatch(/1970-01-01 00:00 UTC to .*: all times$/);
    expect(find(chart, "[role=region]").tabIndex).toBe(0);
    open();
    expect(state()).toEqual(["false", []]);
  });

  it("has at most 200 rows, from the first to the last, and says so", () => {
    make(Array.from({length: 12_345}, (_, index) => index));
    open();
    const rows = rowsOf(chart);
    expect([rows.length, new Set(rows).size, rows[0]?.endsWith("| 0"), rows.at(-1)?.endsWith("| 12344")]).toEqual([
      ...[200, 200, true, true]
    ]);
    expect(find(chart, "caption").textContent).toContain("200 of 12,345 times, evenly sampled");
  });

  it("has the digits that tell values apart", () => {
    make([1.234, 1.2341], {formatValue: (value: number, more = 0) => formatBps(value, {more})});
    open();
    expect(rowsOf(chart).map((row) => row.split("| ")[1])).toEqual(["1.2340 bps", "1.2341 bps"]);
  });

  it("follows zoom and legend, and stays open in the chart that takes the place of this one", () => {
    make([1, 2, 3, 4, 5], {zone: "new-york"});
    open();
    for (const key of ["Home", "+"]) press(find(chart, ".fb-surface"), key);
    expect(rowsOf(chart)).toEqual(["00", "01", "02"].map((s) => `1969-12-31 19:00:${s} EST | ${Number(s) + 1}`));
    find(chart, ".fb-key").click();
    expect(rowsOf(chart, "tr")).toEqual(["Time"]);
    make([1, 2, 3]);
    expect(rowsOf(chart)).toHaveLength(3);
  });
});
