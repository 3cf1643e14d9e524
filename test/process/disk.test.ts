import {spawnSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {range} from "d3-array";
import {afterAll, afterEach, beforeAll, describe, expect, it} from "vitest";
import {messageOf} from "../../loaders/config/errors.js";
import {readConfig} from "../../loaders/config/schema.js";
import {openBooks} from "../../loaders/load/books.js";
import {emptyReport} from "../../loaders/load/report.js";
import type {Answer} from "../../loaders/service/endpoints.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openAccess} from "../../loaders/store/access.js";
import {ownPath} from "../../loaders/store/database/files.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {startLoad} from "../../loaders/store/loads.js";
import {readStore} from "../../loaders/store/open.js";
import {command, feedbook} from "../helpers/cli.js";
import {mountDisk, unmountDisk} from "../helpers/disk.js";
import {updateOf} from "../helpers/service.js";
import {casesOf} from "../helpers/soak.js";

// A disk of some megabytes, with the store and its snapshot on it. Only root may mount one.
const disk = mkdtempSync(join(tmpdir(), "feedbook-disk-"));
const mounted = mountDisk(disk, "16m");
const skipped = mounted === null ? "" : ` (skipped: ${mounted})`;
const store = join(disk, "feeds.duckdb");
const files = ["feeds.duckdb", "feeds.snapshot.duckdb", "filling"]; // and DuckDB's log of the store, until it is in it
const full = /no space left on the disk of .*: free some and run it again; what was committed is kept/;

beforeAll(() => {
  if (mounted !== null) console.warn(`disk full: ${mounted}`);
});

afterAll(() => {
  if (mounted === null) unmountDisk(disk);
  rmSync(disk, {recursive: true, force: true});
});

afterEach(() => rmSync(join(disk, "filling"), {force: true}));

const run = (...args: string[]) => command([...args, "--store", store]);
const free = () => statfsSync(disk).bavail * statfsSync(disk).bsize;

// Leaves so many bytes free.
function fill(bytes: number): void {
  rmSync(join(disk, "filling"), {force: true});
  const size = Math.max(0, free() - bytes);
  mkdirSync(disk, {recursive: true});
  writeFileSync(join(disk, "filling"), Buffer.alloc(size));
}

describe.skipIf(mounted !== null)(`a full disk${skipped}`, () => {
  it("is told when there is no room for a store, and leaves nothing of one", async () => {
    fill(8192);
    const {exitCode, stderr} = await run("load", "latest");
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringMatching(full)});
    rmSync(join(disk, "filling"));
    expect((await run("load", "latest")).exitCode).toBe(0);
    await expectWhole(1);
  });

  it("is told when rows or the snapshot do not fit, and leaves store and snapshot whole", async () => {
    const snapshot = join(disk, "feeds.snapshot.duckdb");
    expect((await run("load", "latest")).exitCode).toBe(0);
    const before = readFileSync(snapshot);
    for (const bytes of casesOf([0, 300_000], [4096, 65_536])) {
      fill(bytes);
      const {exitCode, stderr} = await run("load", "history", "--from", "now-1h", "--every", "1m");
      expect(stderr).toMatch(full);
      expect(exitCode).toBe(
        /^warning: not published: no space left/m.test(stderr) && !/^feedbook: /m.test(stderr) ? 0 : 1
      );
      await expectWhole(1);
      rmSync(join(disk, "filling"));
    }
    expect((await run("sql", "SELECT count(*) FROM prices", "--store", snapshot)).exitCode).toBe(0);
    expect(readFileSync(snapshot).equals(before)).toBe(true);
    const {exitCode, stderr} = await run("load", "history", "--from", "now-1h", "--every", "10m");
    expect({exitCode, stderr: exitCode === 0 ? "" : stderr}).toEqual({exitCode: 0, stderr: ""});
    await expectWhole(2);
  });

  it("keeps nothing of a snapshot that does not fit, wherever its writing breaks off", async () => {
    const snapshot = join(disk, "feeds.snapshot.duckdb");
    const {bytes} = await readStore(store, (opened) => publish(opened, snapshot));
    const before = readFileSync(snapshot);
    for (const missing of casesOf([65_536, 400_000], [0, 32_768, 131_072])) {
      fill(bytes - missing);
      const failed = await readStore(store, (opened) => publish(opened, snapshot)).then(() => "", messageOf);
      if (failed !== "" || missing === 400_000) expect(failed).toMatch(full);
      const found = readdirSync(disk).filter((name) => name !== "feeds.duckdb.wal");
      expect([missing, found.toSorted()]).toEqual([missing, files]);
      if (failed !== "") expect(readFileSync(snapshot).equals(before)).toBe(true);
    }
    rmSync(join(disk, "filling"));
  });

  it("goes on by itself where a killed process left it full", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    for (const [name, bytes] of [
      ["feeds.duckdb", free() / 2],
      ["feeds.snapshot.duckdb", free()]
    ] as const) {
      const left = ownPath(join(disk, name), "tmp").replace(`.${process.pid}.`, `.${dead}.`);
      writeFileSync(left, Buffer.alloc(Math.min(bytes, free())));
    }
    expect((await run("load", "latest")).exitCode).toBe(0);
    expect(readdirSync(disk).filter((name) => name.includes(".tmp"))).toEqual([]);
  });

  it("doubles nothing where DuckDB commits and then has no room to tidy up, and goes on when there is", async () => {
    const storePath = join(disk, "other.duckdb");
    const settings = {...readConfig({}), baseUrl: null, token: null, storePath, snapshotPath: ""};
    const {withStore, close} = await openAccess(settings, {hold: true, signal: new AbortController().signal});
    const report = emptyReport(await withStore((store) => startLoad(store, "test", false)), "test");
    const books = openBooks(settings, withStore, report, {entries: Infinity, ms: Infinity});
    const held = () =>
      withStore(({connection}) => queryRecords(connection, "SELECT count(*)::INTEGER AS n FROM responses"));
    await books.add(received(updateOf(range(4000))));
    await books.flush(); // to the log of the store, which is tidied up now and then: next time
    await withStore(({connection}) => connection.run("SET wal_autocheckpoint = '16KB'"));
    await books.add(received(updateOf([1])));
    fill(65_536);
    await expect(books.flush()).rejects.toThrow(full);
    expect(await held()).toEqual([{n: 2}]); // there all the same
    rmSync(join(disk, "filling"));
    await books.add(received(updateOf([1])));
    await books.flush();
    expect(await held()).toEqual([{n: 3}]);
    expect(report).toMatchObject({responses: 3, rows: 4002});
    close();
    rmSync(storePath);
  });

  it("does not end a watch, which says so once and commits all of it when there is room again", async () => {
    const watching = feedbook(["watch", "--every", "200ms", "--store", store], {cwd: disk});
    let said = "";
    watching.stderr.on("data", (text) => {
      said += String(text);
    });
    const watched = "SELECT 1 AS one FROM loads JOIN responses USING (loadId) WHERE command = 'watch' LIMIT 1";
    await expect.poll(() => records(watched).catch(() => []), {timeout: 60_000, interval: 500}).toHaveLength(1);
    fill(0);
    await expect.poll(() => said, {timeout: 30_000}).toMatch(full);
    await setTimeout(1500);
    rmSync(join(disk, "filling"));
    await expect.poll(() => said, {timeout: 30_000}).toContain("nothing was lost");
    process.kill(watching.pid ?? 0, "SIGINT"); // execa would kill it after five seconds
    expect((await watching).exitCode).toBe(0);
    expect(said.match(/not committed yet/g)).toHaveLength(1);
    await expectWhole(3);
    const [{gap}] = (await records(`SELECT max(epoch_ms(requestedAt) - epoch_ms(before))::INTEGER AS gap FROM (
      SELECT requestedAt, lag(requestedAt) OVER (ORDER BY requestedAt) AS before FROM responses
      WHERE loadId = (SELECT arg_max(loadId, startedAt) FROM loads)
    )`)) as [{gap: number}];
    expect(gap).toBeLessThan(3000);
  });
});

function received(body: string): Answer {
  const at = new Date();
  const from = {endpoint: "latest_price", baseUrl: "http://127.0.0.1", request: {}, requestedAt: at, receivedAt: at};
  return {...from, latencyMs: 1, httpStatus: 200, body, simulated: false};
}

async function expectWhole(loads: number): Promise<void> {
  const [held] = await records(`SELECT
    (SELECT count(*) FROM loads WHERE rows > 0)::INTEGER AS loads,
    (SELECT coalesce(sum(rows), 0) FROM responses) = (SELECT count(*) FROM feed_updates) AS balanced`);
  expect(held).toMatchObject({balanced: true});
  expect(held?.loads).toBeGreaterThanOrEqual(loads);
}

function records(sql: string): Promise<Record<string, unknown>[]> {
  return readStore(store, ({connection}) => queryRecords(connection, sql));
}
