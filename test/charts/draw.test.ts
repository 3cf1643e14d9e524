// @vitest-environment jsdom
import {expect, it} from "vitest";
import {draw, timeAxis, valueAxis, zeroLine} from "../../src/charts/draw.js";
import {frame} from "../../src/charts/frame.js";
import type {Shade} from "../../src/charts/model.js";
import {formatTick} from "../../src/format/format.js";
import {attributes, line} from "./kit.js";

const picture = (shades: Shade[]): SVGSVGElement =>
  draw(frame({title: "", series: [], shades}, {width: 400, range: [0, 2000], tracks: [line([1, 2, 3])]}), "A <b>");

it("draw(frame, label) cuts shades to the range and names those with room for it", () => {
  const drawn = picture([
    {from: -9000, to: 1000, label: "closed", kind: "closed"},
    {from: 1000, to: 1010, label: "overnight", kind: "extended"},
    {from: 5000, to: 6000, label: "later", kind: "closed"}
  ]);
  expect([attributes(drawn, "rect", "x").length, attributes(drawn, "rect", "x")[0]]).toEqual([2, "0"]);
  expect(drawn.textContent).toMatch(/^closed/);
  expect(drawn.textContent).not.toMatch(/overnight|later/);
});

it("axes have labels and a unit, are in UTC and say so; zero has a line between negative and positive values", () => {
  const lay = (...values: number[]) =>
    frame(
      {title: "", series: [], unit: "<b>USD", formatTick, height: 160},
      {width: 400, range: [0, 2000], tracks: [line(values)]}
    );
  expect(valueAxis(lay(0, 1, 2)).textContent).toBe("012<b>USD");
  expect(timeAxis(lay(0, 1, 2)).textContent).toMatch(/^00:00:00.*1 Jan 1970.*UTC$/);
  expect([zeroLine(lay(1, 2)), zeroLine(lay(-2, -1)), zeroLine(lay(-1, 2))?.getAttribute("stroke")]).toEqual([
    ...[null, null, expect.stringContaining("--fb-ink-2")]
  ]);
});
