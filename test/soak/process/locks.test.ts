import {setTimeout} from "node:timers/promises";
import {describe, expect, it} from "vitest";
import {cliFolder, feedbook} from "../../helpers/cli.js";
import {serveFeeds} from "../../helpers/service.js";
import {holdFile} from "../../helpers/stores/holder.js";

const {path, run, runWith, sql} = cliFolder();
const feeds = ["--feeds", "1,2"];
// As many seconds of work as it takes, on a store of any size, with a read lock all the while.
const longQuery = "SELECT count(*) AS n FROM range(250000) a, range(3000) b WHERE (a.range * b.range) % 7 = 3";

// One reader after another, as long as it lasts; what each said and how long it took.
async function readOn(args: string[], until: Promise<unknown>): Promise<{codes: number[]; said: string}> {
  let over = false;
  void until.then(() => {
    over = true;
  });
  const codes: number[] = [];
  let said = "";
  while (!over) {
    const {exitCode, stderr} = await feedbook(args, {cwd: path()});
    codes.push(exitCode ?? -1);
    said += stderr;
  }
  return {codes, said};
}

describe("feedbook watch, while others work on the same store", () => {
  it("lets every reader in, loses nothing, and waits for a long query", {timeout: 300_000}, async () => {
    const {watching, asked} = await startWatch();
    const busy = setTimeout(6000);
    const readers = [
      ["status", "--json"],
      ["sql", "SELECT count(*) FROM feed_updates"],
      ["publish"],
      ["sql", longQuery]
    ];
    const results = await Promise.all(readers.map((args) => readOn(args, busy)));
    process.kill(watching.pid ?? 0, "SIGINT");
    expect(await watching).toMatchObject({exitCode: 0});
    for (const {codes, said} of results) expect({codes: new Set(codes), said}).toEqual({codes: new Set([0]), said: ""});
    await expectAllKept(asked);
  });

  it("goes on while the store is in use, says so once, and commits all of it then", {timeout: 120_000}, async () => {
    const {watching, asked} = await startWatch();
    const holder = await holdSoon();
    await setTimeout(12_000); // longer than a commit waits
    await holder.release();
    await setTimeout(3000);
    process.kill(watching.pid ?? 0, "SIGTERM"); // execa would kill it after five seconds
    const {exitCode, stderr} = await watching;
    expect(exitCode).toBe(0);
    expect(
      stderr.match(/not committed yet: store .* is in use by another process, .*; what comes is kept/g)
    ).toHaveLength(1);
    expect(stderr.match(/committed again, after \d+s: nothing was lost/g)).toHaveLength(1);
    await expectAllKept(asked);
  });

  it("waits for the store when it ends", {timeout: 120_000}, async () => {
    const {watching, asked} = await startWatch();
    const holder = await holdSoon();
    await setTimeout(1000);
    process.kill(watching.pid ?? 0, "SIGTERM"); // execa would kill it after five seconds
    await setTimeout(12_000);
    await holder.release();
    expect(await watching).toMatchObject({exitCode: 0});
    await expectAllKept(asked);
  });
});

async function startWatch() {
  const {url, asked} = await serveFeeds();
  const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"};
  expect((await runWith({env}, "load", "latest", ...feeds)).exitCode).toBe(0);
  asked.length = 0;
  const watching = feedbook(["watch", "--every", "200ms", ...feeds], {cwd: path(), env});
  const rows = "SELECT coalesce(sum(rows), 0) AS rows FROM loads WHERE command = 'watch'";
  await expect.poll(async () => ((await sql(rows)) as {rows: number}[])[0]?.rows, {timeout: 60_000}).toBeGreaterThan(0);
  return {watching, asked};
}

async function expectAllKept(asked: readonly unknown[]): Promise<void> {
  const [held] = (await sql(kept)) as {responses: number; torn: number; longestGapMs: number}[];
  expect(held).toMatchObject({responses: asked.length, torn: 0});
  expect(held?.longestGapMs).toBeLessThan(10_000); // the store was in use for longer
  expect((await run("status")).stdout).toContain("the books balance");
}

// Between two commits.
async function holdSoon(): ReturnType<typeof holdFile> {
  for (;;) {
    try {
      return await holdFile(path("data", "feeds.duckdb"));
    } catch {
      await setTimeout(20); // it is being committed
    }
  }
}

// What the watch booked of its questions, and its longest silence between two of them.
const kept = `
SELECT
  count(*)::INTEGER AS responses,
  count(*) FILTER (r.rows <> 2)::INTEGER AS torn,
  max(gapMs) AS longestGapMs
FROM (
  SELECT *, epoch_ms(requestedAt) - lag(epoch_ms(requestedAt)) OVER (ORDER BY requestedAt) AS gapMs FROM responses
) AS r
JOIN loads USING (loadId)
WHERE command = 'watch'`;
