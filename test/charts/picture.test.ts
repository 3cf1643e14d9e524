// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {resolveColors, standalone} from "../../src/charts/picture.js";
import {createView} from "../../src/charts/view.js";
import {html, svg} from "../../src/ui/elements/dom.js";
import {attributes, line, texts} from "./kit.js";

it("standalone(view, host) puts title and visible series above the chart, source and period below", () => {
  const series = [line([1, 2], {label: "Price"}), line([1, 2], {key: "b", label: "EMA", hidden: true})];
  const view = createView({title: "<b>BTC", source: "Simulated data", series, width: 300, height: 100});
  const picture = standalone(view, document.body);
  expect(texts(picture, ":scope > title, :scope > text, :scope > g text")).toEqual([
    ...["<b>BTC", "<b>BTC", "Price", "Simulated data · 1970-01-01 00:00 UTC to 1970-01-01 00:00 UTC"]
  ]);
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["332", "200"]);
  expect(attributes(picture, ":scope > svg", "y")).toEqual(["66"]);
  expect(picture.querySelectorAll("[data-key]")).toHaveLength(1);
});

it("resolveColors(picture, host) replaces CSS variables by the host's colours, and cleans up", () => {
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
  expect(host.childNodes.length).toBe(0);
  vi.restoreAllMocks();
});
