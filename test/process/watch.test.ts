import {once} from "node:events";
import {existsSync, mkdirSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import {cliFolder} from "../helpers/cli.js";
import {delayedBefore} from "../helpers/faults.js";
import {copyEmpty} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";

const {emptyStore, path, run, sql, start, startWith} = cliFolder();

describe("feedbook watch", () => {
  it("polls on the grid, publishes, lets others read and load meanwhile, and ends well when interrupted", async () => {
    const watching = start("watch", "--every", "200ms", "--publish-every", "500ms", "--feeds", "1");
    const published = async () => {
      const snapshot = path("data", "feeds.snapshot.duckdb");
      if (!existsSync(snapshot)) return [];
      return toRecords(await querySnapshot(snapshot, "SELECT simulated, updates > 1 AS some FROM meta"));
    };
    // Marked as simulated before the load has ended.
    await expect.poll(published, {timeout: 60_000}).toEqual([{simulated: true, some: true}]);
    expect((await run("load", "latest", "--feeds", "2")).exitCode).toBe(0);
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({
      unfinished: 0, // it is not taken for a killed one
      balanced: true,
      loads: [
        {command: "latest", status: "done"},
        {command: "watch", status: "running"}
      ]
    });
    process.kill(watching.pid ?? 0, "SIGINT"); // execa would kill it after five seconds
    const {exitCode, stdout} = await watching;
    expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringMatching(/^watch interrupted /)});
    const watched = `SELECT any_value(status) AS status, max(loads.rows) = count(*) AS kept, count(*) > 3 AS some,
        count(*) FILTER (epoch_us(feed_updates.publishedAt) % 200000 <> 0) AS off
      FROM loads JOIN responses USING (loadId) JOIN feed_updates USING (responseId)
      WHERE command = 'watch'`;
    expect(await sql(watched)).toEqual([{status: "interrupted", kept: true, some: true, off: 0}]);
  });

  it("publishes what it committed when it is interrupted, if it was to publish at all", async () => {
    await emptyStore();
    const [env, every] = [delayedBefore(/INSERT INTO bars_1h/, 1000), ["--every", "200ms", "--publish-every", "1h"]];
    const watching = startWith({env}, "watch", ...every, "--feeds", "1");
    const committed = () => sql("SELECT count(*)::INTEGER AS n FROM feed_updates").catch(() => []);
    await expect.poll(committed, {timeout: 60_000}).toEqual([{n: expect.toSatisfy((n) => n > 0)}]);
    process.kill(watching.pid ?? 0, "SIGINT");
    expect(await watching).toMatchObject({exitCode: 0});
    const counts = "SELECT count(*)::INTEGER AS n, (SELECT sum(updates) > 0 FROM bars_1h) AS bars FROM prices";
    const snapshot = toRecords(await querySnapshot(path("data", "feeds.snapshot.duckdb"), counts));
    expect(snapshot).toEqual(await sql(counts));
    expect(snapshot).toMatchObject([{bars: true}]);
  });

  it("ends by itself after a while", async () => {
    const {exitCode, stdout} = await run("watch", "--every", "200ms", "--for", "500ms", "--feeds", "1");
    expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringMatching(/^watch done /)});
  });

  it.each([
    ["100ms", "invalid step: 100ms is not a multiple of the 200 ms step of channel fixed_rate@200ms: give 200ms"],
    ["0s", 'invalid duration: "0s"; give a number and a unit, as in 10s, 5m, 1h or 7d'],
    ["5ms", "invalid --every: 5ms; allowed: 10ms to 24h"],
    ["-5s", 'invalid duration: "-5s"; give a number and a unit, as in 10s, 5m, 1h or 7d'],
    ["soon", 'invalid duration: "soon"; give a number and a unit, as in 10s, 5m, 1h or 7d']
  ])("refuses --every %s, and makes no store", async (every, reason) => {
    const {exitCode, stderr} = await run("watch", "--every", every);
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: `feedbook: ${reason}`});
    expect(existsSync(path("data", "feeds.duckdb"))).toBe(false);
  });

  it("ends when interrupted while another process has the store, and says which", async () => {
    mkdirSync(path("data"));
    await copyEmpty(path("data", "feeds.duckdb"));
    const holder = await holdFile(path("data", "feeds.duckdb"));
    const watching = start("watch", "--every", "200ms", "--feeds", "1");
    await once(watching.stderr, "data"); // the sandbox runs: the store is next
    watching.kill("SIGINT");
    const interrupted = performance.now();
    const {exitCode, stderr} = await watching;
    expect(performance.now() - interrupted).toBeLessThan(8000); // else it waits for ten seconds
    expect({exitCode, stderr}).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(`(PID ${holder.pid}): wait for it`)
    });
    await holder.release();
  });
});
