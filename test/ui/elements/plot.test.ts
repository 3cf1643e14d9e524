// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {notice, type PlotLibrary, plot} from "../../../src/ui/elements/plot.js";

const size = {width: 200, height: 100};
const bars = (Plot: PlotLibrary) => ({marks: [Plot.barX([1, 2])]});

describe("plot({width, height}, describe)", () => {
  it("is blank until Plot is loaded, then what it is to be, by the name that it was given, its colours all named", async () => {
    const element = plot(size, bars);
    element.setAttribute("aria-label", "two bars");
    expect([element.getAttribute("width"), element.childElementCount]).toEqual(["200", 0]);
    await vi.waitFor(() => expect(element.querySelectorAll("rect")).toHaveLength(2), 20_000);
    expect(element.getAttribute("aria-label")).toBe("two bars");
    expect(plot(size, bars).innerHTML).toBe(element.innerHTML);
    expect([element.tagName, element.innerHTML]).toEqual([
      "svg",
      expect.not.stringMatching(/"currentColor"|aria-label/)
    ]);
  });

  it("says what is wrong with its options: before Plot is loaded in its place, then by throwing", async () => {
    vi.resetModules();
    const {plot} = await import("../../../src/ui/elements/plot.js");
    const element = plot(size, () => ({title: "a"}));
    await vi.waitFor(() => expect(element.textContent).toMatch(/^cannot be drawn: a plot with a title/), 20_000);
    expect(() => plot(size, () => ({title: "a"}))).toThrow("a plot with a title, caption or legend is no SVG");
  });
});

it("notice(text, width, height) is a picture of the text alone, as text", () => {
  const picture = notice("<b>no rates</b>", 300, 120);
  expect([picture.textContent, picture.getAttribute("viewBox")]).toEqual(["<b>no rates</b>", "0 0 300 120"]);
  expect(picture.querySelectorAll("*")).toHaveLength(1);
});
