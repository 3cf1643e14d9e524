import {readFileSync} from "node:fs";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {blocksOf, markBlocks} from "../../../loaders/site/edit/blocks.js";

describe("blocksOf(source)", () => {
  const told = (source: string) => blocksOf(source).map(({kind, start, end}) => [kind, source.slice(start, end)]);

  it("tells text from code, without the space between them", () => {
    const page =
      "# A\n\n\nb  \nc  \n\n```js\n1\n\n2\n```\n```sql id=x\nFROM y\n```\n<div>\nx\n</div>\n\n- d\n\n  ```js\n  ```\n";
    expect(told(page)).toEqual([
      ["text", "# A"],
      ["text", "b  \nc"],
      ["js", "```js\n1\n\n2\n```"],
      ["sql", "```sql id=x\nFROM y\n```"],
      ["text", "<div>\nx\n</div>"],
      ["text", "- d\n\n  ```js\n  ```"]
    ]);
  });

  it.each([
    ["front matter", "---\ntitle: A\n---\n\n# B", [["text", "# B"]]],
    [
      "front matter that cannot be read",
      "---\na: [\n---\n",
      [
        ["text", "---"],
        ["text", "a: [\n---"]
      ]
    ],
    [
      "CRLF and a byte order mark",
      "\uFEFF---\r\na: 1\r\n---\r\n~~~SQL\r\nx\r\n~~~\r\n\r\nb",
      [
        ["sql", "~~~SQL\r\nx\r\n~~~"],
        ["text", "b"]
      ]
    ],
    ["a fence that nothing closes", "```js\n1\n\n", [["js", "```js\n1"]]],
    [
      "what shows nothing, with what is before it",
      "a\n\n[b]: /c\n\nd",
      [
        ["text", "a\n\n[b]: /c"],
        ["text", "d"]
      ]
    ],
    ["front matter of a form that is not known", "---a\nb\n---\n", [["text", "---a\nb\n---"]]],
    ["nothing", " \n", []]
  ])("reads %s", (_what, page, blocks) => expect(told(page)).toEqual(blocks));

  it("has, with what is between them, each character of any source once, in its order", () => {
    const piece = fc.constantFrom(
      "# a",
      "b  ",
      "```sql",
      "```",
      "~~~js",
      "---",
      "a: 1",
      "<div>",
      "</div>",
      "- c",
      "    d",
      "[e]: /f",
      "> g",
      "\uFEFF",
      "😀",
      ""
    );
    const end = fc.constantFrom("\n", "\r\n", "\n\n", "\r", "");
    const source = fc.array(fc.tuple(piece, end), {maxLength: 12}).map((pieces) => pieces.flat().join(""));
    fc.assert(
      fc.property(source, (text) => {
        const blocks = blocksOf(text);
        const joined = blocks.map(
          ({start, end: until}, i) => text.slice(blocks[i - 1]?.end ?? 0, start) + text.slice(start, until)
        );
        expect(joined.join("") + text.slice(blocks.at(-1)?.end ?? 0)).toBe(text);
        expect(blocks.every(({start, end: until}) => start < until)).toBe(true);
      }),
      {seed: 16, numRuns: 300}
    );
  });
});

describe("markBlocks(md)", () => {
  it.each(["src/prices.md", "src/components.md", "src/data.md"])("marks each block of %s once", (path) => {
    const source = readFileSync(path, "utf8");
    const {body} = parseMarkdown(source, {md: createMarkdownIt({markdownIt: markBlocks}), path: "/a"});
    expect(body.split("<!--block-->").length - 1).toBe(blocksOf(source).length);
    const plain = parseMarkdown(source, {md: createMarkdownIt(), path: "/a"});
    expect(body.replaceAll("<!--block-->\n", "")).toBe(plain.body);
  });
});
