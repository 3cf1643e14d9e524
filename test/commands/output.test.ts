import {describe, expect, it} from "vitest";
import {resultOf, safeLines, safeText, textTable} from "../../loaders/commands/output.js";

it.each([
  ["\u001b[2Jgone", "\\u001b[2Jgone"],
  ["a\nb\tc", "a\\u000ab\\u0009c"],
  ["\u009b31m", "\\u009b31m"],
  ["<b>Ümlaut 日本</b>", "<b>Ümlaut 日本</b>"]
])("safeText(%j) shows control characters instead of sending them", (text, safe) => expect(safeText(text)).toBe(safe));

it("safeLines(text) keeps lines and tabs", () =>
  expect(safeLines("a\u001b[2J\n\tb\r")).toBe("a\\u001b[2J\n\tb\\u000d"));

describe("textTable(result)", () => {
  it.each<[string, Record<string, unknown>[], string[]]>([
    [
      "aligns numbers to the right, and leaves nulls empty",
      [
        {symbol: "Crypto.BTC/USD", updates: 12, note: null},
        {symbol: null, updates: 1234, note: {a: [1]}}
      ],
      ["symbol          updates  note", "Crypto.BTC/USD       12", '                   1234  {"a":[1]}']
    ],
    ["shortens long text", [{text: "x".repeat(500)}], ["text", `${"x".repeat(99)}…`]],
    [
      "counts wide characters twice",
      [
        {name: "日本", n: 1},
        {name: "four", n: 22}
      ],
      ["name   n", "日本   1", "four  22"]
    ],
    ["is empty without rows", [], [""]]
  ])("%s", (_what, records, lines) => expect(textTable(resultOf(records)).split("\n")).toEqual(lines));
});
