import {existsSync, mkdirSync, readdirSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {beforeEach, describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {configure, path, runWith} = cliFolder();

// A file, and a schema of a database that others use, too.
const [here, there] = [{}, {FEEDBOOK_STORE: "duckdb:data/all.duckdb#feeds"}];
const feeds = {ids: [1, 2, 112]};

beforeEach(() => {
  mkdirSync(path("data"));
  configure({feeds});
});

async function done(env: object, ...args: string[]): Promise<string> {
  const {exitCode, stdout, stderr} = await runWith({env}, ...args);
  expect({args, exitCode, stderr: exitCode === 0 ? "" : stderr}).toEqual({args, exitCode: 0, stderr: ""});
  return stdout;
}

// Asks the database behind Feedbook's back.
async function database(sql: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(path("data", "all.duckdb"));
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe("a store in a schema of another database", () => {
  it("has what a file has after the same commands, and leaves others' tables of the same names alone", async () => {
    await database("CREATE TABLE feed_updates AS SELECT 1 AS mine; CREATE VIEW meta AS SELECT 2 AS mine;");
    const asking = [
      "load",
      "history",
      "--from",
      "2026-05-12T10:00:00Z",
      "--to",
      "2026-05-12T14:00:00Z",
      "--every",
      "10m"
    ];
    for (const env of [here, there]) {
      expect(await done(env, ...asking, "--dry-run")).toContain("75 rows expected, 0 already there");
      await done(env, ...asking);
      expect(await done(env, ...asking, "--dry-run")).toContain("75 already there");
      await done(env, "derive", "--rebuild");
    }
    for (const name of ["prices", "bars_1m", "bars_1d", "quality_1h", "funding", "feeds"]) {
      const sql = `SELECT COLUMNS(c -> c NOT IN ('responseId', 'receivedAt', 'updatedAt')) FROM ${name} ORDER BY ALL`;
      const rows = await done(here, "sql", sql, "--json");
      expect(rows).not.toBe("[]");
      expect(await done(there, "sql", sql, "--json")).toBe(rows);
    }
    expect(await database("SELECT mine, (SELECT mine FROM meta) FROM feed_updates")).toEqual([[1, 2]]);
  });

  it("is one for every command", async () => {
    configure({feeds, store: {keepBodies: true}, service: {formats: ["evm"]}});
    await done(there, "load", "latest");
    await done(there, "feeds", "--refresh");
    await done(there, "watch", "--every", "1s", "--for", "1s");
    const newest = "FROM responses SELECT responseId ORDER BY responseId DESC LIMIT 1";
    const [{responseId}] = JSON.parse(await done(there, "sql", newest, "--json"));
    expect(readdirSync(path("data", "all.feeds-db49b83c.bodies"))).toContain(`${responseId}.json.gz`);
    await done(there, "load", "reduce", "--response", responseId, "--feeds", "1");
    expect(await done(there, "status")).toMatch(
      /^duckdb:.*all\.duckdb#feeds, [\d.]+ [kM]B\n\d+ simulated updates of 3 feeds; the books balance/
    );
    expect(await done(there, "publish")).toContain("all.feeds-db49b83c.snapshot.duckdb: ");
    expect(await done(there, "sql", "SELECT count(*) > 0 AS some FROM prices", "--snapshot", "--json")).toBe(
      '[{"some":true}]'
    );
    expect(await done(there, "doctor")).toMatch(/store: duckdb:.* the books balance, nothing torn/);
    await done(there, "gaps");
    await done(there, "rejects");
    expect(existsSync(path("data", "feeds.duckdb"))).toBe(false);
  });

  it("gives its rows to files and lakes, and takes them, but drops none", async () => {
    await done(there, "load", "latest");
    await done(there, "export", "feed_updates", "--to", "rows.parquet");
    await done(there, "lake", "write", "lake");
    expect(await done(there, "lake", "verify", "lake")).toContain("equals");
    const second = {FEEDBOOK_STORE: "duckdb:data/all.duckdb#second"};
    await done(second, "lake", "import", "lake");
    expect(await done(second, "lake", "verify", "lake")).toContain("equals");
    const third = {FEEDBOOK_STORE: "duckdb:data/all.duckdb#third"};
    await done(third, "load", "file", "rows.parquet");
    const rows = "SELECT priceFeedId, price FROM feed_updates ORDER BY ALL";
    expect(await done(third, "sql", rows)).toBe(await done(there, "sql", rows));
    configure({retain: {rows: "1h"}});
    for (const dry of [[], ["--dry-run"]])
      expect(await runWith({env: there}, "retain", ...dry)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(
          /#feeds cannot drop old updates, as others may share its database: keep them, or /
        )
      });
  });
});
