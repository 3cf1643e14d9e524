// @vitest-environment jsdom
import {barX} from "@observablehq/plot";
import {describe, expect, it} from "vitest";
import {plot} from "../../src/components/plot.js";

describe("plot({width, height, empty, …})", () => {
  it("is an SVG whose colours are all named", () => {
    const element = plot({width: 200, height: 100, marks: [barX([1, 2])]});
    expect(element.tagName).toBe("svg");
    expect(element.querySelectorAll("[fill=currentColor], [stroke=currentColor]")).toHaveLength(0);
  });

  it("leaves the name of the picture to whoever shows it", () => {
    expect(plot({width: 200, height: 100, marks: [barX([1, 2])]}).querySelectorAll("[aria-label]")).toHaveLength(0);
  });

  it("is only a text if empty", () => {
    expect(plot({width: 200, height: 100, empty: "nothing"}).textContent).toBe("nothing");
  });

  it("throws if options make it more than an SVG", () => {
    expect(() => plot({width: 200, height: 100, title: "a"})).toThrow(
      "a plot with a title, caption or legend is no SVG"
    );
  });
});
