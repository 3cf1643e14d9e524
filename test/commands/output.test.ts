import {describe, expect, it} from "vitest";
import {resultOf, safeText, textTable} from "../../loaders/commands/output.js";

describe("safeText(text)", () => {
  it.each([
    ["\u001b[2Jgone", "\\u001b[2Jgone"],
    ["a\nb\tc", "a\\u000ab\\u0009c"],
    ["\u009b31m", "\\u009b31m"],
    ["<b>Ümlaut 日本</b>", "<b>Ümlaut 日本</b>"]
  ])("shows control characters of %j instead of sending them", (text, safe) => expect(safeText(text)).toBe(safe));
});

describe("textTable(result)", () => {
  it("aligns numbers to the right, and leaves nulls empty", () => {
    const table = textTable(
      resultOf([
        {symbol: "Crypto.BTC/USD", updates: 12, note: null},
        {symbol: null, updates: 1234, note: {a: [1]}}
      ])
    );
    expect(table.split("\n")).toEqual([
      "symbol          updates  note",
      "Crypto.BTC/USD       12",
      '                   1234  {"a":[1]}'
    ]);
  });

  it("shortens long text", () => {
    expect(textTable(resultOf([{text: "x".repeat(500)}])).split("\n")[1]).toBe(`${"x".repeat(99)}…`);
  });

  it("is empty without rows", () => expect(textTable(resultOf([]))).toBe(""));
});
