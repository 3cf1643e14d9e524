import {describe, expect, it} from "vitest";
import {
  fittedTable,
  heldText,
  resultOf,
  safeLines,
  safeText,
  snapshotText,
  terminalWidth,
  textTable
} from "../../loaders/commands/output.js";
import type {SnapshotPart} from "../../loaders/snapshot/parts.js";
import {testHost} from "../helpers/host.js";

describe("safeText(text)", () => {
  it.each([
    ["\u001b[2Jgone", "\\u001b[2Jgone"],
    ["a\nb\tc", "a\\u000ab\\u0009c"],
    ["\u009b31m", "\\u009b31m"],
    ["<b>Ümlaut 日本</b>", "<b>Ümlaut 日本</b>"]
  ])("shows control characters of %j instead of sending them", (text, safe) => expect(safeText(text)).toBe(safe));
});

describe("safeLines(text)", () => {
  it("keeps lines and tabs", () => expect(safeLines("a\u001b[2J\n\tb\r")).toBe("a\\u001b[2J\n\tb\\u000d"));
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

  it("keeps columns straight beside wide characters", () => {
    const lines = textTable(
      resultOf([
        {name: "日本", n: 1},
        {name: "four", n: 22}
      ])
    ).split("\n");
    expect(lines).toEqual(["name   n", "日本   1", "four  22"]);
  });

  it("is empty without rows", () => expect(textTable(resultOf([]))).toBe(""));
});

describe("terminalWidth(host)", () => {
  it("is what COLUMNS says, or as wide as the terminal, or 120", () => {
    expect(terminalWidth(testHost({env: {COLUMNS: "60"}, terminal: 80}))).toBe(60);
    expect(terminalWidth(testHost({env: {}, terminal: 80}))).toBe(80);
    expect(terminalWidth(testHost({env: {}}))).toBe(120);
  });
});

describe("fittedTable(records, column, {width, least, cut})", () => {
  const long = {a: "first", text: "x".repeat(200), b: "last"};

  it.each([[60], [80], [200]])("is as wide as a terminal of %i columns", (columns) => {
    const lines = fittedTable([long, {...long, text: null}], "text", {width: columns}).split("\n");
    expect(Math.max(...lines.map(({length}) => length))).toBe(Math.min(columns, 113)); // no cell is longer than 100
    expect(lines[1]).toMatch(/^first {2}x+… {2}last$/);
  });

  it("cuts nothing that has room, and not below the least", () => {
    expect(fittedTable([{text: "short"}], "text", {width: 20})).toBe("text\nshort");
    expect(fittedTable([long], "text", {width: 20, least: 30}).split("\n")[1]).toBe(`first  ${"x".repeat(29)}…  last`);
  });
});

const prices: SnapshotPart = {
  name: "prices",
  rows: 12,
  storedRows: 300,
  bytes: 1000,
  whole: false,
  since: "2026-05-12T13:05:00Z",
  until: "2026-05-12T14:00:00Z"
};

describe("heldText(part)", () => {
  it.each([
    ["all", {...prices, whole: true}],
    ["since 2026-05-12T13:05Z (12 of 300)", prices],
    ["0 of 300", {...prices, rows: 0, since: null}]
  ])("says %s", (text, part) => expect(heldText(part)).toBe(text));
});

describe("snapshotText(snapshot)", () => {
  it("says the size, and what was left out", () => {
    expect(snapshotText({bytes: 24_960_000, cut: [{...prices, name: "bars_1m", rows: 0, since: null}, prices]})).toBe(
      "snapshot 25.0 MB, bars_1m 0 of 300, prices since 2026-05-12T13:05Z (12 of 300)"
    );
  });
});
