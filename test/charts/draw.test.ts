// @vitest-environment jsdom
import {expect, it} from "vitest";
import {draw} from "../../src/charts/draw.js";
import {frame} from "../../src/charts/frame.js";
import type {TimeChartOptions} from "../../src/charts/model.js";
import {formatTick} from "../../src/format/format.js";
import {attributes, line} from "./kit.js";

const picture = (values: number[], options: Partial<TimeChartOptions> = {}) =>
  draw(frame({title: "", series: [], ...options}, {width: 400, range: [0, 2000], tracks: [line(values)]}), "A <b>");

it("draw(frame, label) cuts shades to the range and names only those with room for it", () => {
  const drawn = picture([1, 2, 3], {
    shades: [
      {from: -9000, to: 1000, label: "closed", kind: "closed"},
      {from: 1000, to: 1010, label: "overnight", kind: "extended"},
      {from: 5000, to: 6000, label: "later", kind: "closed"}
    ]
  });
  expect([attributes(drawn, "rect", "x").length, attributes(drawn, "rect", "x")[0]]).toEqual([2, "0"]);
  expect(drawn.textContent).toMatch(/^closed(?!.*(overnight|later))/);
});

it("draw(frame, label) labels the axes with unit and time zone, and draws zero only between negative and positive values", () => {
  const drawn = picture([0, 1, 2], {unit: "<b>USD", formatTick, height: 160});
  expect(drawn.textContent).toMatch(/^012<b>USD00:00:00.*1 Jan 1970.*UTC$/);
  const zeros = ([1, -1] as const).map((sign) => attributes(picture([sign, 2]), "svg > svg > line", "stroke"));
  expect(zeros).toEqual([[], [expect.stringContaining("--fb-ink-2")]]);
});
