// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {find, line, pointer, press, tellWidths} from "./kit.js";

const series = [line([1, 2, 3], {label: "<b>Price</b>"})];
const name = (chart: Element) => find(chart, "svg[role=img]").getAttribute("aria-label");

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("timeChart({title, series, …})", () => {
  it("is a figure with a caption, a picture with a name and a focusable cursor, and takes labels as text", () => {
    const shades = [{from: 0, to: 2000, label: "<s>", kind: "closed"}] as const;
    const chart = timeChart({title: "<i>BTC", series, unit: "<u>", shades: [...shades]});
    expect([chart.tagName, find(chart, ":scope > figcaption").textContent]).toEqual(["FIGURE", "<i>BTC"]);
    expect(name(chart)).toContain("<i>BTC");
    const slider = find(chart, "[role=slider]");
    expect([slider.tabIndex, slider.getAttribute("aria-label")]).toEqual([0, "Time cursor of <i>BTC"]);
    expect(chart.querySelector("b, i, u, s")).toBeNull();
    expect(find(chart, ".fb-key").textContent).toBe("<b>Price</b>");
  });

  it("fills its container, redraws when that is resized, and never changes its height", () => {
    const tell = tellWidths();
    const chart = timeChart({title: "a", series, height: 180});
    const widths = [320.7, 1600, 0].map((width) => {
      tell[0]?.(width);
      return find(chart, ".fb-body > svg").getAttribute("width");
    });
    expect(widths).toEqual(["320", "1600", "1600"]);
    expect([chart.querySelectorAll(".fb-body > svg").length, find(chart, ".fb-body").style.height]).toEqual([
      1,
      "180px"
    ]);
    timeChart({title: "a", series, width: 500});
    expect(tell).toHaveLength(1);
  });

  it("is drawn once, for the width that it gets, also where another chart that it is linked to is drawn before", () => {
    const tell = tellWidths();
    const chart = timeChart({title: "a", series, linked: true});
    document.body.replaceChildren(chart, timeChart({title: "b", series, linked: true}));
    const picture = () => find(chart, ".fb-body > svg");
    tell[1]?.(900);
    expect(picture().childElementCount).toBe(0);
    tell[0]?.(900);
    const drawn = picture();
    tell[0]?.(900);
    expect([drawn.getAttribute("width"), picture() === drawn]).toEqual(["900", true]);
  });

  it("starts zoomed when asked to, from any kind of time, unless that is the whole", () => {
    const chart = timeChart({title: "a", series, range: ["1970-01-01 00:00:01", new Date(2000)]});
    expect(find(chart, ".fb-surface").getAttribute("aria-valuemax")).toBe("1");
    const resets = [chart, timeChart({title: "a", series, range: [0, 99_999]})];
    expect(resets.map((one) => find(one, ".fb-reset").hidden)).toEqual([false, true]);
  });

  it("shows its cursor while it has the focus, which it takes before it tells of a reset", () => {
    const focused: (Element | null)[] = [];
    const onZoom = () => focused.push(document.activeElement);
    const chart = timeChart({title: "a", series, width: 640, range: [0, 1000], onZoom});
    document.body.replaceChildren(chart);
    const marks = () => chart.querySelectorAll(".fb-body > svg circle").length;
    find(chart, ".fb-reset").click();
    expect([focused, marks()]).toEqual([[find(chart, ".fb-surface")], 1]);
    find(chart, ".fb-surface").blur();
    expect(marks()).toBe(0);
  });

  it("has the focus and the cursor of the chart that it replaces", () => {
    vi.useFakeTimers();
    const old = timeChart({title: "focused", series, width: 640});
    document.body.replaceChildren(old);
    find(old, ".fb-surface").focus();
    press(find(old, ".fb-surface"), "ArrowLeft");
    const next = timeChart({title: "focused", series: [line([1, 2, 3, 4, 5])], width: 640});
    document.body.replaceChildren(next);
    vi.advanceTimersToNextFrame();
    expect([document.activeElement, find(next, ".fb-clock").textContent]).toEqual([
      find(next, ".fb-surface"),
      "1970-01-01 00:00:01 UTC"
    ]);
    find(next, ".fb-surface").blur();
    find(next, ".fb-surface").focus();
    expect(find(next, ".fb-clock").textContent).toBe("1970-01-01 00:00:04 UTC");
  });

  it("has its cursor at its end when it is focused, wherever a pointer was on the chart that it replaces", () => {
    const old = timeChart({title: "hovered", series, width: 640});
    pointer(find(old, ".fb-surface"), "move", 180);
    expect(find(old, ".fb-clock").textContent).toBe("1970-01-01 00:00:01 UTC");
    const next = timeChart({title: "hovered", series, width: 640});
    document.body.replaceChildren(next);
    find(next, ".fb-surface").focus();
    expect(find(next, ".fb-clock").textContent).toBe("1970-01-01 00:00:02 UTC");
  });

  it("shows its whole domain, even where there are no rows", () => {
    expect(name(timeChart({title: "a", series, domain: [-10_000, 10_000]}))).toContain("1969-12-31 23:59 UTC to");
    const empty = timeChart({title: "a", series: [], domain: ["2026-05-11", "2026-05-12"]});
    expect(find(empty, ".fb-body").textContent).toMatch(/11 May 2026.*no values in this range/);
  });
});
