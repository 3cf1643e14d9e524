// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {measureWidth, usualWidth} from "../../../src/components/inputs/width.js";

afterEach(() => document.body.replaceChildren());

describe("measureWidth()", () => {
  it.each([
    [1240, 1146],
    [358, 264],
    [200, 160]
  ])("of a column of %d px leaves charts %d to draw time in", (clientWidth, width) => {
    const main = document.body.appendChild(document.createElement("main"));
    main.id = "observablehq-main";
    Object.defineProperty(main, "clientWidth", {value: clientWidth});
    expect(measureWidth()).toBe(width);
  });

  it("is the usual one where nothing is laid out", () => expect(measureWidth()).toBe(usualWidth));
});
