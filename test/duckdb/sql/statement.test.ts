import {describe, expect, it} from "vitest";
import {readStatement} from "../../../src/duckdb/sql/statement.js";

describe("readStatement(text)", () => {
  it.each([
    ["FROM feeds -- all\n/* of; them */ ;;", "FROM feeds"],
    ["-- title; of it\nFROM feeds;", "-- title; of it\nFROM feeds"],
    ["SELECT 'it''s; --x'", "SELECT 'it''s; --x'"],
    ['SELECT 1 AS "a;--"; ', 'SELECT 1 AS "a;--"'],
    ["SELECT $a$; $$ --$a$;", "SELECT $a$; $$ --$a$"],
    ["SELECT e'it\\'s; --x', DATE'\\';", "SELECT e'it\\'s; --x', DATE'\\'"],
    ["SELECT 'open; -- ", "SELECT 'open"]
  ])("reads %j as %j", (text, statement) => expect(readStatement(text)).toEqual({text: statement, isExplain: false}));

  it.each(["explain FROM feeds", "-- a\nEXPLAIN ANALYZE FROM feeds", "EXPLAIN (FORMAT json) (SELECT 1)"])(
    "reads %j as a plan",
    (text) => expect(readStatement(text).isExplain).toBe(true)
  );

  it.each([
    ["", /^no query: write one, such as FROM feeds$/],
    ["SELECT 1; SELECT 2; -- both", /^run one query at a time: these are 2/],
    ["copy (SELECT 1) TO 'a.csv'", /^COPY: a page writes no files: .* save its rows by CSV, JSON or Arrow/],
    ["EXPLAIN ANALYZE COPY feeds TO 'a'", /^COPY: a page writes no files/],
    ["/* a */ FORCE INSTALL httpfs;", /^FORCE: a page loads no other extension: list it in site\.extensions/],
    ["ATTACH 'a.duckdb'", /^ATTACH: the console reads this site's data, and no other file/],
    ["SET threads = 1", /^SET: the console changes no settings/],
    ["PRAGMA table_info('feeds')", /^PRAGMA: .* DESCRIBE prices/],
    ["CREATE TEMP TABLE a AS FROM feeds", /^CREATE: the console only reads: .* WITH name AS \(SELECT …\)/]
  ])("refuses %j, and says what to do", (text, message) => expect(() => readStatement(text)).toThrow(message));

  it.each(["SELCT 1", "SUMMARIZE feeds", "PIVOT feeds ON assetType", "(SELECT 1)", "WITH a AS (SELECT 1) FROM a", "1"])(
    "leaves %j to DuckDB",
    (text) => expect(readStatement(text)).toEqual({text, isExplain: false})
  );
});
