// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {compose, fontRules, resolveColors, standalone} from "../../../src/components/chart/picture.js";
import {createView} from "../../../src/components/chart/view.js";
import {html, svg} from "../../../src/components/parts/dom.js";
import {line} from "./track.js";

const chart = (): SVGSVGElement => svg("svg", {width: 300, height: 100});
const entry = (text: string) => ({sign: svg("rect"), text});

describe("compose(chart, {title, entries, source, font})", () => {
  it("puts the title and legend above the chart, and the source below", () => {
    const picture = compose(chart(), {
      title: "<b>BTC",
      entries: [entry("Price"), entry("EMA")],
      source: "Feedbook",
      font: "Inter"
    });
    expect([...picture.querySelectorAll("text")].map(({textContent}) => textContent)).toEqual([
      "<b>BTC",
      "Price",
      "EMA",
      "Feedbook"
    ]);
    expect(picture.querySelector("title")?.textContent).toBe("<b>BTC");
    expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["332", "200"]);
    expect(picture.querySelector("svg")?.getAttribute("y")).toBe("66");
  });

  it("gives a long legend more rows", () => {
    const entries = Array.from({length: 12}, (_, index) => entry(`Hyperliquid number ${index}`));
    const picture = compose(chart(), {title: "a", entries, source: "b", font: "c"});
    expect(Number(picture.querySelector("svg")?.getAttribute("y"))).toBe(48 + 12 * 18);
  });
});

const options = {
  title: "BTC price",
  source: "Simulated data",
  series: [line([1, 2], {label: "Price"}), line([1, 2], {key: "b", label: "EMA", hidden: true})]
};
const texts = (picture: Element): (string | null)[] =>
  [...picture.querySelectorAll(":scope > text, :scope > g text")].map(({textContent}) => textContent);

describe("standalone(view, host)", () => {
  it("has the title, the visible series, the source and the time range", () => {
    const picture = standalone(createView(options), document.body);
    expect(texts(picture)).toEqual([
      "BTC price",
      "Price",
      "Simulated data · 1970-01-01 00:00 UTC to 1970-01-01 00:00 UTC"
    ]);
    expect(picture.querySelectorAll("[data-key]")).toHaveLength(1);
  });
});

describe("colors", () => {
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
});

describe("font", () => {
  const face = (family: string, url: string): string => `@font-face {font-family: "${family}"; src: url("${url}");}`;
  const put = (...rules: string[]): void => {
    const style = document.createElement("style");
    style.textContent = [...rules, "p {color: red}"].join("\n");
    document.head.append(style);
  };

  afterEach(() => document.head.replaceChildren());

  describe("fontRules(families)", () => {
    it("gives the rules of the families that have their font within", () => {
      put(
        face("Inter Variable", "data:font/woff2;base64,AAAA"),
        face("Other", "data:font/woff2;base64,BBBB"),
        face("Far", "far.woff2")
      );
      const rules = fontRules('"Inter Variable", Far, sans-serif');
      expect(rules).toContain("AAAA");
      expect(rules.match(/@font-face/g)).toHaveLength(1);
      expect(fontRules("sans-serif")).toBe("");
    });

    it("is what a saved picture takes with it", () => {
      put(face("Inter Variable", "data:font/woff2;base64,AAAA"));
      const picture = (font: string) =>
        compose(svg("svg", {width: 300, height: 100}), {title: "a", entries: [], source: "b", font});
      expect(picture('"Inter Variable"').querySelector("style")?.textContent).toContain("AAAA");
      expect(picture("sans-serif").querySelector("style")).toBeNull();
    });
  });
});
