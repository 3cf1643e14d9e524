import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {codeOf, query, readDescription} from "../../../loaders/store/database/query.js";
import {makeStore, type TestStore} from "../../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

describe("query(connection, sql, parameters)", () => {
  it.each<[string, unknown]>([
    ["1::BIGINT", 1],
    ["9007199254740993::BIGINT", "9007199254740993"],
    ["1.5::DECIMAL(4, 2)", 1.5],
    ["'infinity'::DOUBLE", "Infinity"],
    ["TIMESTAMP '2026-05-12 13:55:00.123456'", "2026-05-12T13:55:00.123456Z"],
    ["TIMESTAMP '0001-05-12 (BC) 13:55:00'", "0000-05-12T13:55:00Z"],
    ["TIMESTAMPTZ '0044-03-15 (BC) 13:55:00.5Z'", "-000043-03-15T13:55:00.5Z"],
    ["TIMESTAMP '12345-05-12'", "+012345-05-12T00:00:00Z"],
    ["chr(65279) || 'a'", "\uFEFFa"],
    ["TIMESTAMPTZ '2026-05-12 13:55:00+02'", "2026-05-12T11:55:00Z"],
    ["DATE '0044-03-13 (BC)'", "-000043-03-13"],
    ["[TIMESTAMP '0044-03-13 (BC) 10:00:00']", ["-000043-03-13T10:00:00Z"]],
    ["[1, NULL]::BIGINT[]", [1, null]],
    ["{'a': 1::BIGINT}", {a: 1}]
  ])("gives %s as a plain value", async (sql, value) => {
    expect((await query(test.store.connection, `SELECT ${sql} AS v`)).rows).toEqual([[value]]);
  });

  it("binds parameters, and gives columns without rows", async () => {
    const parameters = {a: "'; DROP TABLE loads"};
    expect(await query(test.store.connection, "SELECT $a AS a, 1 AS a WHERE $a = 'x'", parameters)).toEqual({
      columns: [
        {name: "a", type: "VARCHAR"},
        {name: "a_1", type: "INTEGER"}
      ],
      rows: []
    });
  });
});

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
    const {columns, ...parts} = readDescription(`${head}SELECT 1 -- Grain: none\n`);
    expect(parts).toEqual({
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
    ["-- A.\n--   not: a column\nSELECT 1", {meaning: "A. not: a column", as: [], columns: []}],
    ["SELECT 1 -- Columns:\n", {meaning: "", as: [], columns: []}]
  ])("reads %j", (sql, expected) => {
    const {meaning, as, columns} = readDescription(sql);
    expect({meaning, as, columns: [...columns]}).toEqual(expected);
  });
});

describe("codeOf(sql)", () => {
  it("removes comments and layout", () => {
    expect(codeOf(`${head}SELECT a, -- why\n  b\nFROM t\n`)).toBe("SELECT a, b FROM t");
    expect(codeOf("SELECT a, b FROM t")).toBe("SELECT a, b FROM t");
    expect(codeOf("SELECT a FROM t")).not.toBe(codeOf("SELECT b FROM t"));
  });
});
