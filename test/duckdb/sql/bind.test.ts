import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bind} from "../../../src/duckdb/sql/bind.js";
import {identifier} from "../../../src/duckdb/sql/parameters.js";
import {toRows} from "../../../src/duckdb/values/rows.js";
import {openWasm} from "../../helpers/wasm.js";

let wasm: Awaited<ReturnType<typeof openWasm>>;

beforeAll(async () => {
  wasm = await openWasm();
});

afterAll(() => wasm.close());

// The only value that DuckDB-Wasm answers.
async function answer({raw}: TemplateStringsArray, ...values: unknown[]): Promise<unknown> {
  const {text, params} = bind(raw, values);
  const statement = wasm.prepare(text);
  const rows = await toRows(statement.query(...params), async () => []);
  statement.close();
  return Object.values(rows[0] ?? {})[0];
}

const at = new Date("2026-03-08T01:02:03.456Z");

describe("bind(strings, values)", () => {
  it("binds a whole number as BIGINT", async () => {
    expect(await answer`SELECT 7 // ${2}`).toBe(3);
    expect(await answer`SELECT typeof(${5})`).toBe("BIGINT");
    expect(await answer`SELECT count(*) FROM (FROM range(9) LIMIT ${4} OFFSET ${7})`).toBe(2);
    expect(await answer`SELECT [10, 20][${2}]`).toBe(20);
    expect(await answer`SELECT ${Number.MAX_SAFE_INTEGER}`).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([0.5, 2 ** 70, Number.NaN])("binds %d as DOUBLE", async (value) => {
    expect(await answer`SELECT typeof(${value})`).toBe("DOUBLE");
  });

  it("binds every number exactly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double(), async (value) => {
        expect(await answer`SELECT ${value}`).toEqual(value + 0); // -0 is the whole number 0
      })
    );
  });

  it("binds a bigint with every digit", async () => {
    expect(await answer`SELECT ${9007199254740993n}`).toBe("9007199254740993");
    expect(await answer`SELECT typeof(${9007199254740993n})`).toBe("BIGINT");
    expect(await answer`SELECT ${-(2n ** 100n)}::VARCHAR`).toBe(String(-(2n ** 100n)));
  });

  it.each([true, null, "it's; DROP TABLE feeds --\nä"])("binds %j as it is", async (value) => {
    expect(await answer`SELECT ${value}`).toBe(value);
  });

  it("binds a Date as TIMESTAMP, in UTC", async () => {
    expect(await answer`SELECT ${at}`).toEqual(at);
    expect(await answer`SELECT TIMESTAMP '2026-03-08 01:02:03.456' = ${at}`).toBe(true);
    expect(await answer`SELECT date_trunc('day', ${at})`).toEqual(new Date("2026-03-08T00:00:00Z"));
    const last = new Date(8.64e15); // +275760-09-13T00:00:00.000Z
    expect(await answer`SELECT ${last} = ${last.toISOString()}::TIMESTAMP`).toBe(true);
  });

  it("binds a list as a list", async () => {
    expect(await answer`SELECT 2 IN ${[1, 2]}`).toBe(true);
    expect(await answer`SELECT 'c' IN ${["a", "b"]}`).toBe(false);
    expect(await answer`SELECT count(*) FROM range(9) AS t(n) WHERE n IN ${[3, 5, 77]}`).toBe(2);
    expect(await answer`SELECT list_contains(${[]}::BIGINT[], 1)`).toBe(false);
    expect(JSON.stringify(await answer`SELECT ${[[0, 0.5], [1, null]]}::DOUBLE[][]`)).toBe("[[0,0.5],[1,null]]");
    expect(await answer`SELECT ${[at]}[1]`).toEqual(at);
  });

  it("quotes what identifier names", async () => {
    expect(await answer`SELECT ${identifier('a"b; --')} FROM (SELECT 5 AS "a""b; --")`).toBe(5);
  });

  it.each<[unknown, RegExp]>([
    [{}, /: a row: give one of its values, as in .*FROM \$\{rows\}.* await table\("name", rows\)$/],
    [[{price: 1}], /: a row: /],
    [Promise.resolve([]), /: a promise: write await before/],
    [new Date(Number.NaN), /: an invalid date$/],
    [() => 1, /: \[object Function\]: use text, a number, a date or a list of these$/]
  ])("refuses %s, with what to write", (value, message) => {
    expect(() => bind(["", ""], [value])).toThrow(message);
  });

  it.each([
    [
      "a WINDOW over which two functions are",
      () => answer`SELECT [sum(x) OVER w, count(*) OVER w]::VARCHAR FROM range(9) AS t(x)
      WINDOW w AS (ORDER BY x ROWS BETWEEN ${2} PRECEDING AND CURRENT ROW) ORDER BY x DESC LIMIT ${1}`,
      "[21, 3]"
    ],
    [
      "a QUALIFY and an ORDER BY ALL",
      () => answer`SELECT x * ${2} FROM range(9) AS t(x) WHERE x <> ${8}
      QUALIFY row_number() OVER (ORDER BY x * ${2} DESC) = 1 ORDER BY ALL`,
      14
    ],
    [
      "a LATERAL that has one twice",
      () => answer`SELECT y + z FROM range(${3}, ${4}) AS t(x),
      LATERAL (SELECT x + ${5} AS y, x * ${6} AS z)`,
      26
    ]
  ])("binds each value once for %s", async (_, ask, expected) => expect(await ask()).toEqual(expected));

  it.each(["PIVOT", "PIVOT_WIDER"])(
    "writes the values of a %s as literals, which DuckDB cannot prepare",
    async (word) => {
      const {text, params} = bind([`${word} (SELECT 'a''b' AS k WHERE k = `, ") ON k USING count(*)"], ["a'b"]);
      expect(params).toEqual([]);
      expect(await toRows(wasm.query(text), async () => [])).toEqual([{"a'b": 1}]);
      expect(() => bind(["PIVOT t ON a WHERE ", ""], [{}])).toThrow(/^cannot bind/);
    }
  );
});
