// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {sparkline} from "../../../src/components/parts/sparkline.js";
import {expectSvg} from "../snapshot.js";

describe("sparkline(values, {width, height, label})", () => {
  it("draws a line with gaps and dots the last value", () => {
    expectSvg(sparkline([3, 5, 4, null, 6, 7n, NaN, 2, 3], {label: "BTC/USD, last 24 h"}), "sparkline");
  });

  it("is hidden from screen readers without a label", () => {
    expect(sparkline([1, 2]).getAttribute("aria-hidden")).toBe("true");
    expect(sparkline([1, 2], {label: "x"}).getAttribute("aria-label")).toBe("x");
  });

  it.each([
    ["nothing", []],
    ["only missing values", [null, NaN, undefined, "text"]]
  ])("is blank for %s", (_, values) => {
    expect(sparkline(values).children).toHaveLength(0);
  });

  it("draws equal values in the middle, and one value as a dot", () => {
    expect(sparkline([5, 5], {height: 20}).querySelector("path")?.getAttribute("d")).toBe("M3,10L93,10");
    expect(sparkline([5], {height: 20}).querySelector("circle")?.getAttribute("cy")).toBe("10");
  });

  it("stays inside its box for huge values", () => {
    expect(sparkline([-1e300, 1e300]).querySelector("path")?.getAttribute("d")).toBe("M3,21L93,3");
  });
});
