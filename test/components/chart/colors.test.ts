// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {resolveColors} from "../../../src/components/chart/colors.js";
import {html, svg} from "../../../src/components/parts/dom.js";

afterEach(() => vi.restoreAllMocks());

describe("resolveColors(picture, host)", () => {
  it("writes what the host's colours are into the picture, and leaves nothing behind", () => {
    const style = vi.spyOn(window, "getComputedStyle");
    style.mockReturnValue(Object.assign(document.createElement("i").style, {color: "rgb(1, 2, 3)"}));
    const host = html("div");
    const picture = svg(
      "svg",
      {fill: "currentColor"},
      svg("path", {stroke: "var(--fb-price, #fff)", fill: "none"}),
      svg("text", {style: "color: var(--fb-ink, currentColor); font-family: inherit; stroke: currentcolor"})
    );
    resolveColors(picture, host);
    expect(picture.outerHTML).toBe(
      '<svg fill="rgb(1, 2, 3)"><path stroke="rgb(1, 2, 3)" fill="none"></path>' +
        '<text style="color: rgb(1, 2, 3); font-family: inherit; stroke: rgb(1, 2, 3)"></text></svg>'
    );
    expect(host.childNodes).toHaveLength(0);
    expect(style).toHaveBeenCalledTimes(4);
  });
});
