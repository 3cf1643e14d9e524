import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {startSandbox} from "../../loaders/sandbox/server.js";
import {feedbook} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "feedbook-cli-"));
});

afterEach(() => rmSync(cwd, {recursive: true}));

const run = (...args: string[]) => feedbook(args, {cwd});

async function sql(query: string): Promise<unknown> {
  const {stdout, stderr, exitCode} = await run("sql", query, "--format", "json");
  expect({stderr, exitCode}).toEqual({stderr: "", exitCode: 0});
  return JSON.parse(stdout);
}

function configure(config: object): void {
  writeFileSync(join(cwd, "feedbook.config.ts"), `export default ${JSON.stringify(config)};`);
}

describe("feedbook load latest", () => {
  it("loads every stable feed from the sandbox, says so, and marks the load", async () => {
    const {exitCode, stdout, stderr} = await run("load", "latest");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^latest done in .* s: \d+ rows, 1 responses$/);
    expect(stderr).toContain("sandbox: simulated feeds at http://127.0.0.1:");
    const [row] = (await sql(
      "SELECT sandbox, status, (SELECT count(*) FROM feed_updates) AS n, (SELECT count(*) FROM feeds WHERE state = 'stable') AS stable FROM loads"
    )) as [{n: number; stable: number}];
    expect(row).toMatchObject({sandbox: true, status: "done"});
    expect(row.n).toBe(row.stable);
    expect(row.n).toBeGreaterThanOrEqual(40);
    expect(readdirSync(join(cwd, "data")).sort()).toEqual(["feeds.duckdb", "feeds.snapshot.duckdb"]);
  });

  it("takes a refused feed out, reports it, and loads the rest", async () => {
    const {exitCode, stdout, stderr} = await run("load", "latest", "--feeds", "1,4000000,2", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({rows: 2, removed: [{feed: 4000000, reason: "Unknown feed: 4000000"}]});
    expect(stderr).toContain("warning: left out: Unknown feed: 4000000");
    expect(await sql("SELECT httpStatus, entries FROM responses ORDER BY httpStatus")).toEqual([
      {httpStatus: 200, entries: 2},
      {httpStatus: 403, entries: 0}
    ]);
  });

  it("names a symbol that was probably meant", async () => {
    const {exitCode, stderr} = await run("load", "latest", "--symbols", "Crypto.BTC/USDD");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("unknown symbol: Crypto.BTC/USDD; did you mean Crypto.BTC/USD?");
  });

  it("says which feeds did not come", async () => {
    const soon = (await fetchCatalogue()).find(({state}) => state === "coming_soon");
    const {stdout} = await run("load", "latest", "--feeds", `1,${soon?.pyth_lazer_id}`);
    expect(stdout).toContain(`feeds that did not come: ${soon?.pyth_lazer_id}`);
  });
});

describe("feedbook load history", () => {
  it("loads feeds × instants, both ends included", async () => {
    const range = [
      "--from",
      "2026-05-12T13:00:00Z",
      "--to",
      "2026-05-12T13:05:00Z",
      "--every",
      "1m",
      "--feeds",
      "1,2,112"
    ];
    expect((await run("load", "history", ...range)).exitCode).toBe(0);
    expect(
      await sql(
        "SELECT count(*) AS n, count(DISTINCT publishedAt) AS instants, min(publishedAt) AS first FROM feed_updates"
      )
    ).toEqual([{n: 18, instants: 6, first: "2026-05-12T13:00:00Z"}]);
  });

  it("asks only for what is not there yet", async () => {
    const load = async (...args: string[]) => {
      const range = ["--from", "2026-05-12T13:00:00Z", "--every", "1m", "--json", ...args];
      const {stdout} = await run("load", "history", ...range);
      const {rows, alreadyThere} = JSON.parse(stdout);
      return {rows, alreadyThere};
    };
    expect(await load("--to", "2026-05-12T13:04:00Z", "--feeds", "1")).toEqual({rows: 5, alreadyThere: 0});
    expect(await load("--to", "2026-05-12T13:04:00Z", "--feeds", "1")).toEqual({rows: 0, alreadyThere: 5});
    expect(await load("--to", "2026-05-12T13:06:00Z", "--feeds", "1,2")).toEqual({rows: 9, alreadyThere: 5});
    expect(await load("--to", "2026-05-12T13:06:00Z", "--feeds", "1,2", "--channel", "fixed_rate@1000ms")).toEqual({
      rows: 14,
      alreadyThere: 0
    });
    expect(
      await sql("SELECT count(*) AS n, count(DISTINCT (priceFeedId, publishedAt)) AS distinct FROM feed_updates")
    ).toEqual([{n: 28, distinct: 14}]);
  });

  it("asks again where there was nothing, if told to", async () => {
    const range = ["--from", "2019-01-01", "--to", "2019-01-01", "--every", "1d", "--feeds", "1", "--json"];
    const asked = async (...args: string[]) =>
      JSON.parse((await run("load", "history", ...range, ...args)).stdout).responses;
    expect([await asked(), await asked(), await asked("--retry-missing")]).toEqual([1, 0, 1]);
  });

  it("goes on where a killed load stopped", async () => {
    const range = [
      "--from",
      "2026-05-01T00:00:00Z",
      "--to",
      "2026-05-03T00:00:00Z",
      "--every",
      "1m",
      "--feeds",
      "1,2,112"
    ];
    const first = run("load", "history", ...range);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    first.kill("SIGINT");
    await first;
    expect((await run("load", "history", ...range)).exitCode).toBe(0);
    expect(
      await sql("SELECT count(*) AS n, count(DISTINCT (priceFeedId, publishedAt)) AS distinct FROM feed_updates")
    ).toEqual([{n: 8643, distinct: 8643}]);
  });

  it("books an instant at which there is nothing", async () => {
    const range = ["--from", "2019-01-01", "--to", "2019-01-01", "--every", "1d", "--feeds", "1"];
    const {exitCode, stdout} = await run("load", "history", ...range);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("nothing there 1 times");
    expect(await sql("SELECT httpStatus, entries FROM responses")).toEqual([{httpStatus: 404, entries: 0}]);
  });
});

describe("feedbook load file", () => {
  it("loads the recorded body with its human values, once", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    expect((await run("load", "file", "body.json")).stdout).toContain("3 rows");
    expect(await sql("SELECT price FROM prices WHERE priceFeedId < 100 ORDER BY priceFeedId")).toEqual([
      {price: 80639.53748222},
      {price: 2276.76960645}
    ]);
    expect(await sql("SELECT rate8h FROM funding")).toEqual([{rate8h: 3.877e-5}]);
    const again = await run("load", "file", "body.json");
    expect(again.stderr).toContain("is in the store already: skipped");
    expect((await run("load", "file", "body.json", "--again")).stdout).toContain("3 rows");
    expect(await sql("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 6}]);
  });

  it("reads lines, gzip, folders and standard input", async () => {
    const body = (id: number) => JSON.stringify({parsed: {priceFeeds: [{priceFeedId: id}]}});
    writeFileSync(join(cwd, "a.ndjson"), `${body(1)}\n\n${body(2)}\n`);
    writeFileSync(join(cwd, "b.json.gz"), gzipSync(body(3)));
    writeFileSync(join(cwd, "c.ndjson.gz"), gzipSync(`${body(4)}\n${body(5)}`));
    expect((await run("load", "file", ".")).stdout).toContain("5 rows, 5 responses");
    expect(
      (await feedbook(["load", "file", "-"], {cwd, input: JSON.stringify(JSON.parse(body(6)), null, 2)})).exitCode
    ).toBe(0);
    expect(await sql("SELECT priceFeedId FROM feed_updates ORDER BY 1")).toEqual(
      [1, 2, 3, 4, 5, 6].map((priceFeedId) => ({priceFeedId}))
    );
  });

  it("keeps what is good of files in which something is bad, and fails", async () => {
    writeFileSync(
      join(cwd, "mixed.ndjson"),
      `${recorded.trim()}\n{"parsed":\n<html>\n{"parsed":{"priceFeeds":[null]}}\n`
    );
    const {exitCode, stdout, stderr} = await run("load", "file", "mixed.ndjson");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("3 rows, 4 responses, 1 rejected");
    expect(stderr).toMatch(/mixed\.ndjson#2: body is no JSON/);
    expect(stderr).toMatch(/mixed\.ndjson#3: body is no JSON .*"<html>"/);
    expect(await sql("SELECT sum(entries) = sum(rows) + sum(rejected) AS balanced FROM responses")).toEqual([
      {balanced: true}
    ]);
  });

  it("reads gzipped standard input", async () => {
    const {exitCode, stdout} = await feedbook(["load", "file", "-"], {cwd, input: gzipSync(recorded)});
    expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining("3 rows")});
  });

  it("fails on a truncated gzip file, and keeps what came before", async () => {
    writeFileSync(join(cwd, "cut.ndjson.gz"), gzipSync(`${recorded.trim()}\n`.repeat(3)).subarray(0, -12));
    const {exitCode, stderr} = await run("load", "file", "cut.ndjson.gz");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot read cut\.ndjson\.gz: unexpected end of file/);
  });

  it("exits with 3 under --strict if entries were rejected", async () => {
    writeFileSync(join(cwd, "body.json"), '{"parsed":{"priceFeeds":[{"priceFeedId":1},{"priceFeedId":-1}]}}');
    expect((await run("load", "file", "body.json", "--strict")).exitCode).toBe(3);
    const {stdout} = await run("rejects");
    expect(stdout).toMatch(/priceFeedId is negative +1 /);
  });

  it("refuses a file that is not there", async () => {
    const {exitCode, stderr} = await run("load", "file", "none.json");
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: "feedbook: no such file: none.json"});
    expect(existsSync(join(cwd, "data"))).toBe(false);
  });
});

describe("feedbook load reduce", () => {
  it("reduces a kept body, unmodified", async () => {
    configure({store: {keepBodies: true}, service: {formats: ["leUnsigned"]}});
    expect((await run("load", "latest", "--feeds", "1,2,6")).exitCode).toBe(0);
    const [{responseId}] = (await sql("SELECT responseId FROM responses")) as [{responseId: string}];
    const {exitCode, stdout} = await run("load", "reduce", "--response", responseId, "--feeds", "2");
    expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining("1 rows")});
    expect(
      await sql(
        "SELECT endpoint, entries, request->>'$.payload' LIKE 'sha256:%' AS hashed FROM responses ORDER BY requestedAt DESC LIMIT 1"
      )
    ).toEqual([{endpoint: "reduce_price", entries: 1, hashed: true}]);
  });

  it("refuses a response that was not kept", async () => {
    const {exitCode, stderr} = await run("load", "reduce", "--response", "../../etc/passwd", "--feeds", "2");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no kept body of response");
  });
});

describe("feedbook load", () => {
  it("runs what feedbook.config.ts lists", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    configure({loads: [{command: "file", paths: ["body.json"]}]});
    expect((await run("load")).stdout).toMatch(/^file done .* 3 rows/);
  });

  it("names a mistake in the configuration", async () => {
    configure({service: {chanel: "real_time"}});
    const {exitCode, stderr} = await run("load");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("service.chanel is unknown; did you mean service.channel?");
  });

  it("never mixes real and simulated rows", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    await run("load", "file", "body.json");
    const {exitCode, stderr} = await run("load", "latest");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/holds real rows, and this load would add simulated ones: they are never mixed/);
  });

  it("marks a sandbox of another process as simulated too", async () => {
    const sandbox = await startSandbox();
    const env = {FEEDBOOK_BASE_URL: sandbox.url, FEEDBOOK_TOKEN: "a-secret-token"};
    const {exitCode, stdout, stderr} = await feedbook(["load", "latest", "--feeds", "1,2"], {cwd, env});
    await sandbox.close();
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain("a-secret-token");
    expect(await sql("SELECT sandbox, rows FROM loads")).toEqual([{sandbox: true, rows: 2}]);
    expect(readFileSync(join(cwd, "data", "feeds.duckdb")).includes("a-secret-token")).toBe(false);
  });

  it("never mixes them either when a watch began before there was a row", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    const watching = run("watch", "--every", "4s", "--for", "9s", "--feeds", "1");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const [loaded, watched] = [await run("load", "file", "body.json"), await watching];
    expect([loaded.exitCode, watched.exitCode].sort()).toEqual([0, 1]);
    expect(
      await sql("SELECT count(DISTINCT sandbox) AS kinds FROM loads JOIN responses USING (loadId) WHERE entries > 0")
    ).toEqual([{kinds: 1}]);
  });

  it("writes one JSON value, whatever it runs", async () => {
    configure({loads: [{command: "latest"}, {command: "latest"}], feeds: {ids: [1]}});
    const {stdout} = await run("load", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{rows: 1}, {rows: 1}]);
  });

  it("fails where all that it asked for was refused", async () => {
    expect((await run("load", "latest", "--feeds", "4000000")).exitCode).toBe(1);
  });

  it("fails, and does not blame the settings, where the service is down", async () => {
    configure({service: {retries: 0}});
    const env = {FEEDBOOK_BASE_URL: "http://127.0.0.1:9", FEEDBOOK_TOKEN: "a-secret-token"};
    expect((await feedbook(["load", "latest"], {cwd, env})).exitCode).toBe(1);
    expect((await feedbook(["watch", "--every", "1s", "--for", "2s", "--feeds", "1"], {cwd, env})).exitCode).toBe(1);
  });

  it("leaves another program's DuckDB file alone", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    const instance = await DuckDBInstance.create(join(cwd, "other.duckdb"));
    const connection = await instance.connect();
    await connection.run("CREATE TABLE mine (a INTEGER)");
    connection.closeSync();
    instance.closeSync();
    const {exitCode, stderr} = await run("load", "file", "body.json", "--store", "other.duckdb");
    expect({exitCode, stderr}).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is no store: it has a table mine")
    });
  });

  it("needs a token for a service", async () => {
    const {exitCode, stderr} = await feedbook(["load"], {cwd, env: {FEEDBOOK_BASE_URL: "http://127.0.0.1:9"}});
    expect(exitCode).toBe(2);
    expect(stderr).toContain("missing FEEDBOOK_TOKEN: set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox");
  });
});

describe("feedbook watch", () => {
  it("polls on the grid for a while, and lets others read meanwhile", async () => {
    const watching = run("watch", "--every", "200ms", "--for", "3s", "--feeds", "1,2");
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect((await run("status")).exitCode).toBe(0);
    const {exitCode, stdout} = await watching;
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^watch done /);
    const [{instants, off}] = (await sql(
      "SELECT count(DISTINCT publishedAt) AS instants, count(*) FILTER (epoch_us(publishedAt) % 200000 <> 0) AS off FROM feed_updates"
    )) as [{instants: number; off: number}];
    expect(instants).toBeGreaterThanOrEqual(5);
    expect(off).toBe(0);
  });

  it("refreshes the snapshot meanwhile, which is marked as simulated before the load has ended", async () => {
    const watching = run("watch", "--every", "200ms", "--publish-every", "500ms", "--feeds", "1");
    await new Promise((resolve) => setTimeout(resolve, 3500));
    watching.kill("SIGKILL");
    await watching;
    const {stdout} = await run(
      "sql",
      "SELECT simulated, updates > 1 AS some FROM meta",
      "--store",
      "data/feeds.snapshot.duckdb",
      "--json"
    );
    expect(JSON.parse(stdout)).toEqual([{simulated: true, some: true}]);
  });

  it("commits and ends well when interrupted", async () => {
    const watching = run("watch", "--every", "200ms", "--feeds", "1");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    watching.kill("SIGINT");
    expect((await watching).exitCode).toBe(0);
    expect(await sql("SELECT status, rows > 0 AS some FROM loads")).toEqual([{status: "interrupted", some: true}]);
  });
});

describe("feedbook sql", () => {
  it("writes a table, json, csv and parquet", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    await run("load", "file", "body.json");
    const query = "SELECT priceFeedId AS id, publishedAt FROM feed_updates ORDER BY id LIMIT 1";
    expect((await run("sql", query)).stdout).toMatch(/^id +publishedAt\n +1 +2026-05-12T13:55:00Z$/);
    expect((await run("sql", query, "--format", "csv")).stdout).toBe("id,publishedAt\n1,2026-05-12 13:55:00");
    expect((await run("sql", query, "--format", "parquet", "--output", "out.parquet")).exitCode).toBe(0);
    expect(await sql("SELECT id FROM 'out.parquet'")).toEqual([{id: 1}]);
  });

  it("is read-only, and shows where a query is wrong", async () => {
    writeFileSync(join(cwd, "body.json"), recorded);
    await run("load", "file", "body.json");
    expect((await run("sql", "DELETE FROM feed_updates")).stderr).toMatch(/read-only/);
    const {exitCode, stderr} = await run("sql", "SELECT prise FROM prices");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/"prise" not found/);
    expect(stderr).toContain("^");
  });

  it("says that there is no store", async () => {
    const {exitCode, stderr} = await run("sql", "SELECT 1");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^feedbook: no store at .*feeds\.duckdb: run a load first/);
  });
});

describe("feedbook sandbox", () => {
  it("serves until interrupted", async () => {
    const sandbox = run("sandbox", "--port", "0");
    const url = await new Promise<string>((resolve) => {
      sandbox.stdout.on("data", (text) => resolve(/http:\/\/[\d.]+:\d+/.exec(String(text))?.[0] ?? ""));
    });
    expect((await fetch(`${url}/v1/symbols`)).status).toBe(200);
    sandbox.kill("SIGTERM");
    expect((await sandbox).exitCode).toBe(0);
  });
});

describe("feedbook status, feeds, publish, doctor", () => {
  it("tell what there is, as text and as JSON", async () => {
    await run("load", "latest");
    expect((await run("status")).stdout).toMatch(/simulated updates of \d+ feeds .*the books balance/);
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({balanced: true});
    expect((await run("feeds", "eth")).stdout).toContain("Crypto.ETH/USD");
    expect(JSON.parse((await run("feeds", "112", "--json")).stdout)).toMatchObject([
      {symbol: "FundingRate.Binance.BTC/USDT"}
    ]);
    expect((await run("publish")).stdout).toMatch(/feeds\.snapshot\.duckdb: meta 1, feeds \d+, prices \d+, funding 18/);
    const doctor = await run("doctor");
    expect(doctor.stdout.split("\n").map((line) => line.slice(0, 3))).not.toContain("fix");
    expect(doctor.exitCode).toBe(0);
  });
});

describe("feedbook --help", () => {
  it.each([
    ["frobnicate"],
    ["load", "history"],
    ["load", "latest", "--feeds", "1,x"],
    ["load", "latest", "--nope"],
    ["sql"]
  ])("a usage error (%s) exits with 2", async (...args) => expect((await run(...args)).exitCode).toBe(2));

  it.each([
    [],
    ...[
      "load",
      "watch",
      "publish",
      "sandbox",
      "feeds",
      "status",
      "rejects",
      "sql",
      "doctor",
      "start",
      "build",
      "serve"
    ].map((name) => [name]),
    ...["latest", "history", "reduce", "file"].map((kind) => ["load", kind])
  ])("shows an example: %s %s", async (...command) => {
    const {exitCode, stdout} = await run(...command, "--help");
    expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/Examples?:/)});
  });
});

async function fetchCatalogue(): Promise<{pyth_lazer_id: number; state: string}[]> {
  const sandbox = await startSandbox();
  const catalogue = await (await fetch(`${sandbox.url}/v1/symbols`)).json();
  await sandbox.close();
  return catalogue;
}
