// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {timeAxis, valueAxis, zeroLine} from "../../../src/components/chart/axes.js";
import {type Frame, frame} from "../../../src/components/chart/frame.js";
import {formatTick} from "../../../src/lib/format.js";
import {line} from "./track.js";

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
