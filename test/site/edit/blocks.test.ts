import {readFileSync} from "node:fs";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {expect, it} from "vitest";
import {blocksOf, markBlocks} from "../../../loaders/site/edit/blocks.js";

it.each<[string, string, [string, string][]]>([
  [
    "text and code, without the space between them",
    "# A\n\n\nb  \nc  \n\n```js\n1\n\n2\n```\n```sql id=x\nFROM y\n```\n<div>\nx\n</div>\n\n- d\n\n  ```js\n  ```\n",
    [
      ["text", "# A"],
      ["text", "b  \nc"],
      ["js", "```js\n1\n\n2\n```"],
      ["sql", "```sql id=x\nFROM y\n```"],
      ["text", "<div>\nx\n</div>"],
      ["text", "- d\n\n  ```js\n  ```"]
    ]
  ],
  [
    "CRLF after a byte order mark",
    "\uFEFF---\r\na: 1\r\n---\r\n~~~SQL\r\nx\r\n~~~\r\n\r\nb",
    [
      ["sql", "~~~SQL\r\nx\r\n~~~"],
      ["text", "b"]
    ]
  ]
])("blocksOf(source) reads %s", (_what, source, blocks) => {
  expect(blocksOf(source).map(({kind, start, end}) => [kind, source.slice(start, end)])).toEqual(blocks);
});

it.each(["src/prices.md", "src/components.md"])("markBlocks(md) marks each block of %s once", (path) => {
  const source = readFileSync(path, "utf8");
  const {body} = parseMarkdown(source, {md: createMarkdownIt({markdownIt: markBlocks}), path: "/a"});
  expect(body.split("<!--block-->").length - 1).toBe(blocksOf(source).length);
  const plain = parseMarkdown(source, {md: createMarkdownIt(), path: "/a"});
  expect(body.replaceAll("<!--block-->\n", "")).toBe(plain.body);
});
