// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {fontRules} from "../../../src/components/chart/font.js";
import {compose} from "../../../src/components/chart/picture.js";
import {svg} from "../../../src/components/parts/dom.js";

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
