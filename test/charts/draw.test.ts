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

const tagged = (values: number[], isLast = true, options: Partial<TimeChartOptions> = {}) => {
  const tracks = [line(values, {tagged: true}), line([9, 9, 9])];
  const given = {title: "", series: [], formatValue: (value: number) => `${value} USD`, ...options};
  return draw(frame(given, {width: 400, range: [0, 2000], tracks, isLast}), "a");
};

it.each([
  [[1, 2, 3], "--fb-positive", "3 USD"],
  [[3, 2.5, NaN], "--fb-negative", "2.5 USD"],
  [[2, 3, 2], "--fb-ink-2", "2 USD"]
])("draw(frame) tags the last value of %j, filled by its direction", (values, tint, text) => {
  const [tag] = tagged(values).querySelectorAll("[data-tag=last]");
  expect(tag?.textContent).toBe(text);
  expect(tag?.querySelector("rect")?.getAttribute("fill")).toContain(tint);
  expect(tagged(values, false).querySelector("[data-tag]")).toBeNull(); // an older value is not the last one
});

it("draw(frame) draws the sessions as a strip above the plot, closed ones hatched, unless all are regular", () => {
  const [regular, closed] = ["regular", "closed"].map((kind, i) => ({
    from: 1000 * i,
    to: 1000 * (i + 1),
    label: kind,
    kind
  }));
  const strip = (...shades: (typeof regular)[]) => {
    const drawn = tagged([1, 2, 3], true, {shades: shades.flatMap((shade) => shade ?? [])});
    return [
      attributes(drawn, "rect[height='6']", "fill").length,
      attributes(drawn, "svg > g > g > svg[height='6']", "x").length
    ];
  };
  expect([strip(regular, closed), strip(regular)]).toEqual([
    [1, 1],
    [0, 0]
  ]);
});
