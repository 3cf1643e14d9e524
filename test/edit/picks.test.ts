import {describe, expect, it} from "vitest";
import {picksElement, picksOf, savePicks} from "../../loaders/edit/picks.js";

const applied = (source: string, picks: string): string => {
  const {start, end, text} = savePicks(source, picks);
  return source.slice(0, start) + text + source.slice(end);
};

describe("savePicks(source, picks)", () => {
  it.each([
    ["# A", '---\npicks: "feed=2"\n---\n\n# A'],
    ["\uFEFF# A\r\n", '\uFEFF---\r\npicks: "feed=2"\r\n---\r\n\r\n# A\r\n'],
    ["---\ntitle: B  \n---\n# A", '---\ntitle: B  \npicks: "feed=2"\n---\n# A'],
    ["---\r\npicks: x=1\r\ntitle: B\r\n---\r\n", '---\r\npicks: "feed=2"\r\ntitle: B\r\n---\r\n'],
    ["a\n\n---\npicks: no\n---\n", '---\npicks: "feed=2"\n---\n\na\n\n---\npicks: no\n---\n']
  ])("%j becomes %j", (source, saved) => {
    expect(applied(source, "feed=2")).toBe(saved);
    expect(picksOf(saved)).toBe("feed=2");
  });

  it("takes them away, and only them", () => {
    expect(applied('---\npicks: "a=1"\ntitle: B\n---\n', "")).toBe("---\ntitle: B\n---\n");
    expect(applied("# A", "")).toBe("# A");
  });

  it("refuses to replace one line of several", () => {
    expect(() => savePicks("---\npicks:\n  feed: 2\n---\n", "a=1")).toThrow(/has several lines: write it in one, as/);
  });
});

describe("picksElement(source)", () => {
  it("tells them to the page as text, whatever they are", () => {
    expect(picksElement("---\npicks: a=1&b=\"<script>'\n---\n")).toBe(
      '<meta name="feedbook-picks" content="a=1&#38;b=&#34;&#60;script&#62;\'">\n'
    );
    expect(picksElement("# A")).toBe("");
  });
});
