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

it("terminalWidth(host) is COLUMNS, else the width of the terminal, else 120", () => {
  expect(terminalWidth(testHost({env: {COLUMNS: "60"}, terminal: 80}))).toBe(60);
  expect(terminalWidth(testHost({env: {}, terminal: 80}))).toBe(80);
  expect(terminalWidth(testHost({env: {}}))).toBe(120);
});

describe("fittedTable(records, column, {width, least, cut})", () => {
  const long = {a: "first", text: "x".repeat(200), b: "last"};

  it.each([60, 80, 200])("fits a terminal of %i columns", (columns) => {
    const lines = fittedTable([long, {...long, text: null}], "text", {width: columns}).split("\n");
    expect(Math.max(...lines.map(({length}) => length))).toBe(Math.min(columns, 113)); // no cell is longer than 100
    expect(lines[1]).toMatch(/^first {2}x+… {2}last$/);
  });

  it("cuts no text that has room, and none below the least width", () => {
    expect(fittedTable([{text: "short"}], "text", {width: 20})).toBe("text\nshort");
    expect(fittedTable([long], "text", {width: 20, least: 30}).split("\n")[1]).toBe(`first  ${"x".repeat(29)}…  last`);
  });
});

const [since, until] = ["2026-05-12T13:05:00Z", "2026-05-12T14:00:00Z"];
const prices: SnapshotPart = {name: "prices", rows: 12, storedRows: 300, bytes: 1000, whole: false, since, until};

it.each([
  ["all", {...prices, whole: true}],
  ["since 2026-05-12T13:05Z (12 of 300)", prices],
  ["0 of 300", {...prices, rows: 0, since: null}]
])("heldText(part) is %s", (text, part) => expect(heldText(part)).toBe(text));

it("snapshotText(snapshot) is its size and its cut tables", () => {
  expect(snapshotText({bytes: 24_960_000, cut: [prices]})).toBe(
    "snapshot 25.0 MB, prices since 2026-05-12T13:05Z (12 of 300)"
  );
});
