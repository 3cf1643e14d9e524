// @vitest-environment jsdom
import {expect, it} from "vitest";
import {cutStart, html, set, svg, textWidth} from "../../../src/ui/elements/dom.js";

const hostile = "<img src=x onerror=alert(1)>";

it("html(tag, attributes, ...children) keeps text as text, and leaves out null and undefined children", () => {
  const element = html("p", {title: hostile}, hostile);
  expect([element.textContent, element.title, element.childElementCount]).toEqual([hostile, hostile, 0]);
  expect(html("p", {}, null, "a", undefined, html("b")).childNodes).toHaveLength(2);
});

it("svg(tag, attributes, ...children) is in the SVG namespace and rounds numbers", () => {
  const circle = svg("circle", {cx: 1.23456, r: 2}, svg("title", {}, hostile));
  expect(circle.namespaceURI).toBe("http://www.w3.org/2000/svg");
  expect([circle.getAttribute("cx"), circle.textContent]).toEqual(["1.23", hostile]);
});

it("set(element, attributes) sets true as empty and removes null, undefined and false", () => {
  const element = html("button", {hidden: true, id: "a", title: "b", lang: "en"});
  expect(element.getAttribute("hidden")).toBe("");
  set(element, {hidden: false, id: null, title: undefined, lang: "de"});
  expect(element.outerHTML).toBe('<button lang="de"></button>');
});

it("textWidth(text, size) grows with text and size: no less than Inter needs, 0.63 em per figure, more in wide scripts", () => {
  expect(textWidth("")).toBe(0);
  expect(textWidth("80,000")).toBeGreaterThan(textWidth("8,000"));
  expect(textWidth("80,000", 22)).toBeCloseTo(2 * textWidth("80,000", 11));
  expect(textWidth("0123456789", 10)).toBeGreaterThan(63);
  expect(textWidth("比特币", 10)).toBeGreaterThanOrEqual(30);
});

it.each([
  ["AAPL/USD", 8, "AAPL/USD"],
  ["Equity.US.AAPL/USD", 16, "…US.AAPL/USD"], // not "…uity.US.AAPL/USD"
  ["WETHWSTETHRATE/USD", 14, "…STETHRATE/USD"] // its next part is too far away
])("cutStart(%j, %i) is %j", (text, most, cut) => {
  expect(cutStart(text, most)).toBe(cut);
});
