import {readFileSync} from "node:fs";
import {join} from "node:path";
import {type Table, tableFromIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {exportQuery} from "../../loaders/inspect/export.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

async function csv(sql: string): Promise<string> {
  const path = join(test.folder, "out.csv");
  await exportQuery(test.store, sql, {path, format: "csv"});
  return readFileSync(path, "utf8");
}

describe("exportQuery(store, sql, {path, format: csv})", () => {
  it.each([
    ["TIMESTAMP '2026-05-12 13:55:00'", "2026-05-12T13:55:00Z"],
    ["TIMESTAMP '2026-05-12 13:55:00.1234'", "2026-05-12T13:55:00.123400Z"],
    ["TIMESTAMP_NS '2026-05-12 13:55:00.123456789'", "2026-05-12T13:55:00.123456789Z"],
    ["TIMESTAMPTZ '2026-05-12 13:55:00+02'", "2026-05-12T11:55:00Z"],
    ["TIMESTAMP '2026-05-12 13:55:00.12'", "2026-05-12T13:55:00.120Z"],
    ["TIMESTAMP '0001-03-15 (BC) 10:00'", "0000-03-15T10:00:00Z"],
    ["TIMESTAMP '0044-03-15 (BC)'", "-000043-03-15T00:00:00Z"],
    ["TIMESTAMP '12345-01-01 00:00:00.5'", "+012345-01-01T00:00:00.500Z"],
    ["'infinity'::TIMESTAMP", "infinity"],
    ["NULL::TIMESTAMP", ""],
    ["DATE '2026-05-12'", "2026-05-12"],
    ["'2026-05-12 13:55:00'", "2026-05-12 13:55:00"]
  ])("writes %s as %j", async (value, text) => {
    expect(await csv(`SELECT 1 AS n, ${value} AS "the ""value"""`)).toBe(`n,"the ""value"""\n1,${text}\n`);
  });

  it("writes DESCRIBE's answer too, and lists of instants as DuckDB does", async () => {
    expect(await csv("DESCRIBE SELECT 1 AS a;")).toContain("a,INTEGER");
    expect(await csv("SUMMARIZE SELECT 1 AS a")).toContain("a,INTEGER,1,1");
    expect(await csv("SELECT [TIMESTAMP '2026-05-12 13:55:00'] AS a")).toBe("a\n['2026-05-12 13:55:00']\n");
  });

  it("writes all times of a column alike", async () => {
    const values = "(TIMESTAMP '2026-05-12 13:55:00', 1), (TIMESTAMP '2026-05-12 13:55:59.490405', 2), (NULL, 3)";
    expect(
      await csv(`SELECT t, t::TIMESTAMPTZ AS zoned, date_trunc('day', t) AS day FROM (VALUES ${values}) AS v(t, n)`)
    ).toBe(
      `t,zoned,day
2026-05-12T13:55:00.000000Z,2026-05-12T13:55:00.000000Z,2026-05-12T00:00:00Z
2026-05-12T13:55:59.490405Z,2026-05-12T13:55:59.490405Z,2026-05-12T00:00:00Z
,,
`
    );
  });

  it("keeps the order of rows, whatever the query ends in", async () => {
    expect(await csv("SELECT n FROM range(3) AS t(n) ORDER BY n DESC; -- the last first;")).toBe("n\n2\n1\n0\n");
  });
});

describe("exportQuery(store, sql, {path, format: arrow})", () => {
  async function arrow(sql: string): Promise<Table> {
    const path = join(test.folder, "out.arrow");
    await exportQuery(test.store, sql, {path, format: "arrow"});
    return tableFromIPC(readFileSync(path));
  }

  // The buffer has what a getter would round.
  it.each([
    ["(-9223372036854775808)::BIGINT", -9223372036854775808n],
    ["18446744073709551615::UBIGINT", 18446744073709551615n],
    ["4294967295::UINTEGER", 4294967295n],
    ["(-7)::TINYINT", -7],
    ["0.1::DOUBLE", 0.1],
    ["'nan'::DOUBLE", Number.NaN],
    ["1.5::FLOAT", 1.5],
    ["TIMESTAMP '2026-05-12 13:55:00.123457'", 1778594100123457n],
    ["TIMESTAMP '1969-12-31 23:59:59.999999'", -1n],
    ["TIMESTAMP_NS '2026-05-12 13:55:00.123456789'", 1778594100123456789n],
    ["DATE '1969-12-31'", -1]
  ])("keeps every digit of %s, and nulls", async (value, expected) => {
    const table = await arrow(`SELECT * FROM (VALUES (${value}), (NULL)) AS t(value)`);
    const {values} = table.getChildAt(0)?.data[0] ?? {};
    expect(values[0]).toEqual(expected);
    expect([table.getChildAt(0)?.isValid(0), table.getChildAt(0)?.isValid(1)]).toEqual([true, false]);
  });

  it("writes other types as text, and columns without rows", async () => {
    const table =
      await arrow(`SELECT 170141183460469231731687303715884105727::HUGEINT AS huge, 1.10::DECIMAL(9, 2) AS price,
      [1, 2] AS list, {a: 1} AS struct, '{"b": 2}'::JSON AS json, true AS yes, 'é' AS text, NULL::UUID AS id`);
    expect(table.get(0)?.toJSON()).toEqual({
      ...{huge: "170141183460469231731687303715884105727", price: "1.10", list: "[1,2]", struct: '{"a":1}'},
      ...{json: '{"b": 2}', yes: true, text: "é", id: null}
    });
    const none = await arrow("SELECT 1 AS a, now() AS at WHERE false");
    expect([none.numRows, none.schema.fields.map(String)]).toEqual([
      0,
      ["a: Int32", "at: Timestamp<MICROSECOND, UTC>"]
    ]);
  });

  it("writes many rows in batches, in their order", async () => {
    const table = await arrow("SELECT n, n::VARCHAR AS text FROM range(250_000) AS t(n)");
    expect(table.numRows).toBe(250_000);
    expect(table.batches.length).toBeGreaterThan(1);
    for (const i of [0, 99_999, 123_456, 249_999])
      expect(table.get(i)?.toJSON()).toEqual({n: BigInt(i), text: String(i)});
  });
});
