import {describe, expect, it} from "vitest";
import {codeOf, readDescription} from "../../loaders/database/describe.js";

const head = `-- Bars: one a
-- day.
-- Grain: (id, day).
-- Source: rows.
-- Example: SELECT a FROM bars
--   ORDER BY a
-- Columns as rows, other, and:
--   a: the first, of
--     two lines [bps]
--   b: the second: "x"
`;

describe("readDescription(sql)", () => {
  it("reads all parts, over several lines", () => {
    const {columns, ...told} = readDescription(`${head}SELECT 1 -- Grain: none\n`);
    expect(told).toEqual({
      meaning: "Bars: one a day.",
      grain: "(id, day)",
      source: "rows",
      example: "SELECT a FROM bars ORDER BY a",
      as: ["rows", "other"]
    });
    expect([...columns]).toEqual([
      ["a", "the first, of two lines [bps]"],
      ["b", 'the second: "x"']
    ]);
  });

  it.each([
    ["-- A.\n-- Columns as rows.\nSELECT 1", {meaning: "A.", as: ["rows"], columns: []}],
    ["-- A.\n-- Columns:\n--   a: b", {meaning: "A.", as: [], columns: [["a", "b"]]}],
    ["-- A.\n--   not: a column\nSELECT 1", {meaning: "A. not: a column", as: [], columns: []}],
    ["SELECT 1 -- Columns:\n", {meaning: "", as: [], columns: []}],
    ["", {meaning: "", as: [], columns: []}]
  ])("reads %j", (sql, expected) => {
    const {meaning, as, columns} = readDescription(sql);
    expect({meaning, as, columns: [...columns]}).toEqual(expected);
  });
});

describe("codeOf(sql)", () => {
  it("is the same for texts that differ in comments and layout", () => {
    expect(codeOf(`${head}SELECT a, -- why\n  b\nFROM t\n`)).toBe("SELECT a, b FROM t");
    expect(codeOf("SELECT a, b FROM t")).toBe("SELECT a, b FROM t");
    expect(codeOf("SELECT a FROM t")).not.toBe(codeOf("SELECT b FROM t"));
  });
});
