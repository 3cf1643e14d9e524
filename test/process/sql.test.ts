import {mkdirSync, readdirSync, readFileSync, symlinkSync} from "node:fs";
import {describe, expect, it, vi} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";

const {path, run, sql} = cliFolder(async ({run, write}) => {
  write("body.json", recorded);
  await run("load", "file", "body.json");
});

describe("feedbook sql", () => {
  it("refuses to read a file, unless that is allowed", async () => {
    expect((await run("sql", "SELECT 1 AS id", "--format", "parquet", "--output", "out.parquet")).exitCode).toBe(0);
    expect((await run("sql", "FROM 'out.parquet'", "--json", "--unsafe")).stdout).toBe('[{"id":1}]');
    const {exitCode, stderr} = await run("sql", "FROM 'out.parquet'");
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/Cannot access file "out.parquet" .*: see --unsafe in feedbook sql --help$/)
    });
  });

  it("writes over no store, by itself or by what it is asked", async () => {
    const store = path("data", "feeds.duckdb");
    symlinkSync(store, path("link.parquet"));
    const before = readFileSync(store);
    const copy = `COPY (SELECT 1) TO '${store}' (USE_TMP_FILE false)`;
    for (const [query, ...more] of [
      ["SELECT 1", "--format", "parquet", "--output", store],
      ["SELECT 1", "--format", "csv", "--output", path("link.parquet")],
      [copy],
      [`EXPLAIN ANALYZE ${copy}`]
    ])
      expect(await run("sql", query ?? "", ...more)).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringMatching(
          /is not overwritten: name another file|read-only: (COPY|EXPLAIN) is not allowed: see --/
        )
      });
    expect(readFileSync(store).equals(before)).toBe(true);
    expect(readdirSync(path("data")).toSorted()).toEqual(["feeds.duckdb", "feeds.snapshot.duckdb"]);
  });

  it("takes a query that ends in a semicolon and a comment, and removes what it wrote on the way", async () => {
    mkdirSync(path("tmp"));
    for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, path("tmp"));
    for (const format of ["table", "json", "csv", "parquet"]) {
      const {exitCode, stdout} = await run("sql", "SELECT 7 AS seven; -- lucky", "--format", format);
      expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining("seven")});
    }
    expect((await run("sql", "SELECT nothing", "--format", "csv")).exitCode).toBe(1);
    expect(readdirSync(path("tmp")).filter((name) => name.startsWith("feedbook"))).toEqual([]);
    vi.unstubAllEnvs();
  });

  const pivot = "PIVOT (SELECT 'feed ' || priceFeedId AS feed FROM feed_updates) ON feed USING count(*)";
  it.each([
    `${pivot}; -- a column for each feed`,
    `WITH own AS (SELECT 'feed ' || priceFeedId AS feed FROM feed_updates) PIVOT own ON feed USING count(*)`,
    `SELECT * FROM (${pivot}) WHERE "feed 1" > 0`,
    `WITH wide AS (${pivot}) FROM wide`,
    "UNPIVOT (SELECT 1 AS one) ON COLUMNS(*)",
    pivot.replace("ON feed", "ON feed IN ('feed 1', 'feed 2')"),
    `/* its columns */ DESCRIBE ${pivot}`,
    `SUMMARIZE (${pivot});`,
    "SHOW feed_updates",
    "VALUES (1, 2) /* two */;"
  ])("takes for one query what DuckDB does, as does export: %s", async (query) => {
    const [table, json, csv, exported] = await Promise.all([
      run("sql", query),
      run("sql", query, "--json"),
      run("sql", query, "--format", "csv"),
      run("export", query, "--to", "-", "--format", "csv")
    ]);
    expect([table, json, csv, exported].map(({exitCode, stderr}) => stderr || exitCode)).toEqual([0, 0, 0, 0]);
    expect(csv.stdout.split("\n")[0]).toBe(Object.keys(JSON.parse(json.stdout)[0]).join());
    expect(table.stdout.split("\n")).toHaveLength(csv.stdout.split("\n").length);
    expect(exported.stdout).toBe(csv.stdout);
  });

  it("explains a PIVOT, and lets none write", async () => {
    for (const format of ["table", "json"])
      expect((await run("sql", `/* how */ EXPLAIN ${pivot}`, "--format", format)).stdout).toContain("physical_plan");
    const {exitCode, stderr} = await run("sql", `COPY (FROM (${pivot})) TO 'out.csv'`);
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringMatching(/see --unsafe/)});
  });

  it("tells how text is quoted", async () => {
    const {exitCode, stderr} = await run("sql", 'SELECT * FROM feeds WHERE symbol = "Crypto.BTC/USD"');
    const message = `no column "Crypto.BTC/USD": text stands in single quotes, as in 'Crypto.BTC/USD'`;
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: `feedbook: ${message}`});
  });

  it("shows the first thousand rows as a table, and writes all of them otherwise", async () => {
    const query = "SELECT n, 'text' AS t FROM range(200_000) AS r(n)";
    const {exitCode, stdout} = await run("sql", query);
    const lines = stdout.split("\n");
    expect([exitCode, lines.length, lines[1000]?.trim()]).toEqual([0, 1002, "999  text"]);
    expect(lines.at(-1)).toMatch(/^… and more than these 1000 rows: --format csv, json or parquet writes them all/);
    expect((await run("sql", query, "--format", "csv")).stdout.split("\n")).toHaveLength(200_001);
    expect(await sql(query)).toHaveLength(200_000);
    expect(await sql("SELECT 1 WHERE false")).toEqual([]);
  });

  it("refuses what is not one query as a usage error", async () => {
    for (const [query, message] of [
      ["", "missing query"],
      ["  ", "missing query"],
      ["; -- nothing", "missing query"],
      ["SELECT 1; SELECT 2", "2 statements: give one query at a time"],
      ["delete from feeds", "read-only: DELETE is not allowed"],
      ["SELECT 1;\nSELECT ';';", "2 statements"]
    ] as const)
      expect(await run("sql", query)).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringContaining(message)
      });
  });

  it("says where the tables are listed if there is none of a name, and where there is no row", async () => {
    expect((await run("sql", "FROM foo")).stderr).toContain('all tables and views: feedbook sql "SHOW TABLES"');
    expect(await run("sql", "SELECT 1 AS one WHERE false")).toMatchObject({stdout: "one", stderr: "no rows"});
  });

  it("shows where a query is wrong", async () => {
    const {exitCode, stderr} = await run("sql", "SELECT prise FROM prices");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/"prise" not found/);
    expect(stderr).toContain("^");
  });

  it("asks the snapshot where that is said, and says so of what only the snapshot has", async () => {
    const query = "SELECT name FROM snapshot_parts WHERE name = 'bars_1h'";
    const {exitCode, stderr} = await run("sql", query);
    expect({exitCode, stderr}).toEqual({
      exitCode: 1,
      stderr: "feedbook: snapshot_parts is in the snapshot that pages read: add --snapshot"
    });
    expect((await run("sql", query, "--snapshot", "--format", "csv")).stdout).toBe("name\nbars_1h");
    expect((await run("sql", "FROM candles(1, first_update(), last_update(), 3600)", "--json")).stdout).toContain(
      '"close"'
    );
  });

  it("shows where a query is wrong in its own words, whatever the format", async () => {
    const messages = ["table", "json", "csv"].map(
      async (format) => (await run("sql", "SELECT x FROM prices", "--format", format)).stderr
    );
    expect(new Set(await Promise.all(messages)).size).toBe(1);
  });
});

describe("feedbook sql without a store", () => {
  const {run} = cliFolder();

  it("tells a missing query also where there is no store", async () => {
    expect((await run("sql", "")).exitCode).toBe(2);
  });

  it("says so", async () => {
    const {exitCode, stderr} = await run("sql", "SELECT 1");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^feedbook: no store at .*feeds\.duckdb: run a load first/);
  });
});
