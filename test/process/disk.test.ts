import {mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {afterAll, afterEach, describe, expect, it} from "vitest";
import {command, feedbook} from "../helpers/cli.js";
import {expectWhole, recordsOf} from "../helpers/stores/whole.js";
import {mountDisk, unmountDisk} from "./disk.js";

// A disk of some megabytes, with the store and its snapshot on it. Only root may mount one.
const cwd = mkdtempSync(join(tmpdir(), "feedbook-disk-"));
const disk = join(cwd, "data");
mkdirSync(disk);
const mounted = mountDisk(disk, "16m");
const [store, snapshot, filling] = ["feeds.duckdb", "feeds.snapshot.duckdb", "filling"].map((name) =>
  join(disk, name)
) as [string, string, string];
const full = /no space left on the disk of .*: free some and run it again; committed rows are kept/;

afterAll(() => {
  if (mounted === null) unmountDisk(disk);
  rmSync(cwd, {recursive: true, force: true});
});

const free = () => rmSync(filling, {force: true});
afterEach(free);

const run = (...args: string[]) => command([...args, "--store", store]);

// Leaves so many bytes free.
function fill(bytes: number): void {
  free();
  const {bavail, bsize} = statfsSync(disk);
  writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

describe.skipIf(mounted !== null)(`a full disk${mounted === null ? "" : ` (skipped: ${mounted})`}`, () => {
  it("without room for a store fails the load, which leaves nothing", async () => {
    fill(8192);
    expect(await run("load", "latest")).toMatchObject({exitCode: 1, stderr: expect.stringMatching(full)});
    free();
    expect((await run("load", "latest")).exitCode).toBe(0);
    await expectWhole(cwd);
  });

  it("without room for rows or the snapshot leaves both whole", async () => {
    const before = readFileSync(snapshot);
    for (const bytes of [0, 300_000]) {
      fill(bytes);
      const {exitCode, stderr} = await run("load", "history", "--from", "now-1h", "--every", "1m");
      expect(stderr).toMatch(full);
      const isCommitted = /^warning: not published: no space left/m.test(stderr) && !/^feedbook: /m.test(stderr);
      expect(exitCode).toBe(isCommitted ? 0 : 1);
      await expectWhole(cwd);
      free();
    }
    expect(readFileSync(snapshot).equals(before)).toBe(true);
    expect(await run("load", "history", "--from", "now-1h", "--every", "10m")).toMatchObject({exitCode: 0});
  });

  it("does not end a watch, which says so once and commits all of it when there is room again", async () => {
    const watching = feedbook(["watch", "--every", "200ms"], {cwd});
    let said = "";
    watching.stderr.on("data", (text) => {
      said += String(text);
    });
    const watched = "SELECT 1 AS one FROM loads JOIN responses USING (loadId) WHERE command = 'watch' LIMIT 1";
    await expect.poll(() => recordsOf(cwd, watched).catch(() => []), {timeout: 60_000, interval: 500}).toHaveLength(1);
    fill(0);
    await expect.poll(() => said, {timeout: 30_000}).toMatch(full);
    await setTimeout(1500);
    free();
    await expect.poll(() => said, {timeout: 30_000}).toContain("nothing was lost");
    process.kill(watching.pid ?? 0, "SIGINT"); // execa would kill it after five seconds
    expect((await watching).exitCode).toBe(0);
    expect(said.match(/not committed yet/g)).toHaveLength(1);
    await expectWhole(cwd);
  });
});
