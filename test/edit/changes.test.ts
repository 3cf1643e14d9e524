import {describe, expect, it} from "vitest";
import {blocksOf} from "../../loaders/site/edit/blocks.js";
import {added, type Change, removed} from "../../src/edit/changes.js";

const sourceOf = (text: string) => ({text, blocks: blocksOf(text)});
const applied = (text: string, change: Change) => text.slice(0, change.start) + change.text + text.slice(change.end);

describe("added(source, before, typed)", () => {
  it.each([
    ["", 0, "x\n"],
    ["a", 1, "a\n\nx"],
    ["a\n\n\nb\n", 1, "a\n\nx\n\n\nb\n"],
    ["```js\n```\n```sql\n```", 1, "```js\n```\n\nx\n\n```sql\n```"]
  ])("adds to %j before block %d: %j", (text, before, result) => {
    expect(applied(text, added(sourceOf(text), before, "x"))).toBe(result);
  });
});

describe("removed(source, number)", () => {
  it.each([
    ["a\r\n\r\nb\r\n\r\n\r\nc", 1, "a\r\n\r\nc"],
    ["a\n\nb\n\n\nc\n", 2, "a\n\nb\n"]
  ])("removes from %j block %d: %j", (text, number, result) => {
    expect(applied(text, removed(sourceOf(text), number))).toBe(result);
  });
});
