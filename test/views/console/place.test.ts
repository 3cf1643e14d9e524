import {expect, it} from "vitest";
import {mended, readWrong} from "../../../src/views/console/place.js";

// An error as DuckDB writes it: with the line of a query, and a caret under a word.
const errorAt = (message: string, line: string, word: string) =>
  `${message}\n\nLINE ${line}\n${" ".repeat(`LINE ${line}`.indexOf(word))}^`;
const long = `SELECT 1\nWHERE ${"x".repeat(90)} = 3 FROM prices`;
const column = 'Binder Error: Referenced column "prce" not found in FROM clause!';

it.each<[string, string, string, string, string | null, string?]>([
  [
    'Error: Table with name pries does not exist!\nDid you mean "prices"?',
    "SELECT 1\nFROM pries",
    "2: FROM pries",
    "pries",
    "SELECT 1\nFROM prices"
  ],
  [
    `${column}\nCandidate bindings: "p.price", "priceFeedId"`,
    "SELECT\n  prce\nFROM prices p",
    "2:   prce",
    "prce",
    "SELECT\n  price\nFROM prices p",
    `${column}\nDid you mean "price"?`
  ],
  [
    'Error: Table with name other does not exist!\nDid you mean "feeds"?',
    "SELECT other",
    "1: SELECT other",
    "other",
    null,
    "Error: Table with name other does not exist!"
  ],
  ['Parser Error: syntax error at or near "FROM"', long, `2: ...${"x".repeat(60)} = 3 FROM prices`, "FROM", null]
])(
  "readWrong(%j, sql) finds the place, and mended(sql, wrong) writes the near name",
  (message, sql, line, word, better, shown = message) => {
    const wrong = readWrong(errorAt(message, line, word), sql);
    expect([wrong.message, wrong.offset]).toEqual([shown, sql.indexOf(word)]);
    const [excerpt = "", caret = ""] = wrong.excerpt.split("\n");
    expect(excerpt.slice(caret.length - 1)).toMatch(new RegExp(`^${word}`));
    expect(mended(sql, wrong)).toBe(better);
  }
);

it.each([
  "cancelled after 1 s",
  errorAt("Parser Error: x", "9: FROM a", "a"),
  errorAt("Error", "1: FROM other", "other")
])("readWrong(%j, sql) finds no place that the query lacks", (message) =>
  expect(readWrong(message, "FROM a").offset).toBeNull()
);
