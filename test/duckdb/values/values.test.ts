import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {query} from "../../../loaders/store/database/query.js";
import {answerRows, columnsOf, type Row, toRows} from "../../../src/duckdb/values/rows.js";
import {openWasm} from "../wasm.js";

type Native = Awaited<ReturnType<DuckDBInstance["connect"]>>;
type Wasm = Awaited<ReturnType<typeof openWasm>>;

let native: Native;
let wasm: Wasm;

beforeAll(async () => {
  native = await (await DuckDBInstance.create(":memory:")).connect();
  await native.run("SET TimeZone = 'UTC'");
  wasm = await openWasm();
});

afterAll(() => wasm.close());

function inBrowser(sql: string): Promise<Row[]> {
  const describe = async () =>
    (await toRows(wasm.query(`DESCRIBE ${sql}`), async () => [])).map((row) => `${row.column_type}`);
  return toRows(wasm.query(sql), describe);
}

async function inBuild(sql: string): Promise<Row[]> {
  const {columns, rows} = await query(native, sql);
  return answerRows(columns, JSON.parse(JSON.stringify(rows)));
}

const at = (text: string) => new Date(text);

const expressions: [expression: string, value: unknown][] = [
  ["9007199254740993::BIGINT", "9007199254740993"],
  ["18446744073709551615::UBIGINT", "18446744073709551615"],
  ["(-7)::BIGNUM", -7],
  ["0.1::DECIMAL(38,20)", 0.1],
  ["'-inf'::FLOAT", Number.NEGATIVE_INFINITY],
  ["DATE '0044-03-13 (BC)'", at("-000043-03-13T00:00:00Z")],
  ["'x'::ENUM('x', 'y')", "x"],
  ["TIMESTAMP_NS '2026-03-08 01:02:03.456789'", at("2026-03-08T01:02:03.456Z")],
  ["TIMESTAMP '1969-12-31 23:59:59.999999'", at("1969-12-31T23:59:59.999Z")],
  ["TIMESTAMP_S '1969-12-31 23:59:59'", at("1969-12-31T23:59:59Z")],
  ["TIMESTAMPTZ '2026-03-08 01:02:03+00'", at("2026-03-08T01:02:03Z")],
  ["'infinity'::TIMESTAMP", new Date(Number.NaN)],
  ["INTERVAL '1 year 2 months -3 days 04:05:06.5'", "1 year 2 months -3 days 04:05:06.5"],
  ["[[DATE '2026-01-01'], NULL, []]", [[at("2026-01-01T00:00:00Z")], null, []]],
  ["{'a b': 1, c: {d: [TIMESTAMP '2026-01-01']}}", {"a b": 1, c: {d: [at("2026-01-01T00:00:00Z")]}}],
  [
    "MAP {'b': 9007199254740993, 'a': NULL}",
    [
      {key: "b", value: "9007199254740993"},
      {key: "a", value: null}
    ]
  ],
  ["[union_value(n := 3), NULL]", [3, null]],
  ["NULL", null]
];

describe("toRows(table) and answerRows(columns, rows)", () => {
  it("read each expression as the same value", async () => {
    const sql = `SELECT ${expressions.map(([expression]) => `(SELECT ${expression}) AS "${expression}"`).join()}`;
    for (const rows of [inBrowser, inBuild]) expect(await rows(sql)).toEqual([Object.fromEntries(expressions)]);
  });

  it("read many batches alike", async () => {
    const sql = `SELECT
        n,
        CASE WHEN n % 3 > 0 THEN range(n % 5) END AS list,
        CASE WHEN n % 7 > 0 THEN {'a': n::VARCHAR, b: [n, NULL]} END AS struct,
        CASE WHEN n % 2 = 0 THEN 'even'::ENUM('even', 'odd') WHEN n % 5 > 0 THEN 'odd' END AS parity,
        n % 4 = 0 AS fourth,
        [n, n + 1]::INTEGER[2] AS pair,
        MAP([n], [CASE WHEN n % 2 = 0 THEN INTERVAL (n) SECOND END]) AS map
      FROM range(5000) AS t(n)`;
    expect(await inBrowser(sql)).toEqual(await inBuild(sql));
  });

  it.each<[string, Row[]]>([
    ["SELECT 1 AS a WHERE false", []],
    ["SELECT chr(65279) || 'x' AS v", [{v: "\ufeffx"}]], // a byte order mark
    ["SELECT 1 AS a, 2 AS a, 3 AS a_1", [{a: 1, a_1: 2, a_1_1: 3}]] // as DuckDB names them in a subquery
  ])("read %s", async (sql, expected) => {
    for (const rows of [inBrowser, inBuild]) expect(await rows(sql)).toEqual(expected);
  });

  it("keep the order of columns that are named by whole numbers, even in a part of the rows", async () => {
    for (const rows of [inBrowser, inBuild]) {
      const wide = await rows('SELECT n AS symbol, 1 AS "10", 2 AS "9", 3 AS last FROM range(3) AS t(n)');
      expect(columnsOf(wide.slice(1).toReversed())).toEqual(["symbol", "10", "9", "last"]);
    }
  });

  it("read a struct without names as an array, which the build refuses", async () => {
    expect(await inBrowser("SELECT row(1, 'a') AS v")).toEqual([{v: [1, "a"]}]);
    await expect(inBuild("SELECT row(1, 'a') AS v")).rejects.toThrow("name them, as in {'a': 1}");
  });

  it.each(["TIMETZ '12:00:00+02'", "[TIMETZ '12:00:00+02']", "'POINT (1 2)'::GEOMETRY", "['POINT (1 2)'::GEOMETRY]"])(
    "refuse %s, and say what to write",
    async (expression) => {
      await expect(inBrowser(`SELECT ${expression} AS v`)).rejects.toThrow(/(TIME WITH TIME ZONE|GEOMETRY).*::VARCHAR/);
    }
  );
});
