import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {identifier} from "../../../src/duckdb/sql/parameters.js";
import {inlined, keepQuery, queryOf, queryText} from "../../../src/duckdb/sql/query-text.js";
import {askWasm, openWasm} from "../wasm.js";

let wasm: Awaited<ReturnType<typeof openWasm>>;

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
