import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {blocksOf} from "../../../loaders/edit/blocks.js";
import {readFence, writeFence} from "../../../src/components/edit/fence.js";

describe("readFence(block)", () => {
  it.each([
    [
      "```sql id=rows display=false\r\nSELECT 1\r\n```",
      {language: "sql", options: "id=rows display=false", code: "SELECT 1"}
    ],
    ["  ~~~~ js\n ~~~\n~~~~~ ", {language: "js", options: "", code: " ~~~"}],
    ["```sql\n```", {language: "sql", options: "", code: ""}],
    ["```js\nlet a;\n\n[b]: /c", {language: "js", options: "", code: "let a;\n\n[b]: /c"}],
    ["```js\na\n```\n[b]: /c", {language: "js", options: "", code: "a"}]
  ])("%j", (block, fence) => expect(readFence(block)).toEqual(fence));

  it.each(["text", "```\nplain\n```", "# `sql`", "``` `sql` ```", "    ```sql\n    1\n    ```"])(
    "%j is text",
    (block) => {
      expect(readFence(block)).toBeNull();
      expect(writeFence(block, {options: "", code: "mine"})).toBe("mine");
    }
  );
});

describe("writeFence(block, fence)", () => {
  it.each([
    ["```sql  id=a \n1\n``` ", {options: "id=a", code: "2"}, "```sql  id=a \n2\n``` "],
    ["```sql\n```", {options: " id=b ", code: "1"}, "```sql id=b\n1\n```"],
    ["```sql id=b\n1\n```", {options: "", code: "1"}, "```sql\n1\n```"],
    ["```js\n1\n```\n[b]: /c", {options: "", code: "`\n```\n````"}, "`````js\n`\n```\n````\n`````\n[b]: /c"],
    ["```js\n1", {options: "", code: "```"}, "````js\n```"],
    [" ~~~js\n1\n ~~~ ", {options: "", code: "~~~\n```"}, " ~~~~js\n~~~\n```\n ~~~~ "]
  ])("%j with %j is %j", (block, fence, result) => expect(writeFence(block, fence)).toBe(result));

  it("gives what was read as it was, and other code as one block that reads the same, whatever is in it", () => {
    const piece = fc.constantFrom("a", " ", "\n", "```", "~~~", "````sql", "```` ", "    ", "\t", "<!--", "---", "> ");
    const code = fc.array(piece, {maxLength: 12}).map((all) => all.join(""));
    const fence = fc.constantFrom("```", "````", "~~~", " ```");
    fc.assert(
      fc.property(fence, code, code, (ticks, old, typed) => {
        const block = `${ticks}sql id=x\n${old}\n${ticks}`;
        const read = readFence(block);
        if (read === null) throw new Error("no fence");
        expect(writeFence(block, read)).toBe(block);
        const other = writeFence(`${ticks}sql id=x\nold\n${ticks}`, {options: "id=y", code: typed});
        expect(blocksOf(`${other}\n\nText`)).toEqual([
          {kind: "sql", start: 0, end: other.length},
          {kind: "text", start: other.length + 2, end: other.length + 6}
        ]);
        expect(readFence(other)).toEqual({language: "sql", options: "id=y", code: typed});
      }),
      {seed: 16, numRuns: 500}
    );
  });
});
