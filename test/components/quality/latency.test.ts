// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {loadPlot} from "../../../src/components/parts/plot.js";
import {latencyChart} from "../../../src/components/quality/latency.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const rows = ["latest_price", "price"].flatMap((endpoint, at) =>
  Array.from({length: 30}, (_, i) => ({
    ...{endpoint, startedAt: new Date(start + i * hour), answers: 60},
    ...{p50Ms: 40 + 10 * Math.sin(i / 3) + 30 * at, p95Ms: 120 + 60 * Math.sin(i / 5)}
  }))
);

beforeAll(loadPlot);

describe("latencyChart(rows)", () => {
  it("draws a bar per hour and endpoint", () => {
    const picture = latencyChart(rows, {width: 640}).querySelector(".fb-body > svg");
    expectSvg(picture, "latency");
    expect(picture?.querySelectorAll("rect")).toHaveLength(60);
  });

  it("says what the last hour of each endpoint was, and has all as a table", () => {
    const chart = latencyChart(
      rows.toSpliced(1, 1, {endpoint: "price", startedAt: new Date(start), answers: 1, p50Ms: 7, p95Ms: 8})
    );
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "Time to answer, by hour. In the last hour of latest_price: half within 37.6 ms, 95 % within 92.1 ms; of price: half within 67.6 ms, 95 % within 92.1 ms."
    );
    expect(chart.querySelectorAll("tbody tr")).toHaveLength(60);
  });

  it.each([
    ["no rows", []],
    ["nothing timed", [{endpoint: "file", startedAt: start, answers: 1, p50Ms: null, p95Ms: NaN}]]
  ])("says so with %s", (_, none) => {
    expect(latencyChart(none).querySelector(".fb-body svg text")?.textContent).toBe("no answers were timed");
  });

  it("draws one hour alone, of no time", () => {
    const chart = latencyChart([{endpoint: "<b>", startedAt: start, answers: 1, p50Ms: 0, p95Ms: 0}]);
    expect(chart.querySelector("svg[role=img]")?.outerHTML).not.toContain("NaN");
    expect(chart.querySelector("b")).toBeNull();
  });
});
