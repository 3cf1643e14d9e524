import {existsSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

describe("feedbook status", () => {
  const {emptyStore, alter, path, run, sql, start} = cliFolder();

  it("tells that the books do not balance, as doctor does", async () => {
    await emptyStore();
    await run("load", "latest", "--feeds", "1,2");
    await alter("DELETE FROM feed_updates WHERE priceFeedId = 1");
    expect((await run("status")).stdout).toContain("THE BOOKS DO NOT BALANCE");
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({balanced: false});
    const {exitCode, stdout} = await run("doctor");
    expect({exitCode, stdout}).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^fix store: .*do not balance/m)
    });
  });

  it("tells of a load that was killed, until the next one books it", async () => {
    const loading = start(
      "load",
      "history",
      "--from",
      "2026-05-01",
      "--to",
      "2026-05-20",
      "--every",
      "1m",
      "--feeds",
      "1,2"
    );
    await expect.poll(() => existsSync(path("data", "feeds.duckdb")), {timeout: 20_000}).toBe(true);
    await setTimeout(1000);
    loading.kill("SIGKILL");
    await loading;
    const {stdout: status} = await run("status");
    expect(status).toMatch(/history +interrupted /);
    expect(status).toMatch(/^20.* history: ended without finishing/m);
    await run("load", "latest", "--feeds", "1");
    expect(await sql("SELECT command, status FROM loads ORDER BY startedAt")).toEqual([
      {command: "history", status: "interrupted"},
      {command: "latest", status: "done"}
    ]);
  });

  it("shows the loudest 50, counts the rest, and fits a terminal of 120 columns", async () => {
    await emptyStore();
    await run("load", "latest", "--feeds", "1");
    await alter(`INSERT OR REPLACE INTO feeds (priceFeedId, symbol, updatedAt)
      SELECT id, 'Equity.US.' || repeat('LONG', 20) || id, now() FROM range(2, 2501) AS ids(id)`);
    await alter(`INSERT INTO feed_updates BY NAME
      SELECT id AS priceFeedId, feedUpdateTimestamp - INTERVAL 1 HOUR AS feedUpdateTimestamp, publishedAt, responseId,
        id AS entryIndex, CASE WHEN id % 100 = 0 THEN 'regular' ELSE 'closed' END AS marketSession
      FROM range(2, 2501) AS ids(id), feed_updates`);
    const {stdout} = await run("status");
    const lines = stdout.split("\n").slice(1); // the path of a test's store is long
    expect(Math.max(...lines.map(({length}) => length))).toBeLessThanOrEqual(120);
    expect(stdout).toContain("feeds: 25 stale, 1 fresh, 2474 closed");
    expect(stdout).toContain("and 2450 more: 2450 closed (--feeds or --symbols shows some, --json all)");
    const shown = lines.filter((line) => /^(stale|fresh|closed) /.test(line));
    expect(shown.map((line) => line.split(" ")[0])).toEqual(
      Array.from({length: 50}, (_, i) => (i < 25 ? "stale" : i === 25 ? "fresh" : "closed"))
    );
    expect(shown[0]).toMatch(/^stale +100 +Equity\.US\.LONGLONG\S*…\S+ +\d+m?s ago +1h +regular +1 +0$/);
    expect(JSON.parse((await run("status", "--json")).stdout).feeds).toHaveLength(2500);
  });
});

describe("feedbook status of some feeds", () => {
  const {alter, run, runWith} = cliFolder(({run}) => run("load", "latest", "--feeds", "1,2,112"));

  it("fits a terminal of 80 columns, with all columns", async () => {
    await run("load", "latest", "--symbols", "FundingRate.Hyperliquid.ETH/USD,Crypto.BTC/USD");
    await run(
      "load",
      "history",
      "--from",
      "2026-05-12",
      "--to",
      "2026-05-12T00:05",
      "--every",
      "1m",
      "--feeds",
      "1,346"
    );
    await alter(`UPDATE loads SET rows = 1234567, status = 'interrupted', error = repeat('long ', 60),
      finishedAt = startedAt + INTERVAL 10 SECOND WHERE command = 'history'`);
    await alter("UPDATE responses SET latencyMs = CASE WHEN endpoint = 'price' THEN 999 ELSE 12345 END");
    const {stdout} = await runWith({env: {COLUMNS: "80"}}, "status");
    const tables = stdout.split("\n").filter((line) => !/^(\/|20)/.test(line)); // without the path, and told errors
    expect(tables.filter(({length}) => length > 80)).toEqual([]);
    expect(stdout).toMatch(/^state +id +symbol +updated +age +session +rows +rejected$/m);
    expect(stdout).toMatch(/^started +command +status +took +rows +rows\/s +p50\/p99 +fails +rejects$/m);
    expect(stdout).toMatch(/^\d+[sm] ago +history +interrupted +10s +1234567 +123457 +999\/999ms +0 +0$/m);
    expect(stdout).toMatch(/^\d+[sm] ago +latest .* 12\.3\/12\.3s +0 +0$/m);
    expect(stdout).toContain("long ".repeat(60).trim()); // what to do stands at the end
  });

  it("shows the feeds that it is asked for, and says where there are none", async () => {
    const idsOf = async (...flags: string[]) => {
      const {feeds} = JSON.parse((await run("status", "--json", ...flags)).stdout);
      return feeds.map(({priceFeedId}: {priceFeedId: number}) => priceFeedId);
    };
    expect(await idsOf("--feeds", "112,1,5")).toEqual([1, 112]);
    expect(await idsOf("--symbols", "Crypto.ETH/USD")).toEqual([2]);
    const {exitCode, stderr} = await run("status", "--feeds", "5,6");
    expect({exitCode, stderr}).toMatchObject({exitCode: 2, stderr: expect.stringContaining("knows nothing of 5, 6")});
    expect((await run("status", "--feeds", "1,5")).stderr).toBe("warning: the store knows nothing of 5");
    expect(await run("status", "--symbols", "crypto.btc/usd")).toMatchObject({
      exitCode: 2,
      stderr: "feedbook: unknown symbol: crypto.btc/usd; did you mean Crypto.BTC/USD?"
    });
  });
});
