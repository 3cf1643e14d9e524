// @vitest-environment jsdom
import {expect, it} from "vitest";
import {completenessChart} from "../../../src/views/quality/heat.js";
import {hour, start} from "../../charts/fixture.js";
import {find, paintedIn, rowsOf, texts, textsIn} from "../../charts/kit.js";

// An hour of a feed with 60 expected updates, at this many hours after the start.
const at = (hours: number, received: number | null, rest = {}) => ({
  ...{feed: "a", startedAt: new Date(start + hours * hour), seconds: 3600, expected: 60, received, asked: 1, hours: 1},
  ...rest
});
const received = [60, 59.5, 55, 40, 10, 0];
const rows = [
  ...received.map((count, i) => at(i, count, {feed: "Crypto.BTC/USD"})),
  ...received.map((_, i) => at(i + 1, 60, {feed: "FX.EUR/USD"}))
];
const labelOf = (chart: Element) => find(chart, "svg[role=img]").getAttribute("aria-label");

it("completenessChart(rows) draws feeds by hours in six classes, and counts received updates", () => {
  const chart = completenessChart(rows, {width: 640});
  expect(labelOf(chart)).toBe("Requested updates received. 2 feeds, 7 of 12 cells complete.");
  const cells = textsIn(chart);
  expect([cells[2], cells[7]]).toEqual([
    "Crypto.BTC/USD, 2026-05-11 02:00 UTC: 91.67 %, 55 of 60",
    "FX.EUR/USD, 2026-05-11 00:00 UTC: nothing expected"
  ]);
  const painted = paintedIn(chart).map(({fill, opacity}) => `${fill} ${opacity}`);
  expect([painted.length, new Set(painted).size, rowsOf(chart).length]).toEqual([12, 6, 12]);
});

it("completenessChart(rows) shows hours without a request in the picture, its key and its texts", () => {
  const chart = completenessChart([at(0, 60), at(1, null, {expected: null, asked: 0}), at(2, 0)]);
  expect(textsIn(chart)).toEqual([
    "a, 2026-05-11 00:00 UTC: 100.00 %, 60 of 60",
    "a, 2026-05-11 01:00 UTC: not requested",
    "a, 2026-05-11 02:00 UTC: 0 %, 0 of 60"
  ]);
  expect(new Set(paintedIn(chart).map(({opacity}) => opacity)).size).toBe(3);
  expect(texts(chart, "svg > text").at(-1)).toBe("not requested");
  expect(labelOf(chart)).toContain("1 feeds, 1 of 2 cells complete; 1 more were not requested.");
  expect(rowsOf(chart)[1]).toMatch(/^a \| 2026-05-11T01:00:00.000Z \| .*0$/);
  const day = at(0, 30, {seconds: 86_400, expected: 40, asked: 4, hours: 24});
  expect(textsIn(completenessChart([day]))).toEqual([
    "a, 2026-05-11 00:00 UTC: 75.00 %, 30 of 40, requested in 4 of 24 hours"
  ]);
});
