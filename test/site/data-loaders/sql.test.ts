import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../../loaders/site/data-loaders/sql.js";
import {querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {makeSnapshot} from "../../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-sql-"));
const snapshotPath = join(folder, "feeds.duckdb");

beforeAll(async () => {
  mkdirSync(join(folder, "data"));
  await makeSnapshot(snapshotPath, {hours: 1});
});
afterAll(() => rmSync(folder, {recursive: true}));

async function run(name: string, sql: string, parameters: Record<string, string> = {}): Promise<Buffer> {
  const path = join(folder, "data", name);
  writeFileSync(path, sql);
  return Buffer.from(await runSqlFile(path, snapshotPath, {parameters}));
}

async function read(name: string, sql: string, parameters?: Record<string, string>): Promise<unknown> {
  return JSON.parse(String(await run(name, sql, parameters)));
}

describe("runSqlFile(path, snapshotPath, {parameters})", () => {
  it("writes the rows of one statement as JSON", async () => {
    const sql = "SELECT max(publishedAt) AS last, count(*) AS n FROM prices;";
    expect(await read("top.json.sql", sql)).toEqual([{last: "2026-05-12T14:00:00Z", n: 600}]);
  });

  it("writes CSV with the parameters of the route, ISO times and quotes where they are needed", async () => {
    const sql = `SELECT priceFeedId AS id, 'a "b", c' AS text, TIMESTAMP '2026-05-12 13:55' AS at, NULL AS none, '' AS empty
      FROM feeds WHERE priceFeedId = $feed`;
    expect(String(await run("[feed].csv.sql", sql, {feed: "2"}))).toBe(
      'id,text,at,none,empty\n2,"a ""b"", c",2026-05-12T13:55:00Z,,""\n'
    );
    expect(String(await run("none.csv.sql", "SELECT 1 AS a WHERE false"))).toBe("a\n");
  });

  it("writes named statements by name, with the answers to a page's queries", async () => {
    writeFileSync(join(folder, "page.md"), "```sql id=n\nSELECT $" + "{pick.feed} + 1 AS n\n```\n");
    const sql = "-- answers: ../page.md\n-- name: meta\nSELECT 1 AS a;\n-- name: pick\nSELECT 7 AS feed;";
    expect(await read("page.json.sql", sql)).toEqual({
      meta: [{a: 1}],
      pick: [{feed: 7}],
      answers: [{strings: ["SELECT ", " + 1 AS n"], params: [7], columns: [{name: "n", type: "BIGINT"}], rows: [[8]]}]
    });
  });

  it("writes Arrow with types that charts compute with", async () => {
    const sql = `SELECT publishedAt, price, priceFeedId, symbol, [1, 2] AS list, NULL::INTEGER AS none, 1.5::DECIMAL(9,2) AS two
      FROM prices JOIN feeds USING (priceFeedId) WHERE priceFeedId = $feed ORDER BY publishedAt LIMIT 2`;
    const rows = tableFromIPC(await run("two.arrow.sql", sql, {feed: "1"})).toArray();
    const first = {
      publishedAt: expect.any(Number),
      price: expect.any(Number),
      priceFeedId: 1,
      symbol: "Crypto.BTC/USD"
    };
    expect(rows.map((row) => row.toJSON())[0]).toEqual({...first, list: "[1,2]", none: null, two: 1.5});
    expect(rows).toHaveLength(2);
  });

  it("writes Parquet", async () => {
    const target = join(folder, "feeds.parquet");
    const sql = "SELECT priceFeedId, symbol FROM feeds WHERE priceFeedId <= $most -- few";
    writeFileSync(target, await run("feeds.parquet.sql", sql, {most: "2"}));
    const connection = await (await DuckDBInstance.create()).connect();
    const rows = (await connection.runAndReadAll(`FROM '${target}' ORDER BY ALL`)).getRowsJson();
    expect(rows).toEqual([
      ["1", "Crypto.BTC/USD"],
      ["2", "Crypto.ETH/USD"]
    ]);
  });

  it("writes statements as tables of a DuckDB file", async () => {
    const target = join(folder, "made.duckdb");
    const sql = "-- name: few\nSELECT priceFeedId FROM feeds WHERE priceFeedId = $feed;\n-- name: odd\nSELECT 1 AS a;";
    writeFileSync(target, await run("made.duckdb.sql", sql, {feed: "6"}));
    expect((await querySnapshot(target, "SELECT priceFeedId, a FROM few, odd")).rows).toEqual([[6, 1]]);
    writeFileSync(target, await run("one.duckdb.sql", "SELECT 2 AS b"));
    expect((await querySnapshot(target, "FROM result")).rows).toEqual([[2]]);
  });

  it.each(["json", "csv", "parquet", "duckdb"])(
    "runs a PIVOT that takes its columns from its rows as %s",
    async (format) => {
      const made = await run(
        `pivot.${format}.sql`,
        "PIVOT (SELECT unnest(['a', 'b']) AS k) ON k USING count(*); -- all"
      );
      expect({json: '[{"a":1,"b":1}]', csv: "a,b\n1,1\n"}[format] ?? made.toString()).toBe(made.toString());
    }
  );

  it("takes a value of the route as a value, never as SQL", async () => {
    const feed = "1'; DROP TABLE feeds; --";
    expect(await read("value.json.sql", "SELECT $feed AS feed", {feed})).toEqual([{feed}]);
  });

  it.each([
    "DROP TABLE feeds",
    "COPY (SELECT 1) TO 'SNAPSHOT' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO 'FOLDER/mine.csv'",
    "ATTACH 'FOLDER/mine.duckdb'",
    "FROM read_text('FOLDER/data/top.json.sql')",
    "INSTALL httpfs"
  ])("changes nothing and reads nothing but the snapshot: %s", async (text) => {
    const before = readFileSync(snapshotPath);
    const sql = text.replace("SNAPSHOT", snapshotPath).replace("FOLDER", folder);
    for (const format of ["json", "csv", "arrow", "parquet", "duckdb"])
      await expect(run(`write.${format}.sql`, sql)).rejects.toThrow(
        /write\.\w+\.sql(:1)?: .*(read-only|disabled by configuration|syntax error)/
      );
    expect(readFileSync(snapshotPath).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("mine"))).toEqual([]);
  });

  it.each([
    [
      "line.json.sql",
      "-- name: a\nSELECT 1;\n\n-- name: b\nSELECT\n  prise\nFROM prices;",
      /line\.json\.sql:6: Binder Error/
    ],
    [
      "x.xml.sql",
      "SELECT 1",
      /x\.xml\.sql: invalid format: \.xml: use \.json, \.csv, \.arrow, \.parquet, \.duckdb before/
    ],
    ["again.json.sql", "-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;", /again\.json\.sql: line 3: repeated name: a/],
    ["both.json.sql", "SELECT 1;\nSELECT 2;", /both\.json\.sql:1: several statements: .* put a line -- name: top/],
    ["two.csv.sql", "-- name: a\nSELECT 1;\n-- name: b\nSELECT 2;", /two\.csv\.sql: several or named statements/],
    [
      "lacks.json.sql",
      "SELECT $feed",
      /lacks\.json\.sql:1: missing parameter: \$feed: the file's name gives none; \[feed\]/
    ]
  ])("reports file and line of an error in %s", async (name, text, message) => {
    await expect(run(name, text)).rejects.toThrow(message);
  });

  it("reports page and line of an error in a page's query", async () => {
    writeFileSync(join(folder, "bad.md"), "# Bad\n\n```sql\nSELECT\n  prise\nFROM prices\n```\n");
    const sql = "-- answers: ../bad.md\n-- name: pick\nSELECT 1 AS feed;";
    await expect(run("bad.json.sql", sql)).rejects.toThrow(/bad\.md:5: Binder Error/);
  });
});
