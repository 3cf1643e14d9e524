import {expect, it} from "vitest";
import {parseSqlFile} from "../../../loaders/site/answers/statements.js";

it.each<[string, ReturnType<typeof parseSqlFile>]>([
  ["-- why\nFROM feeds;\n", {statements: [{name: null, sql: "-- why\nFROM feeds", line: 1}], answers: null}],
  [
    "-- Head.\r\n-- answers: ../prices.md\r\n\r\n-- name: meta\r\nFROM meta;\r\n\r\n-- name: feeds\r\nSELECT 1;\r\n",
    {
      statements: [
        {name: "meta", sql: "FROM meta", line: 5},
        {name: "feeds", sql: "SELECT 1", line: 8}
      ],
      answers: "../prices.md"
    }
  ],
  ["-- nothing but a comment\n", {statements: [], answers: null}]
])("parseSqlFile(%j) reads statements with their lines, and the page they answer", (text, file) => {
  expect(parseSqlFile(text)).toEqual(file);
});

it.each([
  ["-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;", "line 3: repeated name: a"],
  ["SELECT 0;\n-- name: a\nSELECT 1;", "line 1: text before the first -- name: comment"],
  ["-- name: a\n-- name: b\nSELECT 1;", "line 2: no statement after the name: a"]
])("parseSqlFile(%j) rejects it", (text, message) => {
  expect(() => parseSqlFile(text)).toThrow(new SyntaxError(message));
});
