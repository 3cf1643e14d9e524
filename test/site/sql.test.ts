import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/sql.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const fence = "```";
const folder = mkdtempSync(join(tmpdir(), "feedbook-sql-"));
const snapshotPath = join(folder, "feeds.duckdb");

beforeAll(async () => {
  mkdirSync(join(folder, "data"));
  await makeSnapshot(snapshotPath, {hours: 1});
});
afterAll(() => rmSync(folder, {recursive: true}));

describe("runSqlFile(path, snapshotPath, parameters)", () => {
  it("gives the rows of one statement as JSON", async () => {
    const path = write("top.json.sql", "SELECT max(publishedAt) AS last, count(*) AS n FROM prices;");
    expect(JSON.parse(await runSqlFile(path, snapshotPath))).toEqual([{last: "2026-05-12T14:00:00Z", n: 600}]);
  });

  it("gives CSV by the name's extension, and binds a route's parameters", async () => {
    const path = write("[feed].csv.sql", "SELECT priceFeedId, symbol FROM feeds WHERE priceFeedId = $feed");
    expect(await runSqlFile(path, snapshotPath, {feed: "2"})).toBe("priceFeedId,symbol\n2,Crypto.ETH/USD\n");
  });

  it("gives named statements by name, with the answers to a page's queries", async () => {
    writeFileSync(join(folder, "page.md"), `${fence}sql id=n\nSELECT \${pick.feed} + 1 AS n\n${fence}\n`);
    const path = write(
      "page.json.sql",
      "-- answers: ../page.md\n-- name: meta\nSELECT 1 AS a;\n-- name: pick\nSELECT 7 AS feed;"
    );
    expect(JSON.parse(await runSqlFile(path, snapshotPath))).toEqual({
      meta: [{a: 1}],
      pick: [{feed: 7}],
      answers: [{strings: ["SELECT ", " + 1 AS n"], params: [7], columns: [{name: "n", type: "INTEGER"}], rows: [[8]]}]
    });
  });

  it.each([
    [
      "line.json.sql",
      "-- name: a\nSELECT 1;\n\n-- name: b\nSELECT\n  prise\nFROM prices;",
      /line\.json\.sql:6: Binder Error/
    ],
    ["none.json.sql", "-- only this\n", /none\.json\.sql: no statement/],
    ["x.xml.sql", "SELECT 1", /x\.xml\.sql: invalid format: \.xml: use/],
    ["lacks.json.sql", "SELECT $feed", /lacks\.json\.sql:1: missing parameter: \$feed: give --feed=…/]
  ])("names file and line of a mistake in %s", async (name, text, message) => {
    await expect(runSqlFile(write(name, text), snapshotPath)).rejects.toThrow(message);
  });

  it("names page and line of a mistake in a page's query", async () => {
    writeFileSync(join(folder, "bad.md"), "# Bad\n\n```sql\nSELECT\n  prise\nFROM prices\n```\n");
    const path = write("bad.json.sql", "-- answers: ../bad.md\n-- name: pick\nSELECT 1 AS feed;");
    await expect(runSqlFile(path, snapshotPath)).rejects.toThrow(/bad\.md:5: Binder Error/);
  });
});

describe("node --import tsx loaders/site/sql.ts PATH --name=value", () => {
  it("prints the result, several at a time", async () => {
    const path = write("count.json.sql", "SELECT count(*) AS n FROM prices WHERE priceFeedId = $feed");
    const results = await Promise.all(["1", "2", "6"].map((feed) => run(path, `--feed=${feed}`)));
    expect(results.map(({stdout}) => stdout)).toEqual(Array(3).fill('[{"n":60}]'));
  });

  it("fails with one line that names the place", async () => {
    const {exitCode, stderr, stdout} = await run(write("wrong.json.sql", "FROM nothing"));
    expect({exitCode, stdout}).toEqual({exitCode: 1, stdout: ""});
    expect(stderr).toMatch(/wrong\.json\.sql:1: Catalog Error: Table with name nothing does not exist/);
  });

  it("says what it lacks", async () => {
    const {stderr} = await run(write("env.json.sql", "SELECT 1"), {FEEDBOOK_SNAPSHOT: ""});
    expect(stderr).toMatch(/^missing FEEDBOOK_SNAPSHOT: /m);
  });
});

function write(name: string, text: string): string {
  const path = join(folder, "data", name);
  writeFileSync(path, text);
  return path;
}

function run(path: string, ...rest: (string | Record<string, string>)[]) {
  const args = rest.filter((part) => typeof part === "string");
  const env = Object.assign({FEEDBOOK_SNAPSHOT: snapshotPath}, ...rest.filter((part) => typeof part !== "string"));
  const command = ["--no-warnings", "--import", "tsx", resolve("loaders/site/sql.ts"), path, ...args];
  return execa(process.execPath, command, {env, reject: false});
}
