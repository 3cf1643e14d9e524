// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {compose} from "../../../src/components/chart/picture.js";
import {svg} from "../../../src/components/parts/dom.js";

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
