import {describe, expect, it} from "vitest";
import {mended, readWrong} from "../../../src/views/console/place.js";

const said = (what: string, line: string, sought: string) =>
  `${what}\n\nLINE ${line}\n${" ".repeat(`LINE ${line}`.indexOf(sought))}^`;

describe("readWrong(message, sql), mended(sql, wrong)", () => {
  it.each([
    [
      'Catalog Error: Table with name pries does not exist!\nDid you mean "prices"?',
      "SELECT 1\nFROM pries",
      2,
      "pries",
      "SELECT 1\nFROM prices"
    ],
    [
      'Binder Error: Referenced column "prce" not found in FROM clause!\nCandidate bindings: "p.price", "priceFeedId"',
      "SELECT\n  prce\nFROM prices p",
      2,
      "prce",
      "SELECT\n  price\nFROM prices p",
      'Binder Error: Referenced column "prce" not found in FROM clause!\nDid you mean "price"?'
    ],
    [
      'Catalog Error: Scalar Function with name medain does not exist!\nDid you mean "median"?',
      "SELECT medain(1)",
      1,
      "medain",
      "SELECT median(1)"
    ]
  ])("finds the place, and the name that was meant: %s", (what, sql, line, word, better, message = what) => {
    const text = `${line}: ${sql.split("\n")[line - 1]}`;
    const wrong = readWrong(said(what, text, word), sql);
    expect(wrong).toMatchObject({message, offset: sql.indexOf(word)});
    const [shown = "", caret = ""] = wrong.excerpt.split("\n");
    expect(shown.slice(caret.length - 1)).toMatch(new RegExp(`^${word}`));
    expect(mended(sql, wrong)).toBe(better);
  });

  it("finds the place in a long line, of which DuckDB shows a part", () => {
    const sql = `SELECT 1\nWHERE ${"x".repeat(90)} = 3 FROM prices`;
    const wrong = readWrong(
      said('Parser Error: syntax error at or near "FROM"', `2: ...${"x".repeat(60)} = 3 FROM prices`, "FROM"),
      sql
    );
    expect(wrong.offset).toBe(sql.indexOf("FROM"));
    expect(mended(sql, wrong)).toBeNull();
  });

  it("mends a column behind the name of its table, whose message DuckDB writes in another form", () => {
    const sql = "SELECT p.pirce FROM prices p";
    const what = 'Binder Error: Table "p" does not have a column named "pirce"';
    const wrong = readWrong(
      said(`${what}\n\nCandidate bindings: : "price", "priceFeedId"`, `1: ${sql}`, "p.pirce"),
      sql
    );
    expect(wrong).toMatchObject({message: `${what}\nDid you mean "price"?`, meant: "price"});
    expect(mended(sql, wrong)).toBe("SELECT p.price FROM prices p");
  });

  it("proposes no name that is not near", () => {
    const what = "Error: Table with name other does not exist!";
    const wrong = readWrong(said(`${what}\nDid you mean "feeds"?`, "1: SELECT other", "other"), "SELECT other");
    expect(wrong).toMatchObject({message: what, meant: null, offset: 7});
    expect(mended("SELECT other", wrong)).toBeNull();
  });

  it("writes no name where another word stands", () => {
    const sql = "FROM price_line(feed)";
    const message = said(
      'Binder Error: Referenced column "feed" not found in FROM clause!\nCandidate bindings: "feeds"',
      `1: ${sql}`,
      "price_line"
    );
    expect(mended(sql, readWrong(message, sql))).toBeNull();
  });

  it.each([
    ["cancelled after 1 s", "FROM a"],
    [said("Parser Error: x", "9: FROM a", "a"), "FROM a"],
    [said("Parser Error: x", "1: FROM other", "other"), "FROM a"]
  ])("knows no place in %j", (message, sql) => expect(readWrong(message, sql).offset).toBeNull());
});
