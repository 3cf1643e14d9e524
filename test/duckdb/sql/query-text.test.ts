import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bind} from "../../../src/duckdb/sql/bind.js";
import {identifier} from "../../../src/duckdb/sql/parameters.js";
import {inlined, keepQuery, literalOf, queryOf, queryText} from "../../../src/duckdb/sql/query-text.js";
import {toRows} from "../../../src/duckdb/values/rows.js";
import {openWasm} from "../../helpers/wasm.js";

let wasm: Awaited<ReturnType<typeof openWasm>>;

beforeAll(async () => {
  wasm = await openWasm();
});

afterAll(() => wasm.close());

it.each([
  [undefined, "NULL"],
  [7, "7"],
  [-7, "(-7)"],
  [2n ** 64n, "('18446744073709551616'::HUGEINT)"],
  [Number.NaN, "('NaN'::DOUBLE)"],
  ["it's '' \\ -- ; $1 ?", "'it''s '''' \\ -- ; $1 ?'"],
  [new Date("2026-05-12T14:00:00.250Z"), "TIMESTAMP '2026-05-12 14:00:00.250'"],
  [[1, -2, "a'b", null], "[1, (-2), 'a''b', NULL]"],
  [identifier('a"b'), '"a""b"'],
  [identifier("t", "own"), '"own"."t"']
])("literalOf(value) is of the value %# as DuckDB reads it", (value, text) => expect(literalOf(value)).toBe(text));

// The text alone, and the text with parameters, in the DuckDB of pages.
async function both({raw}: TemplateStringsArray, ...values: unknown[]): Promise<[unknown, unknown]> {
  const {text, params} = bind(raw, values);
  const statement = wasm.prepare(text);
  const [bound] = await toRows(statement.query(...params), async () => []);
  statement.close();
  const [written] = await toRows(wasm.query(queryText(raw, values)), async () => []);
  return [Object.values(written ?? {}), Object.values(bound ?? {})];
}

describe("queryText(strings, values)", () => {
  it("leaves what stands around the values as it is", () => {
    expect(queryText(["\n  FROM candles(", ", ", ")\n"], [1, "raw"])).toBe("FROM candles(1, 'raw')");
  });

  it.each([
    ["numbers and dates", () => both`SELECT ${5} AS n, ${0.1}, ${new Date(1e12 + 1)}, ${null}, ${true}`],
    ["products beyond 32 bits", () => both`SELECT ${100_000} * ${100_000}, ${3600}*1000000, 7 // ${2}`],
    ["negative numbers after a minus", () => both`SELECT 1 -${-5}, -${-3}, 2 - ${-0.5}`],
    ["the least and the greatest", () => both`SELECT ${-(2n ** 63n)}, ${2n ** 63n - 1n}, ${Number.MAX_SAFE_INTEGER}`],
    ["lists, cast or not", () => both`SELECT ${[1, 2]}, ${[]}::BIGINT[], 3 IN ${[1, 3]}, ${["a'"]}, [10, 20][${2}]`],
    ["casts", () => both`SELECT ${"2026-05-12T10:00:00.000Z"}::TIMESTAMP, ${-4}::VARCHAR`]
  ])("gives what parameters give: %s", async (_, ask) => {
    const [written, bound] = await ask();
    expect(written).toEqual(bound);
  });

  it("keeps every text and every number, whatever is in it", async () => {
    const values = fc.tuple(
      fc.string({unit: "binary"}).map((text) => text.replaceAll("\0", "")),
      fc.double(),
      fc.maxSafeInteger()
    );
    await fc.assert(
      fc.asyncProperty(values, async ([text, double, whole]) => {
        const [written, bound] = await both`SELECT ${text} AS a, ${double} AS b, ${whole} AS c`;
        expect(written).toEqual(bound);
      }),
      {seed: 7, numRuns: 100}
    );
  });
});

it("queryOf(rows) is the query of the rows, and of the first of them, and of no others", () => {
  const rows = [{a: 1}, {a: 2}];
  keepQuery(rows, ["SELECT ", ""], [1]);
  expect(queryOf(rows)).toEqual({text: "SELECT 1", isShared: true});
  expect(queryOf(rows[0])).toEqual(queryOf(rows));
  expect([queryOf([...rows]), queryOf(rows[1]), queryOf(null), queryOf(5)]).toEqual([null, null, null, null]);
  keepQuery(rows, ["FROM ", ""], [identifier("t", "own")]);
  expect(queryOf(rows)?.isShared).toBe(false); // a table that only its page has
});

describe("inlined(strings, values)", () => {
  const ask = async ({raw}: TemplateStringsArray, ...given: unknown[]) => {
    const {strings, values} = inlined(raw, given);
    const {text, params} = bind(strings, values);
    const statement = wasm.prepare(text);
    const rows = await toRows(statement.query(...params), async () => []);
    statement.close();
    keepQuery(rows, strings, values);
    return rows;
  };

  it("makes rows of another query a table with all its types, without rows, too", async () => {
    const rows = await ask`-- all; of them
      SELECT TIMESTAMP '2026-05-12 13:55:00.200123' AS t, 9007199254740993 AS id, [1, NULL] AS list, DATE '2026-05-12' AS day,
        ${5} AS n, NULL AS none, ';--' AS text WHERE ${true}; -- the end`;
    const [typed] =
      await ask`SELECT typeof(t), t::VARCHAR, id + 1, typeof(list), typeof(day), n + ${1}, text FROM ${rows}`;
    expect(Object.values(typed ?? {})).toEqual([
      "TIMESTAMP",
      "2026-05-12 13:55:00.200123",
      "9007199254740994",
      "INTEGER[]",
      "DATE",
      6,
      ";--"
    ]);
    const none = await ask`FROM ${rows} WHERE n > ${9}`;
    expect([
      none,
      await ask`SELECT count(*) AS n, max(typeof(a.list)) AS type FROM ${none} AS a JOIN ${rows} USING (id)`
    ]).toEqual([[], [{n: 0, type: null}]]);
    expect(await ask`SELECT ${3} IN (SELECT n - ${2} FROM ${rows}) AS found`).toEqual([{found: true}]);
    expect(queryOf(await ask`DESCRIBE ${none}`)?.text).toMatch(
      /^DESCRIBE \(FROM \( SELECT TIMESTAMP .* WHERE n > 9\)$/
    );
  });

  it("takes only rows as they came", async () => {
    const rows = await ask`SELECT 1 AS a`;
    const changed = [...rows];
    rows.push({a: 2});
    for (const value of [rows, changed])
      await expect(ask`FROM ${value}`).rejects.toThrow(/await table\("name", rows\)$/);
  });

  it("leaves values out that are in comments, and refuses those between quotes", () => {
    const strings = ["SELECT ", " -- WHERE a = ", "\n/* ", " */ FROM t"];
    expect(inlined(strings, [1, "2\n3", 4])).toEqual({
      strings: ["SELECT ", " -- WHERE a = …\n/* … */ FROM t"],
      values: [1]
    });
    for (const [quote, end] of [
      ["'%", "%'"],
      ['"', '"'],
      ["$$", "$$"]
    ])
      expect(() => inlined([`SELECT ${quote}`, `${end}`], [1])).toThrow(
        /^a value cannot stand between quotes: write '%' \|\|/
      );
  });
});
