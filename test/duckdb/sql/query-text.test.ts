import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {identifier} from "../../../src/duckdb/sql/parameters.js";
import {bind, inlined, keepQuery, queryOf, queryText} from "../../../src/duckdb/sql/query-text.js";
import {askWasm, openWasm} from "../wasm.js";

let wasm: Awaited<ReturnType<typeof openWasm>>;
const at = new Date("2026-03-08T01:02:03.456Z");

beforeAll(async () => {
  wasm = await openWasm();
});
afterAll(() => wasm.close());

// The values of the first row: of the query as text, and with bound parameters.
async function both({raw}: TemplateStringsArray, ...values: unknown[]): Promise<unknown[][]> {
  const [[written = {}], [bound = {}]] = [
    await askWasm(wasm, [queryText(raw, values)]),
    await askWasm(wasm, raw, values)
  ];
  return [Object.values(written), Object.values(bound)];
}

describe("queryText(strings, values)", () => {
  it.each<[unknown, string]>([
    [undefined, "NULL"],
    [-7, "(-7)"],
    [2n ** 64n, "('18446744073709551616'::HUGEINT)"],
    [Number.NaN, "('NaN'::DOUBLE)"],
    ["it's '' \\ -- ; $1 ?", "'it''s '''' \\ -- ; $1 ?'"],
    [new Date("2026-05-12T14:00:00.250Z"), "TIMESTAMP '2026-05-12 14:00:00.250'"],
    [[1, -2, "a'b", null], "[1, (-2), 'a''b', NULL]"],
    [identifier('a"b', "own"), '"own"."a""b"']
  ])("writes value %# as %s", (value, text) => {
    expect(queryText(["\n  FROM candles(", ", 1)\n"], [value])).toBe(`FROM candles(${text}, 1)`);
  });

  it.each([
    ["numbers and dates", () => both`SELECT ${5} AS n, ${0.1}, ${new Date(1e12 + 1)}, ${null}, ${true}`],
    ["products beyond 32 bits", () => both`SELECT ${100_000} * ${100_000}, ${3600}*1000000, 7 // ${2}`],
    ["negative numbers after a minus", () => both`SELECT 1 -${-5}, -${-3}, 2 - ${-0.5}`],
    ["lists", () => both`SELECT ${[1, 2]}, ${[]}::BIGINT[], 3 IN ${[1, 3]}, ${["a'"]}, [10, 20][${2}]`]
  ])("gives the same rows as bound parameters: %s", async (_, ask) => {
    const [written, bound] = await ask();
    expect(written).toEqual(bound);
  });
});

it("queryOf(rows) finds the query of rows and of their first row, and of no copy", () => {
  const rows = [{a: 1}, {a: 2}];
  keepQuery(rows, ["SELECT ", ""], [1]);
  expect([rows, rows[0]].map(queryOf)).toEqual(Array(2).fill({text: "SELECT 1", isShared: true}));
  expect([[...rows], rows[1], null, 5].map(queryOf)).toEqual([null, null, null, null]);
  keepQuery(rows, ["FROM ", ""], [identifier("t", "own")]);
  expect(queryOf(rows)?.isShared).toBe(false); // a table that only its page has
});

describe("inlined(strings, values)", () => {
  const ask = async ({raw}: TemplateStringsArray, ...given: unknown[]) => {
    const {strings, values} = inlined(raw, given);
    const rows = await askWasm(wasm, strings, values);
    keepQuery(rows, strings, values);
    return rows;
  };

  it("makes rows of another query a table with all its types, even without rows", async () => {
    const rows = await ask`-- all; of them
      SELECT TIMESTAMP '2026-05-12 13:55:00.200123' AS t, 9007199254740993 AS id, [1, NULL] AS list,
        ${5} AS n, NULL AS none, ';--' AS text WHERE ${true}; -- the end`;
    const [typed] = await ask`SELECT typeof(t), t::VARCHAR, id + 1, typeof(list), n + ${1}, text FROM ${rows}`;
    expect(Object.values(typed ?? {})).toEqual([
      ...["TIMESTAMP", "2026-05-12 13:55:00.200123", "9007199254740994", "INTEGER[]", 6, ";--"]
    ]);
    const none = await ask`FROM ${rows} WHERE n > ${9}`;
    expect(none).toEqual([]);
    expect(await ask`SELECT count(*) AS n FROM ${none} AS a JOIN ${rows} USING (id)`).toEqual([{n: 0}]);
    expect(queryOf(await ask`DESCRIBE ${none}`)?.text).toMatch(
      /^DESCRIBE \(FROM \( SELECT TIMESTAMP .* WHERE n > 9\)$/
    );
  });

  it("takes only unchanged rows", async () => {
    const rows = await ask`SELECT 1 AS a`;
    const copied = [...rows];
    rows.push({a: 2});
    for (const value of [rows, copied])
      await expect(ask`FROM ${value}`).rejects.toThrow(/await table\("name", rows\)$/);
  });

  it("leaves out values in comments, and refuses values between quotes", () => {
    const strings = ["SELECT ", " -- WHERE a = ", "\n/* ", " */ FROM t"];
    const without = {strings: ["SELECT ", " -- WHERE a = …\n/* … */ FROM t"], values: [1]};
    expect(inlined(strings, [1, "2\n3", 4])).toEqual(without);
    for (const quote of ["'", '"', "$$"])
      expect(() => inlined([`SELECT ${quote}%`, `%${quote}`], [1])).toThrow(/^a value cannot stand between quotes: /);
  });
});

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
