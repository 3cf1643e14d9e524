import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {blocksOf} from "../../../loaders/edit/blocks.js";
import {added, type Change, followed, moved, removed, retyped} from "../../../src/components/edit/changes.js";

const sourceOf = (text: string) => ({text, blocks: blocksOf(text)});
const applied = (text: string, change: Change) => text.slice(0, change.start) + change.text + text.slice(change.end);

describe("retyped(source, part, typed)", () => {
  it.each([
    ["a\r\nb\nc", "a\nx\nc", "a\r\nx\r\nc"],
    ["a  \r\nb", "a  \nb\n", "a  \r\nb\r\n"],
    ["a\nb", "", ""]
  ])("%j retyped as %j is %j", (text, typed, result) => {
    expect(applied(text, retyped({text}, {start: 0, end: text.length}, typed))).toBe(result);
  });

  it("changes nothing where nothing was typed, and else nothing outside its part, whatever the line ends", () => {
    const text = fc
      .array(fc.constantFrom("a", " ", "\r\n", "\n", "\r", "```"), {maxLength: 20})
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, fc.nat(20), fc.nat(20), (source, typed, a, b) => {
        const [start = 0, end = 0] = [a, b].map((at) => Math.min(at, source.length)).sort((x, y) => x - y);
        const isCut = [start, end].some((at) => source.slice(at - 1, at + 1) === "\r\n");
        fc.pre(!isCut);
        const same = source.slice(start, end).replace(/\r\n?/g, "\n"); // as a field of text has it
        expect(applied(source, retyped({text: source}, {start, end}, same))).toBe(source);
        const result = applied(source, retyped({text: source}, {start, end}, typed));
        expect(result.startsWith(source.slice(0, start)) && result.endsWith(source.slice(end))).toBe(true);
      }),
      {seed: 16, numRuns: 500}
    );
  });
});

describe("added(source, before, typed)", () => {
  it.each([
    ["", 0, "x\n"],
    ["a", 1, "a\n\nx"],
    ["a\n\n\nb\n", 1, "a\n\nx\n\n\nb\n"],
    ["```js\r\n```\r\n```sql\r\n```", 1, "```js\r\n```\r\n\r\nx\r\n\r\n```sql\r\n```"]
  ])("adds to %j before block %d: %j", (text, before, result) => {
    expect(applied(text, added(sourceOf(text), before, "x"))).toBe(result);
  });
});

describe("removed(source, number)", () => {
  it.each([
    ["a\n\nb\n\n\nc\n", 0, "b\n\n\nc\n"],
    ["a\n\nb\n\n\nc\n", 2, "a\n\nb\n"],
    ["a", 0, ""]
  ])("removes from %j block %d: %j", (text, number, result) => {
    expect(applied(text, removed(sourceOf(text), number))).toBe(result);
  });
});

describe("moved(source, number, by)", () => {
  it("swaps two blocks around what is between them, and back", () => {
    const text = "---\na: 1\n---\n# A  \r\n\r\n\r\n```js\n```\nend";
    const down = applied(text, moved(sourceOf(text), 0, 1));
    expect(down).toBe("---\na: 1\n---\n```js\n```  \r\n\r\n\r\n# A\nend");
    expect(applied(down, moved(sourceOf(down), 1, -1))).toBe(text);
  });
});

describe("followed(old, part, now)", () => {
  const old = "one\n\ntwo\n\nthree";
  const two = {start: 5, end: 8};
  it.each([
    [`${old}\n\nfour`, "two"],
    ["one\n\ntwo and a half\n\nthree", "two and a half"],
    ["one\n\n2\n\nthree", "2"],
    ["one\n\nthree", ""],
    ["", ""],
    ["other", "other"]
  ])("finds block two in %j as %j", (now, text) => {
    const {start, end} = followed(old, two, now);
    expect(now.slice(start, end)).toBe(text);
  });
});
