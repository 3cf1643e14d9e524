import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {alter, emptyStore, run} = cliFolder(async (folder) => {
  await folder.emptyStore();
  await folder.run("load", "latest", "--feeds", "1,2,112");
});

describe("feedbook status", () => {
  it("reports books that do not balance, as doctor does", async () => {
    expect((await run("status")).stdout).toContain("the books balance");
    await alter("DELETE FROM feed_updates WHERE priceFeedId = 1");
    expect((await run("status")).stdout).toContain("THE BOOKS DO NOT BALANCE");
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({balanced: false});
    const stdout = expect.stringMatching(/^fix store: .*do not balance/m);
    expect(await run("doctor")).toMatchObject({exitCode: 1, stdout});
  });

  it("shows how far the cluster of a shipped store is behind, and nothing of it for any other store", async () => {
    expect((await run("status")).stdout).not.toMatch(/ship/);
    expect(JSON.parse((await run("status", "--json")).stdout).shipping).toBeNull();
    await alter(`INSERT INTO shipping (cluster, startedAt) VALUES ('http://x/y', now());
      INSERT INTO unshipped (responseId) SELECT responseId FROM responses;
      INSERT INTO unkept_hours SELECT unnest([1, 1, 2]), TIMESTAMP '2026-05-12 13:00:00'`);
    const line =
      /^http:\/\/x\/y is behind: 1 response to ship since \S+Z, bars and quality of 2 hours of feeds to make: /m;
    expect((await run("status")).stdout).toMatch(line);
    const {shipping} = JSON.parse((await run("status", "--json")).stdout);
    expect(shipping).toEqual({cluster: "http://x/y", responses: 1, since: expect.stringMatching(/Z$/), hours: 2});
    await alter("DELETE FROM unshipped; DELETE FROM unkept_hours");
    expect((await run("status")).stdout).toContain("\nhttp://x/y has all of it\n");
  });

  it("shows the loudest 50 feeds, counts the others, and fits a terminal of 120 columns", async () => {
    await emptyStore();
    await run("load", "latest", "--feeds", "1");
    await alter(`INSERT OR REPLACE INTO feeds (priceFeedId, symbol, schedule, more, updatedAt)
      SELECT id, 'Equity.US.' || repeat('LONG', 20) || id, NULL, NULL, now() FROM range(2, 2501) AS ids(id);
      INSERT INTO feed_updates BY NAME
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

  it("shows the requested feeds, and says which the store does not have", async () => {
    const idsOf = async (...flags: string[]) => {
      const {feeds} = JSON.parse((await run("status", "--json", ...flags)).stdout);
      return feeds.map(({priceFeedId}: {priceFeedId: number}) => priceFeedId);
    };
    expect(await idsOf("--feeds", "112,1,5")).toEqual([1, 112]);
    expect(await idsOf("--symbols", "Crypto.ETH/USD")).toEqual([2]);
    const stderr = expect.stringContaining("knows nothing of 5, 6");
    expect(await run("status", "--feeds", "5,6")).toMatchObject({exitCode: 2, stderr});
    expect((await run("status", "--feeds", "1,5")).stderr).toBe("warning: the store knows nothing of 5");
    expect(await run("status", "--symbols", "crypto.btc/usd")).toMatchObject({
      exitCode: 2,
      stderr: "feedbook: unknown symbol: crypto.btc/usd; did you mean Crypto.BTC/USD?"
    });
  });
});
