// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {type PlotLibrary, plot} from "../../../src/ui/elements/plot.js";

const size = {width: 200, height: 100};
const bars = (Plot: PlotLibrary) => ({marks: [Plot.barX([1, 2])]});

describe("plot({width, height}, describe)", () => {
  it("is blank until Plot is loaded, then draws in place, and keeps its name", async () => {
    const element = plot(size, bars);
    element.setAttribute("aria-label", "two bars");
    expect([element.getAttribute("width"), element.childElementCount]).toEqual(["200", 0]);
    await vi.waitFor(() => expect(element.querySelectorAll("rect")).toHaveLength(2), 20_000);
    expect(element.getAttribute("aria-label")).toBe("two bars");
    expect(plot(size, bars).innerHTML).toBe(element.innerHTML);
  });

  it("shows an error of its options in place, or throws once Plot is loaded", async () => {
    vi.resetModules();
    const {plot} = await import("../../../src/ui/elements/plot.js");
    const element = plot(size, () => ({title: "a"}));
    await vi.waitFor(() => expect(element.textContent).toMatch(/^cannot be drawn: a plot with a title/), 20_000);
    expect(() => plot(size, () => ({title: "a"}))).toThrow("a plot with a title, caption or legend is no SVG");
  });
});
