import {readdirSync, readFileSync, symlinkSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";

const {path, run, sql} = cliFolder(async ({run, write}) => {
  write("body.json", recorded);
  await run("load", "file", "body.json");
});
const pivot = "PIVOT (SELECT 'feed ' || priceFeedId AS feed FROM feed_updates) ON feed USING count(*)";

describe("feedbook sql", () => {
  it("reads a file only with --unsafe", async () => {
    expect((await run("sql", "SELECT 1 AS id", "--format", "parquet", "--output", "out.parquet")).exitCode).toBe(0);
    expect((await run("sql", "FROM 'out.parquet'", "--json", "--unsafe")).stdout).toBe('[{"id":1}]');
    const stderr = expect.stringMatching(/Cannot access file "out.parquet" .*: see --unsafe in feedbook sql --help$/);
    expect(await run("sql", "FROM 'out.parquet'")).toMatchObject({exitCode: 2, stderr});
  });

  it("writes over no store, through --output or a statement", async () => {
    const store = path("data", "feeds.duckdb");
    symlinkSync(store, path("link.parquet"));
    const before = readFileSync(store);
    const copy = `COPY (SELECT 1) TO '${store}' (USE_TMP_FILE false)`;
    for (const [query, ...more] of [
      ["SELECT 1", "--format", "parquet", "--output", store],
      ["SELECT 1", "--format", "csv", "--output", path("link.parquet")],
      [copy],
      [`EXPLAIN ANALYZE ${copy}`],
      [`COPY (FROM (${pivot})) TO 'out.csv'`],
      ["delete from feeds"]
    ])
      expect(await run("sql", query ?? "", ...more)).toMatchObject({
        ...{exitCode: 2, stdout: ""},
        stderr: expect.stringMatching(
          /is not overwritten: name another file|(read-only: \w+ is not allowed|disabled by configuration): see --/
        )
      });
    expect(readFileSync(store).equals(before)).toBe(true);
    expect(readdirSync(path("data")).toSorted()).toEqual(["feeds.duckdb", "feeds.snapshot.duckdb"]);
  });

  it.each([
    `${pivot}; -- a column for each feed`,
    `WITH wide AS (${pivot}) FROM wide`,
    pivot.replace("ON feed", "ON feed IN ('feed 1', 'feed 2')"),
    `/* its columns */ DESCRIBE ${pivot}`,
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

  it("shows the first thousand rows as a table, and writes all of them otherwise", async () => {
    const query = "SELECT n, 'text' AS t FROM range(200_000) AS r(n)";
    const {exitCode, stdout} = await run("sql", query);
    const lines = stdout.split("\n");
    expect([exitCode, lines.length, lines[1000]?.trim()]).toEqual([0, 1002, "999  text"]);
    expect(lines.at(-1)).toMatch(/^… and more than these 1000 rows: --format csv, json or parquet writes them all/);
    expect((await run("sql", query, "--format", "csv")).stdout.split("\n")).toHaveLength(200_001);
    expect(await sql(query)).toHaveLength(200_000);
    expect(await run("sql", "SELECT 1 AS one WHERE false")).toMatchObject({stdout: "one", stderr: "no rows"});
    expect(await sql("SELECT 1 WHERE false")).toEqual([]);
  });

  it("reads the snapshot with --snapshot", async () => {
    const query = "SELECT name FROM snapshot_parts WHERE name = 'bars_1h'";
    expect((await run("sql", query, "--snapshot", "--format", "csv")).stdout).toBe("name\nbars_1h");
  });

  it.each<[string, number, string | RegExp]>([
    ["; -- nothing", 2, "missing query"],
    ["SELECT 1;\nSELECT ';';", 2, "2 statements: give one query at a time"],
    ['FROM feeds WHERE symbol = "BTC"', 1, `no column "BTC": text stands in single quotes, as in 'BTC'`],
    ["FROM foo", 1, 'all tables and views: feedbook sql "SHOW TABLES"'],
    ["FROM snapshot_parts", 1, "snapshot_parts is in the snapshot that pages read: add --snapshot"],
    ["SELECT prise FROM prices", 1, /"prise" not found[\s\S]*\^/]
  ])("says why it refuses %j, in every format", async (query, exitCode, message) => {
    for (const format of ["table", "json", "csv"])
      expect(await run("sql", query, "--format", format)).toMatchObject({
        ...{exitCode, stdout: ""},
        stderr: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message)
      });
  });
});
