import {readFileSync} from "node:fs";
import {join} from "node:path";
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
    ["TIMESTAMP '2026-05-12 13:55:00.1234'", "2026-05-12T13:55:00.1234Z"],
    ["TIMESTAMP_NS '2026-05-12 13:55:00.123456789'", "2026-05-12T13:55:00.123456789Z"],
    ["TIMESTAMPTZ '2026-05-12 13:55:00+02'", "2026-05-12T11:55:00Z"],
    ["'infinity'::TIMESTAMP", "infinity"],
    ["NULL::TIMESTAMP", ""],
    ["DATE '2026-05-12'", "2026-05-12"],
    ["'2026-05-12 13:55:00'", "2026-05-12 13:55:00"]
  ])("writes %s as %j", async (value, text) => {
    expect(await csv(`SELECT 1 AS n, ${value} AS "the ""value"""`)).toBe(`n,"the ""value"""\n1,${text}\n`);
  });

  it("writes what tells of tables too, and lists of instants as DuckDB does", async () => {
    expect(await csv("DESCRIBE SELECT 1 AS a;")).toContain("a,INTEGER");
    expect(await csv("SUMMARIZE SELECT 1 AS a")).toContain("a,INTEGER,1,1");
    expect(await csv("SELECT [TIMESTAMP '2026-05-12 13:55:00'] AS a")).toBe("a\n['2026-05-12 13:55:00']\n");
  });

  it("keeps the order of rows, whatever the query ends in", async () => {
    expect(await csv("SELECT n FROM range(3) AS t(n) ORDER BY n DESC; -- the last first;")).toBe("n\n2\n1\n0\n");
  });
});
