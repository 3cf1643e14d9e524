// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../../src/components/chart/time.js";
import {find} from "./pointer.js";
import {line} from "./track.js";

const series = [line([1, 2, 3], {label: "<b>Price</b>"})];

afterEach(() => vi.unstubAllGlobals());

describe("timeChart({title, series, …})", () => {
  it("is a figure with a caption, a picture with a name and a focusable cursor", () => {
    const chart = timeChart({title: "BTC/USD price", series});
    expect(chart.tagName).toBe("FIGURE");
    expect(chart.querySelector(":scope > figcaption")?.textContent).toBe("BTC/USD price");
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toContain("BTC/USD price");
    expect(find(chart, "[role=slider]").tabIndex).toBe(0);
    expect(find(chart, "[role=slider]").getAttribute("aria-label")).toBe("Time cursor of BTC/USD price");
  });

  it("fills its container, redraws when that is resized, and never changes its height", () => {
    const observed: ((width: number) => void)[] = [];
    class Observer {
      constructor(callback: (entries: {contentRect: {width: number}}[]) => void) {
        observed.push((width) => callback([{contentRect: {width}}]));
      }
      observe(): void {}
    }
    vi.stubGlobal("ResizeObserver", Observer);
    const chart = timeChart({title: "a", series, height: 180});
    const widths = [320.7, 1600, 0].map((width) => {
      observed[0]?.(width);
      return find(chart, ".fb-body > svg").getAttribute("width");
    });
    expect(widths).toEqual(["320", "1600", "1600"]);
    expect(chart.querySelectorAll(".fb-body > svg")).toHaveLength(1);
    expect(find(chart, ".fb-body").style.height).toBe("180px");
    timeChart({title: "a", series, width: 500});
    expect(observed).toHaveLength(1);
  });

  it("starts zoomed when asked to, from any kind of time", () => {
    const chart = timeChart({title: "a", series, range: ["1970-01-01 00:00:01", new Date(2000)]});
    expect(find(chart, ".fb-reset").hidden).toBe(false);
    expect(find(chart, ".fb-surface").getAttribute("aria-valuemax")).toBe("1");
    const whole = timeChart({title: "a", series, range: [0, 99_999]});
    expect(find(whole, ".fb-reset").hidden).toBe(true);
  });

  it("shows its whole domain, even where there are no rows", () => {
    const chart = timeChart({title: "a", series, domain: [-10_000, 10_000]});
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toContain("1969-12-31 23:59 UTC to");
    const empty = timeChart({title: "a", series: [], domain: ["2026-05-11", "2026-05-12"]});
    expect(find(empty, ".fb-body").textContent).toMatch(/11 May 2026.*no values in this range/);
  });

  it("shows the cursor when focus comes by keyboard and hides it when that goes", () => {
    const chart = timeChart({title: "a", series});
    const surface = find(chart, ".fb-surface");
    const marks = (): number => chart.querySelectorAll(".fb-body > svg circle").length;
    surface.dispatchEvent(new FocusEvent("focus"));
    expect(marks()).toBe(1);
    surface.dispatchEvent(new FocusEvent("blur"));
    expect(marks()).toBe(0);
  });

  it("has the focus before it tells of a reset, so that the chart that takes its place has it too", () => {
    const focused: (Element | null)[] = [];
    const onZoom = () => focused.push(document.activeElement);
    const chart = timeChart({title: "a", series, width: 640, range: [0, 1000], onZoom});
    document.body.replaceChildren(chart);
    find(chart, ".fb-reset").focus();
    find(chart, ".fb-reset").click();
    expect(focused).toEqual([find(chart, ".fb-surface")]);
  });

  it("takes labels as text", () => {
    const chart = timeChart({
      title: "<i>",
      series,
      unit: "<u>",
      shades: [{from: 0, to: 2000, label: "<s>", kind: "closed"}]
    });
    expect(chart.querySelector("b, i, u, s")).toBeNull();
    expect(find(chart, ".fb-key").textContent).toBe("<b>Price</b>");
  });
});
