import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../../loaders/site/data-loaders/sql.js";
import {querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {makeSnapshot} from "../../helpers/snapshot.js";

const fence = "```";
const folder = mkdtempSync(join(tmpdir(), "feedbook-sql-"));
const snapshotPath = join(folder, "feeds.duckdb");

beforeAll(async () => {
  mkdirSync(join(folder, "data"));
  await makeSnapshot(snapshotPath, {hours: 1});
});
afterAll(() => rmSync(folder, {recursive: true}));

describe("runSqlFile(path, snapshotPath, {root, parameters})", () => {
  it("gives the rows of one statement as JSON", async () => {
    const path = write("top.json.sql", "SELECT max(publishedAt) AS last, count(*) AS n FROM prices;");
    expect(JSON.parse(String(await runSqlFile(path, snapshotPath)))).toEqual([{last: "2026-05-12T14:00:00Z", n: 600}]);
  });

  it("gives CSV by the name's extension, and binds a route's parameters", async () => {
    const path = write("[feed].csv.sql", "SELECT priceFeedId, symbol FROM feeds WHERE priceFeedId = $feed");
    expect(String(await runSqlFile(path, snapshotPath, {parameters: {feed: "2"}}))).toBe(
      "priceFeedId,symbol\n2,Crypto.ETH/USD\n"
    );
  });

  it("gives named statements by name, with the answers to a page's queries", async () => {
    writeFileSync(join(folder, "page.md"), `${fence}sql id=n\nSELECT \${pick.feed} + 1 AS n\n${fence}\n`);
    const path = write(
      "page.json.sql",
      "-- answers: ../page.md\n-- name: meta\nSELECT 1 AS a;\n-- name: pick\nSELECT 7 AS feed;"
    );
    expect(JSON.parse(String(await runSqlFile(path, snapshotPath)))).toEqual({
      meta: [{a: 1}],
      pick: [{feed: 7}],
      answers: [{strings: ["SELECT ", " + 1 AS n"], params: [7], columns: [{name: "n", type: "BIGINT"}], rows: [[8]]}]
    });
  });

  it("gives one statement as Arrow, with types that charts take", async () => {
    const sql =
      "SELECT publishedAt, price, priceFeedId, symbol, [1, 2] AS list, NULL::INTEGER AS none FROM prices JOIN feeds USING (priceFeedId) WHERE priceFeedId = $feed ORDER BY publishedAt LIMIT 2";
    const table = tableFromIPC(await bytes("two.arrow.sql", sql, {feed: "1"}));
    expect(table.schema.fields.map(({type}) => String(type))).toEqual([
      "Timestamp<MILLISECOND>",
      "Float64",
      "Float64",
      "Utf8",
      "Utf8",
      "Int32"
    ]);
    const [first] = table.toArray().map((row) => row.toJSON());
    expect(first).toMatchObject({
      priceFeedId: 1,
      symbol: "Crypto.BTC/USD",
      list: "[1,2]",
      none: null,
      publishedAt: expect.any(Number)
    });
    expect(table.numRows).toBe(2);
  });

  it("gives one statement as Parquet", async () => {
    const target = join(folder, "feeds.parquet");
    writeFileSync(
      target,
      await bytes("feeds.parquet.sql", "SELECT priceFeedId, symbol FROM feeds WHERE priceFeedId <= $most -- few", {
        most: "2"
      })
    );
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(`FROM '${target}' ORDER BY ALL`)).getRowsJson();
    expect(rows).toEqual([
      ["1", "Crypto.BTC/USD"],
      ["2", "Crypto.ETH/USD"]
    ]);
  });

  it("gives statements as tables of a DuckDB file", async () => {
    const target = join(folder, "made.duckdb");
    const named =
      "-- name: few\nSELECT priceFeedId FROM feeds WHERE priceFeedId = $feed;\n-- name: odd name\nSELECT 1 AS a;".replace(
        "odd name",
        "odd"
      );
    writeFileSync(target, await bytes("made.duckdb.sql", named, {feed: "6"}));
    expect((await querySnapshot(target, "SELECT priceFeedId, a FROM few, odd")).rows).toEqual([[6, 1]]);
    writeFileSync(target, await bytes("one.duckdb.sql", "SELECT 2 AS b"));
    expect((await querySnapshot(target, "FROM result")).rows).toEqual([[2]]);
  });

  it("takes a PIVOT whose columns are found in its rows, in every format", async () => {
    const wide = "PIVOT (SELECT unnest(['a', 'b']) AS k) ON k USING count(*)";
    expect(Buffer.from(await bytes("pivot.json.sql", `${wide}; -- all`)).toString()).toBe('[{"a":1,"b":1}]');
    expect(Buffer.from(await bytes("pivot.csv.sql", wide)).toString()).toBe("a,b\n1,1\n");
    for (const format of ["parquet", "duckdb"]) {
      const path = join(folder, `pivot.${format}`);
      writeFileSync(path, await bytes(`pivot.${format}.sql`, `${wide}; -- all`));
      if (format === "duckdb") expect((await querySnapshot(path, "FROM result")).rows).toEqual([[1, 1]]);
      else expect(readFileSync(path).subarray(0, 4).toString()).toBe("PAR1");
    }
    await expect(bytes("pivot.json.sql", "PIVOT (SELECT $feed AS k) ON k USING count(*)", {feed: "1"})).rejects.toThrow(
      /pivot\.json\.sql:1: Parser Error: PIVOT .* cannot have parameters .*\n.*manually specified.*\n.*IN \(val1, val2/
    );
  });

  it("shows where in a line a mistake is", async () => {
    const path = write("caret.json.sql", "SELECT\n  price,\n  prise\nFROM prices");
    await expect(runSqlFile(path, snapshotPath)).rejects.toThrow(/caret\.json\.sql:3: [\s\S]*prise\n +\^/);
  });

  it("takes what a route says as a value, never as SQL", async () => {
    const path = write("value.json.sql", "SELECT $feed AS feed");
    const feed = "1'; DROP TABLE feeds; --";
    expect(JSON.parse(String(await runSqlFile(path, snapshotPath, {parameters: {feed}})))).toEqual([{feed}]);
  });

  it.each([
    "DROP TABLE feeds",
    "INSERT INTO feeds SELECT * FROM feeds",
    "CREATE TABLE mine AS SELECT 1",
    "COPY (SELECT 1) TO 'SNAPSHOT' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'SNAPSHOT' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO 'FOLDER/mine.csv'",
    "ATTACH 'FOLDER/mine.duckdb'",
    "FROM read_text('FOLDER/page.md')",
    "FROM 'http://127.0.0.1:9/a.csv'",
    "SET threads = 1",
    "INSTALL httpfs"
  ])("changes nothing and reads nothing else, whatever it prints: %s", async (text) => {
    const before = readFileSync(snapshotPath);
    const sql = text.replace("SNAPSHOT", snapshotPath).replace("FOLDER", folder);
    for (const format of ["json", "parquet", "duckdb"])
      await expect(runSqlFile(write(`write.${format}.sql`, sql), snapshotPath)).rejects.toThrow(
        /write\.\w+\.sql(:1)?: .*(read-only|disabled by configuration|syntax error)/
      );
    expect(readFileSync(snapshotPath).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("mine"))).toEqual([]);
  });

  it("takes a table that one statement makes for those after it", async () => {
    const sql = "-- name: made\nCREATE TEMP TABLE mine AS SELECT 7 AS a;\n-- name: rows\nFROM mine;";
    const result = await runSqlFile(write("temp.json.sql", sql), snapshotPath);
    expect(JSON.parse(String(result))).toMatchObject({rows: [{a: 7}]});
  });

  it.each([
    [
      "line.json.sql",
      "-- name: a\nSELECT 1;\n\n-- name: b\nSELECT\n  prise\nFROM prices;",
      /line\.json\.sql:6: Binder Error/
    ],
    ["none.json.sql", "-- only this\n", /none\.json\.sql: no statement/],
    [
      "x.xml.sql",
      "SELECT 1",
      /x\.xml\.sql: invalid format: \.xml: use \.json, \.csv, \.arrow, \.parquet, \.duckdb before \.sql/
    ],
    ["both.json.sql", "SELECT 1;\nSELECT 2;", /both\.json\.sql:1: several statements: .* put a line -- name: top/],
    ["two.csv.sql", "-- name: a\nSELECT 1;\n-- name: b\nSELECT 2;", /two\.csv\.sql: several or named statements/],
    ["bad.parquet.sql", "SELECT\n  prise\nFROM prices", /bad\.parquet\.sql:2: Binder Error/],
    ["bad.duckdb.sql", "-- name: a\nSELECT 1;\n-- name: b\nFROM nothing", /bad\.duckdb\.sql:4: Catalog Error/],
    [
      "old.json.sql",
      "-- name: pick\nSELECT 1 AS feed, *\nFROM opening_view('24h', 'prices', (SELECT feeds FROM meta), 270);",
      /old\.json\.sql:3: opening_view is gone: give '24h' AS range, 'prices' AS levels in its place\n\nLINE 2: FROM opening_view/
    ],
    ["older.json.sql", "SELECT resolution_of(1, 2)", /older\.json\.sql:1: resolution_of is gone: give/],
    [
      "lacks.json.sql",
      "SELECT $feed",
      /lacks\.json\.sql:1: missing parameter: \$feed: the file's name gives none; \[feed\] in it gives this one/
    ]
  ])("names file and line of a mistake in %s", async (name, text, message) => {
    await expect(runSqlFile(write(name, text), snapshotPath)).rejects.toThrow(message);
  });

  it("names page and line of a mistake in a page's query", async () => {
    writeFileSync(join(folder, "bad.md"), "# Bad\n\n```sql\nSELECT\n  prise\nFROM prices\n```\n");
    const path = write("bad.json.sql", "-- answers: ../bad.md\n-- name: pick\nSELECT 1 AS feed;");
    await expect(runSqlFile(path, snapshotPath)).rejects.toThrow(/bad\.md:5: Binder Error/);
  });
});

async function bytes(name: string, text: string, parameters: Record<string, string> = {}): Promise<Uint8Array> {
  const made = await runSqlFile(write(name, text), snapshotPath, {parameters});
  return typeof made === "string" ? Buffer.from(made) : made;
}

function write(name: string, text: string): string {
  const path = join(folder, "data", name);
  writeFileSync(path, text);
  return path;
}
