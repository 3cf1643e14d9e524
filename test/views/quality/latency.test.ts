// @vitest-environment jsdom
import {beforeAll, expect, it} from "vitest";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {latencyChart} from "../../../src/views/quality/latency.js";
import {hour, start} from "../../charts/fixture.js";
import {find, rowsOf} from "../../charts/kit.js";

const row = (endpoint: string, i: number, p50Ms: number | null, p95Ms: number) => ({
  ...{endpoint, startedAt: new Date(start + i * hour), answers: 60, p50Ms, p95Ms}
});
const rows = ["latest_price", "price"].flatMap((endpoint, at) =>
  Array.from({length: 8}, (_, i) => row(endpoint, i, 40 + 10 * Math.sin(i / 3) + 30 * at, 120 + 60 * Math.sin(i / 5)))
);

beforeAll(loadPlot);

it("latencyChart(rows) draws a bar per hour and endpoint, describes the last hour of each, and has a table", () => {
  const chart = latencyChart([...rows.slice(8), ...rows.slice(0, 8)], {width: 640});
  expect([chart.querySelectorAll(".fb-body svg rect").length, rowsOf(chart).length]).toEqual([16, 16]);
  expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toMatch(
    /^Response time by hour\. In the last hour of price: half within 77\.2 ms, 95 % within 179 ms; of latest_price: half within 47\.2 ms/
  );
});
