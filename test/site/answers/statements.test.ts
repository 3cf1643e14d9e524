import {describe, expect, it} from "vitest";
import {parseSqlFile} from "../../../loaders/site/answers/statements.js";

describe("parseSqlFile(text)", () => {
  it("reads one statement without a name", () => {
    expect(parseSqlFile("-- why\nFROM feeds;\n")).toEqual({
      statements: [{name: null, sql: "-- why\nFROM feeds", line: 1}],
      answers: null
    });
  });

  it("reads named statements with the lines they start on, and the page they answer", () => {
    const text = "-- Head.\n-- answers: ../prices.md\n\n-- name: meta\nFROM meta;\n\n-- name: feeds\nSELECT 1;\n";
    expect(parseSqlFile(text)).toEqual({
      statements: [
        {name: "meta", sql: "FROM meta", line: 5},
        {name: "feeds", sql: "SELECT 1", line: 8}
      ],
      answers: "../prices.md"
    });
  });

  it("reads Windows line ends", () => {
    expect(parseSqlFile("-- name: a\r\nSELECT 1;\r\n").statements).toEqual([{name: "a", sql: "SELECT 1", line: 2}]);
  });

  it.each([
    ["", []],
    ["-- nothing but a comment\n", []]
  ])("finds no statement in %j", (text, statements) => {
    expect(parseSqlFile(text).statements).toEqual(statements);
  });

  it.each([
    ["-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;", "line 3: repeated name: a"],
    ["SELECT 0;\n-- name: a\nSELECT 1;", "line 1: text before the first -- name: comment"],
    ["-- name: a\n-- name: b\nSELECT 1;", "line 2: no statement after the name: a"]
  ])("refuses %j", (text, message) => {
    expect(() => parseSqlFile(text)).toThrow(new SyntaxError(message));
  });
});
