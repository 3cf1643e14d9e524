// @vitest-environment jsdom
import {expect, it} from "vitest";
import {sparkline} from "../../../src/ui/elements/sparkline.js";
import {attributes} from "../../charts/kit.js";

it("sparkline(values, {label}) draws a line with gaps, dots the last value, and is hidden without a label", () => {
  const drawn = sparkline([3, 5, 4, null, 6, 7n, NaN, 2, 3], {label: "BTC/USD, last 24 h"});
  expect(attributes(drawn, "path", "d")[0]?.match(/[ML]/g)?.join("")).toBe("MLLMLML");
  expect([drawn.getAttribute("aria-label"), drawn.querySelectorAll("circle").length]).toEqual([
    "BTC/USD, last 24 h",
    1
  ]);
  expect(sparkline([1, 2]).getAttribute("aria-hidden")).toBe("true");
});

it.each([
  ["nothing", [], [], []],
  ["equal values", [5, 5], ["M3,10L93,10"], ["10"]],
  ["one value", [5], ["M3,10Z"], ["10"]],
  ["huge values", [-1e300, 1e300], ["M3,17L93,3"], ["3"]]
])("sparkline(values, {height: 20}) of %s", (_, values, paths, dots) => {
  const drawn = sparkline(values, {height: 20});
  expect([attributes(drawn, "path", "d"), attributes(drawn, "circle", "cy")]).toEqual([paths, dots]);
});
