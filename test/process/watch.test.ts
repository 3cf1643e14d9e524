import {once} from "node:events";
import {existsSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {describe, expect, it} from "vitest";
import {startSandbox} from "../../loaders/sandbox/server.js";
import {toRecords} from "../../loaders/site/printers.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {cliFolder} from "../helpers/cli.js";
import {holdFile} from "../helpers/holder.js";

const {configure, path, run, sql, start, startWith} = cliFolder();

describe("feedbook watch", () => {
  it("polls on the grid for a while, and lets others read meanwhile", async () => {
    const watching = start("watch", "--every", "200ms", "--for", "3s", "--feeds", "1,2");
    await setTimeout(2000);
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
    const watching = start("watch", "--every", "200ms", "--publish-every", "500ms", "--feeds", "1");
    const published = async () => {
      const snapshot = path("data", "feeds.snapshot.duckdb");
      if (!existsSync(snapshot)) return [];
      return toRecords(await querySnapshot(snapshot, "SELECT simulated, updates > 1 AS some FROM meta"));
    };
    await expect.poll(published, {timeout: 60_000}).toEqual([{simulated: true, some: true}]);
    watching.kill("SIGKILL");
    await watching;
    expect(await sql("SELECT status FROM loads")).toEqual([{status: "running"}]);
  });

  it("commits and ends well when interrupted", async () => {
    const watching = start("watch", "--every", "200ms", "--feeds", "1");
    const rows = async () => sql("SELECT rows > 0 AS some FROM loads").catch(() => []); // until there is a store
    await expect.poll(rows, {timeout: 60_000}).toEqual([{some: true}]);
    watching.kill("SIGINT");
    expect((await watching).exitCode).toBe(0);
    expect(await sql("SELECT status, rows > 0 AS some FROM loads")).toEqual([{status: "interrupted", some: true}]);
  });

  it("says once that a poll failed, goes on, and says when the service is back", async () => {
    configure({service: {retries: 0}});
    const first = await startSandbox();
    const env = {FEEDBOOK_BASE_URL: first.url, FEEDBOOK_TOKEN: "a-token"};
    const watching = startWith({env}, "watch", "--every", "200ms", "--feeds", "1");
    let said = "";
    watching.stderr.on("data", (text) => {
      said += String(text);
    });
    const polled = () => existsSync(path("data", "feeds.duckdb"));
    await expect.poll(polled, {timeout: 20_000}).toBe(true);
    await setTimeout(2000);
    await first.close();
    await expect.poll(() => said, {timeout: 20_000}).toContain("poll failed");
    await setTimeout(1000); // several more polls fail
    const second = await startSandbox({port: Number(new URL(first.url).port)});
    await expect.poll(() => said, {timeout: 20_000}).toContain("the service answers again");
    await setTimeout(1000);
    watching.kill("SIGINT");
    expect((await watching).exitCode).toBe(0);
    await second.close();
    expect(said.match(/poll failed|answers again/g)).toEqual(["poll failed", "answers again"]);
    expect(await sql("SELECT status, rows > 1 AS some FROM loads")).toEqual([{status: "interrupted", some: true}]);
  });

  it("is not taken for a killed load while it runs", async () => {
    const watching = start("watch", "--every", "200ms", "--feeds", "1");
    await setTimeout(2500);
    expect((await run("load", "latest", "--feeds", "2")).exitCode).toBe(0);
    expect(await sql("SELECT command, status, rows > 0 AS some FROM loads ORDER BY startedAt")).toEqual([
      {command: "watch", status: "running", some: true},
      {command: "latest", status: "done", some: true}
    ]);
    watching.kill("SIGKILL");
    await watching;
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({
      unfinished: 1,
      loads: [
        {command: "latest", status: "done"},
        {command: "watch", status: "interrupted"}
      ]
    });
  });

  it.each([
    ["100ms", "invalid --every: 100ms is no multiple of the 200 ms step of channel fixed_rate@200ms: give 200ms"],
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
    expect((await run("load", "latest", "--feeds", "1")).exitCode).toBe(0);
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
