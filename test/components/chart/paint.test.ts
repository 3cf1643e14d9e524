// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {timeChart} from "../../../src/components/chart/time.js";
import {expectSvg} from "../snapshot.js";
import {find, pointer} from "./pointer.js";
import {line} from "./track.js";

const series = [
  line([3, 2, 4, NaN, 5, 6], {key: "line", label: "Line", dash: "5 3"}),
  line([1, 2, 1, 3, NaN, 2], {key: "step", label: "Step", shape: "step", color: "#cf6a12"}),
  line([2, 1, 3, 4, NaN, 5], {key: "band", label: "Band", shape: "band", upper: [4, 3, 5, 6, 1, 7]}),
  line([NaN, 6, NaN, 0, NaN, 4], {key: "ring", label: "Ring", shape: "dots", sign: "ring", color: "#b7791f"}),
  line([6, NaN, 0, NaN, 1, NaN], {key: "cross", label: "Cross", shape: "dots", sign: "cross", color: "#cf4f3e"})
];
const shades = [{from: 1500, to: 4000, label: "closed", kind: "closed" as const}];
const create = (): HTMLElement => timeChart({title: "All", series, shades, width: 480, height: 200, unit: "USD"});

describe("redraw(chart)", () => {
  it("draws every kind of series", () => {
    expectSvg(create().querySelector(".fb-body > svg"), "kinds");
  });

  it("describes the picture in words", () => {
    const label = create().querySelector(".fb-body > svg")?.getAttribute("aria-label");
    expect(label).toMatch(
      /^All, 1970-01-01 00:00 UTC to .* Line: 5 values, last 6.00, lowest 2.00, highest 6.00, 1 gap\. Step: /
    );
  });
});

describe("showCursor(chart)", () => {
  it("draws a line, the time and a dot on each line that has a value", () => {
    const chart = create();
    pointer(find(chart, ".fb-surface"), "pointermove", 170);
    expectSvg(chart.querySelector(".fb-body > svg"), "cursor");
  });
});

describe("emphasise(chart, key)", () => {
  it("fades all series but the one whose legend entry is pointed at or focused", () => {
    const chart = create();
    const [first] = chart.querySelectorAll<HTMLElement>(".fb-key");
    const faded = (): number => chart.querySelectorAll("[data-key][opacity]").length;
    first?.dispatchEvent(new MouseEvent("pointerenter"));
    expect(faded()).toBe(4);
    first?.dispatchEvent(new MouseEvent("pointerleave"));
    expect(faded()).toBe(0);
    first?.click();
    first?.dispatchEvent(new FocusEvent("focus"));
    expect(faded()).toBe(0);
  });
});
