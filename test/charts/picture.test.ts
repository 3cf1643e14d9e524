// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {compose, resolveColors, standalone} from "../../src/charts/picture.js";
import {createView} from "../../src/charts/view.js";
import {html, svg} from "../../src/ui/elements/dom.js";
import {attributes, line, texts} from "./kit.js";

const composed = (names: string[], font = "Inter") => {
  const entries = names.map((text) => ({sign: svg("rect"), text}));
  return compose(svg("svg", {width: 300, height: 100}), {title: "<b>BTC", entries, source: "Feedbook", font});
};

it("compose(chart, {title, entries, …}) puts the title and legend above the chart, and the source below", () => {
  const picture = composed(["Price", "EMA"]);
  expect(texts(picture, "text")).toEqual(["<b>BTC", "Price", "EMA", "Feedbook"]);
  expect(texts(picture, "title")).toEqual(["<b>BTC"]);
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["332", "200"]);
  expect(attributes(picture, "svg", "y")).toEqual(["66"]);
});

it("standalone(view, host) has the title, the visible series, the source and the time range", () => {
  const series = [line([1, 2], {label: "Price"}), line([1, 2], {key: "b", label: "EMA", hidden: true})];
  const picture = standalone(createView({title: "BTC price", source: "Simulated data", series}), document.body);
  expect(texts(picture, ":scope > text, :scope > g text")).toEqual([
    ...["BTC price", "Price", "Simulated data · 1970-01-01 00:00 UTC to 1970-01-01 00:00 UTC"]
  ]);
  expect(picture.querySelectorAll("[data-key]")).toHaveLength(1);
});

it("resolveColors(picture, host) writes what the host's colours are into the picture, and leaves nothing behind", () => {
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
  expect([host.childNodes.length, style.mock.calls.length]).toEqual([0, 4]);
  vi.restoreAllMocks();
});
