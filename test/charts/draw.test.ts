// @vitest-environment jsdom
import {expect, it} from "vitest";
import {draw} from "../../src/charts/draw.js";
import {frame} from "../../src/charts/frame.js";
import type {TimeChartOptions} from "../../src/charts/model.js";
import {formatTick} from "../../src/format/format.js";
import {attributes, line} from "./kit.js";

const picture = (values: number[], options: Partial<TimeChartOptions> = {}) =>
  draw(frame({title: "", series: [], ...options}, {width: 400, range: [0, 2000], tracks: [line(values)]}), "A <b>");

it("draw(frame, label) labels the axes with unit and time zone, and draws zero only between negative and positive values", () => {
  const drawn = picture([0, 1, 2], {unit: "<b>USD", formatTick, height: 160});
  expect(drawn.textContent).toMatch(/^012<b>USD00:00:00.*1 Jan 1970.*UTC$/);
  const zeros = ([1, -1] as const).map((sign) => attributes(picture([sign, 2]), "svg > svg > line", "stroke"));
  expect(zeros).toEqual([[], [expect.stringContaining("--fb-ink-2")]]);
});
