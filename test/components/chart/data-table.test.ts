// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {timeChart} from "../../../src/components/chart/time.js";
import {find, press} from "./pointer.js";
import {line} from "./track.js";

let chart = document.createElement("figure") as HTMLElement;
let count = 0;
const button = (): HTMLElement => find(chart, "button[aria-expanded]");
const cells = (): string[][] =>
  [...chart.querySelectorAll("tr")].map((row) => [...row.children].map(({textContent}) => textContent ?? ""));

function make(values: number[], options = {}): void {
  chart = timeChart({
    title: `DataTable ${count}`,
    width: 640,
    formatValue: String,
    series: [line(values, {label: "<b>Up"})],
    ...options
  });
  document.body.replaceChildren(chart);
}

beforeEach(() => void count++);

describe("the table of a time chart", () => {
  it("is made when it is asked for, and says what the chart shows", () => {
    make([1, NaN, 3]);
    expect([button().getAttribute("aria-expanded"), cells()]).toEqual(["false", []]);
    button().click();
    expect(button().getAttribute("aria-expanded")).toBe("true");
    expect(cells()).toEqual([
      ["Time", "<b>Up"],
      ["1970-01-01 00:00:00 UTC", "1"],
      ["1970-01-01 00:00:01 UTC", "–"],
      ["1970-01-01 00:00:02 UTC", "3"]
    ]);
    expect(find(chart, "caption").textContent).toMatch(/1970-01-01 00:00 UTC to .*: all its times$/);
    expect(find(chart, "[role=region]").tabIndex).toBe(0);
    expect(chart.querySelector("b")).toBeNull();
    button().click();
    expect([button().getAttribute("aria-expanded"), cells()]).toEqual(["false", []]);
  });

  it("has at most 200 rows, from the first to the last, and says so", () => {
    make(Array.from({length: 12_345}, (_, index) => index));
    button().click();
    expect(cells()).toHaveLength(201);
    expect([cells()[1]?.[1], cells().at(-1)?.[1]]).toEqual(["0", "12344"]);
    expect(new Set(cells().map(([time]) => time)).size).toBe(201);
    expect(find(chart, "caption").textContent).toContain("200 of 12,345 times, evenly chosen");
  });

  it.each([
    ["nothing", [], 1],
    ["one point", [5], 2]
  ])("of %s", (_, values, rows) => {
    make(values);
    button().click();
    expect(cells()).toHaveLength(rows);
  });

  it("follows zoom and legend, and stays open in the chart that takes the place of this one", () => {
    make([1, 2, 3, 4, 5], {zone: "new-york"});
    button().click();
    find(chart, ".fb-surface").focus();
    press(find(chart, ".fb-surface"), "Home");
    press(find(chart, ".fb-surface"), "+");
    expect(cells().map(([time]) => time)).toEqual([
      "Time",
      ...["00", "01", "02"].map((s) => `1969-12-31 19:00:${s} EST`)
    ]);
    find(chart, ".fb-key").click();
    expect(cells()[0]).toEqual(["Time"]);
    make([1, 2, 3]);
    expect(cells()).toHaveLength(4);
  });
});
