// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {html, set, svg, textWidth} from "../../../src/components/parts/dom.js";

const hostile = "<img src=x onerror=alert(1)>";

describe("html(tag, attributes, ...children)", () => {
  it("keeps text as text", () => {
    const element = html("p", {title: hostile}, hostile);
    expect(element.textContent).toBe(hostile);
    expect(element.title).toBe(hostile);
    expect(element.children).toHaveLength(0);
  });

  it("leaves out null and undefined children", () => {
    expect(html("p", {}, null, "a", undefined, html("b")).childNodes).toHaveLength(2);
  });
});

describe("svg(tag, attributes, ...children)", () => {
  it("is in the SVG namespace and rounds numbers", () => {
    const circle = svg("circle", {cx: 1.23456, r: 2}, svg("title", {}, hostile));
    expect(circle.namespaceURI).toBe("http://www.w3.org/2000/svg");
    expect(circle.getAttribute("cx")).toBe("1.23");
    expect(circle.textContent).toBe(hostile);
  });
});

describe("set(element, attributes)", () => {
  it("sets true as empty and removes null, undefined and false", () => {
    const element = html("button", {hidden: true, id: "a", title: "b", lang: "en"});
    expect(element.getAttribute("hidden")).toBe("");
    set(element, {hidden: false, id: null, title: undefined, lang: "de"});
    expect(element.outerHTML).toBe('<button lang="de"></button>');
  });
});

describe("textWidth(text, size)", () => {
  it("grows with the text and the size", () => {
    expect(textWidth("")).toBe(0);
    expect(textWidth("80,000")).toBeGreaterThan(textWidth("8,000"));
    expect(textWidth("80,000", 22)).toBeCloseTo(2 * textWidth("80,000", 11));
  });

  it("is not less than what Inter needs (0.63 em per figure), and more for wide scripts", () => {
    expect(textWidth("0123456789", 10)).toBeGreaterThan(63);
    expect(textWidth("比特币", 10)).toBeGreaterThanOrEqual(30);
  });
});
