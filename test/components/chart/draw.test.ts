// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {draw, timeAxis, valueAxis, zeroLine} from "../../../src/components/chart/draw.js";
import {type Frame, frame} from "../../../src/components/chart/frame.js";
import type {Shade} from "../../../src/components/chart/model.js";
import {formatTick} from "../../../src/lib/format.js";
import {line} from "./track.js";

const picture = (shades: Shade[] = [], keys = ["a"]): SVGSVGElement => {
  const tracks = keys.map((key) =>
    line([1, 2, 3], {key, shape: key.startsWith("band") ? "band" : "line", upper: [2, 3, 4]})
  );
  return draw(frame({title: "", series: [], shades}, {width: 400, range: [0, 2000], tracks}), "A <b>");
};

describe("draw(frame, label)", () => {
  it("is a named image", () => {
    expect(picture().getAttribute("role")).toBe("img");
    expect(picture().getAttribute("aria-label")).toBe("A <b>");
  });

  it("puts bands below lines, and the first line on top", () => {
    const keys = [...picture([], ["line1", "line2", "band"]).querySelectorAll("[data-key]")].map((mark) =>
      mark.getAttribute("data-key")
    );
    expect(keys).toEqual(["band", "line2", "line1"]);
  });

  it("cuts shades to the range and names those with room for it", () => {
    const shades = [
      {from: -9000, to: 1000, label: "closed", kind: "closed"},
      {from: 1000, to: 1010, label: "overnight", kind: "extended"},
      {from: 5000, to: 6000, label: "later", kind: "closed"}
    ] as const;
    const drawn = picture([...shades]);
    const rects = [...drawn.querySelectorAll("rect")];
    expect(rects).toHaveLength(2);
    expect(Number(rects[0]?.getAttribute("x"))).toBe(0);
    expect(drawn.textContent).toMatch(/^closed/);
    expect(drawn.textContent).not.toMatch(/overnight|later/);
  });
});

const lay = (values: number[], unit = ""): Frame =>
  frame({title: "", series: [], unit, formatTick, height: 160}, {width: 400, range: [0, 2000], tracks: [line(values)]});

describe("valueAxis(frame)", () => {
  it("labels its ticks and names the unit", () => {
    expect(valueAxis(lay([0, 1, 2], "<b>USD")).textContent).toBe("012<b>USD");
  });
});

describe("timeAxis(frame)", () => {
  it("is in UTC and says so", () => {
    expect(timeAxis(lay([0, 1, 2])).textContent).toMatch(/^00:00:00.*1 Jan 1970.*UTC$/);
  });
});

describe("zeroLine(frame)", () => {
  it("is drawn between negative and positive values", () => {
    expect(zeroLine(lay([1, 2]))).toBeNull();
    expect(zeroLine(lay([-1, 2]))?.getAttribute("stroke")).toContain("--fb-ink-2");
  });
});
