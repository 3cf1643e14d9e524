import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bind} from "../../../src/duckdb/sql/bind.js";
import {identifier} from "../../../src/duckdb/sql/parameters.js";
import {askWasm, openWasm} from "../wasm.js";

let wasm: Awaited<ReturnType<typeof openWasm>>;
const at = new Date("2026-03-08T01:02:03.456Z");

beforeAll(async () => {
  wasm = await openWasm();
});
afterAll(() => wasm.close());

// The only value of the only row.
async function answer({raw}: TemplateStringsArray, ...values: unknown[]): Promise<unknown> {
  const [row = {}] = await askWasm(wasm, raw, values);
  return Object.values(row)[0];
}

describe("bind(strings, values)", () => {
  it.each<[string, () => Promise<unknown>, unknown]>([
    ["a whole number as BIGINT", () => answer`SELECT typeof(${5}) || (7 // ${2})`, "BIGINT3"],
    ["a LIMIT and an OFFSET", () => answer`SELECT count(*) FROM (FROM range(9) LIMIT ${4} OFFSET ${7})`, 2],
    [
      "a fraction as DOUBLE",
      () => answer`SELECT typeof(${0.5}) || typeof(${2 ** 70}) || typeof(${NaN})`,
      "DOUBLEDOUBLEDOUBLE"
    ],
    [
      "a bigint as BIGINT",
      () => answer`SELECT typeof(${9007199254740993n}) || ${9007199254740993n}`,
      "BIGINT9007199254740993"
    ],
    ["a text", () => answer`SELECT ${"it's; DROP TABLE feeds --\nä"}`, "it's; DROP TABLE feeds --\nä"],
    ["a boolean and null", () => answer`SELECT ${true} AND ${null} IS NULL`, true],
    ["a Date as TIMESTAMP in UTC", () => answer`SELECT TIMESTAMP '2026-03-08 01:02:03.456' = ${at}`, true],
    ["a list", () => answer`SELECT 2 IN ${[1, 2]} AND 'c' NOT IN ${["a", "b"]} AND ${[at]}[1] = ${at}`, true],
    [
      "a list of lists",
      () => answer`SELECT ${[[0, 0.5], [1, null]]}::DOUBLE[][]::VARCHAR`,
      "[[0.0, 0.5], [1.0, NULL]]"
    ],
    ["a quoted name", () => answer`SELECT ${identifier('a"b; --')} FROM (SELECT 5 AS "a""b; --")`, 5],
    [
      "a QUALIFY",
      () => answer`SELECT x * ${2} FROM range(9) AS t(x) WHERE x <> ${8}
      QUALIFY row_number() OVER (ORDER BY x * ${2} DESC) = 1 ORDER BY ALL`,
      14
    ],
    [
      "the values of a PIVOT as literals",
      () => answer`PIVOT (SELECT 'a''b' AS k WHERE k = ${"a'b"}) ON k USING count(*)`,
      1
    ]
  ])("binds %s", async (_, ask, expected) => expect(await ask()).toEqual(expected));

  it.each<[unknown, RegExp]>([
    [{}, /: a row: give one of its values, as in .*FROM \$\{rows\}.* await table\("name", rows\)$/],
    [Promise.resolve([]), /: a promise: write await before/],
    [new Date(Number.NaN), /: an invalid date$/]
  ])("refuses %s", (value, message) => {
    for (const start of ["", "PIVOT t ON "]) expect(() => bind([start, ""], [value])).toThrow(message);
  });
});
