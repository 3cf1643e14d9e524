import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {blocksOf} from "../../loaders/site/edit/blocks.js";
import {readFence, writeFence} from "../../src/edit/fence.js";

describe("readFence(block)", () => {
  const texts = ["```\nplain\n```", "# `sql`", "``` `sql` ```", "    ```sql\n    1\n    ```"];
  texts.push("```js\n1", "````js\n1\n```", "```js\na\n```\n[b]: /c");
  it.each<[string, string, string, string]>([
    ["```sql id=rows  display=false\r\nSELECT 1\r\n```", "sql", "id=rows  display=false", "SELECT 1"],
    ["  ~~~~ js\n ~~~\n~~~~~ ", "js", "", " ~~~"],
    ["```sql\n```", "sql", "", ""],
    ["a\r\nb", "", "", "a\nb"],
    ...texts.map((text): [string, string, string, string] => [text, "", "", text])
  ])("%j", (block, language, options, code) => expect(readFence(block)).toEqual({language, options, code}));
});

it("writeFence(fence) makes one block that reads the same, whatever is in it", () => {
  const piece = fc.constantFrom("a", " ", "\n", "```", "~~~", "````sql", "```` ", "    ", "\t", "<!--", "---", "> ");
  const pieces = fc.array(piece, {maxLength: 12}).map((all) => all.join(""));
  fc.assert(
    fc.property(pieces, fc.constantFrom("", "id=x", "`"), (code, options) => {
      const block = writeFence({language: "sql", options, code});
      expect(blocksOf(`${block}\n\nText`)).toEqual([
        {kind: "sql", start: 0, end: block.length},
        {kind: "text", start: block.length + 2, end: block.length + 6}
      ]);
      if (options !== "`") expect(readFence(block)).toEqual({language: "sql", options, code});
    }),
    {seed: 16, numRuns: 500}
  );
});
