import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {useStore} from "../../loaders/store/open.js";
import {command, feedbook} from "../helpers/cli.js";
import {killedBefore} from "../helpers/faults.js";
import {expectEnded, expectWhole, recordsOf, storePath} from "../helpers/stores/whole.js";

const cwd = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const [bodyCount, feedCount] = [130, 1000]; // more entries than one commit takes

beforeAll(() => {
  writeFileSync(join(cwd, "bodies.ndjson"), Array.from({length: bodyCount}, (_, i) => `${body(i)}\n`).join(""));
});
afterAll(() => rmSync(cwd, {recursive: true}));

// `npm run soak` kills all loads at random moments.
describe("a command that is killed", () => {
  it("leaves a whole store, and its rerun doubles nothing", async () => {
    const load = ["load", "file", "bodies.ndjson", "--simulated"];
    await killed(load, /^UPDATE loads SET rows/, 2);
    const [{rows}] = (await recordsOf(cwd, "SELECT count(*)::INTEGER AS rows FROM feed_updates")) as [{rows: number}];
    expect(rows).toBeGreaterThan(0); // its first commit, and nothing of the second
    expect(rows).toBeLessThan((feedCount - 1) * bodyCount);
    await killed(load, /^UPDATE loads SET\s+finishedAt/); // before its end is booked
    await killed(load, /INSERT INTO bars_1h/); // while it derives
    await killed(load, /DETACH snapshot/); // while it publishes
    expect(await feedbook(load, {cwd})).toMatchObject({exitCode: 0, stderr: expect.stringContaining("skipped")});
    await expectWhole(cwd, "SELECT bodyHash FROM responses GROUP BY ALL HAVING count(*) > 1");
    await expectEnded(cwd);
    expect(await recordsOf(cwd, held)).toEqual([{bodies: bodyCount, rows: (feedCount - 1) * bodyCount}]);
  });

  it("that replays rejects, too", async () => {
    await useStore(storePath(cwd), {}, async ({connection}) => {
      await connection.run(`UPDATE rejected_entries SET entry = '{"priceFeedId":1000,"price":"7"}'`);
    });
    await killed(["rejects", "replay"], /^UPDATE loads SET rows/);
    expect(await feedbook(["rejects", "replay"], {cwd})).toMatchObject({exitCode: 0});
    await expectWhole(cwd);
    expect(await recordsOf(cwd, held)).toEqual([{bodies: bodyCount, rows: feedCount * bodyCount}]);
  });

  it("that drops old rows, too", async () => {
    writeFileSync(join(cwd, "feedbook.config.ts"), 'export default {retain: {rows: "1h"}};');
    await killed(["retain"], /CHECKPOINT fresh/);
    expect(await recordsOf(cwd, held)).toEqual([{bodies: bodyCount, rows: feedCount * bodyCount}]);
    expect(await feedbook(["retain"], {cwd})).toMatchObject({exitCode: 0});
    expect(await recordsOf(cwd, "SELECT count(*)::INTEGER AS rows FROM feed_updates")).toEqual([{rows: 0}]);
  });

  it("before it derived says so, and publish derives first, or keeps the last snapshot", async () => {
    const snapshot = () => readFileSync(join(cwd, "data", "feeds.snapshot.duckdb"));
    const before = process.cwd();
    process.chdir(cwd);
    onTestFinished(() => process.chdir(before));
    const run = (...args: string[]) => command(args);
    const bars =
      "SELECT (SELECT count(*) FROM bars_1h)::INTEGER AS bars, (SELECT sum(updates) FROM bars_1h)::INTEGER AS updates";
    for (const name of ["data", "feedbook.config.ts"]) rmSync(join(cwd, name), {recursive: true, force: true});
    expect(await run("load", "file", "bodies.ndjson", "--simulated")).toMatchObject({exitCode: 0});
    const held = [snapshot(), await recordsOf(cwd, bars)] as const;
    writeFileSync(join(cwd, "later.ndjson"), body(7200));
    for (const ended of [
      ["load", "file", "later.ndjson", "--simulated"],
      ["derive", "--rebuild"]
    ]) {
      await killed(ended, /INSERT INTO bars_1h/);
      const due = /[\d,]+ hours of feeds not derived yet, .*: run feedbook derive/;
      expect((await run("status")).stdout).toMatch(due);
      expect(await run("doctor")).toMatchObject({exitCode: 1, stdout: expect.stringMatching(due)});
      expect(await run("sql", bars, "--format", "csv")).toMatchObject({
        exitCode: 0,
        stderr: expect.stringMatching(due)
      });
      expect((await run("export", "bars_1h", "--to", "-", "--format", "csv")).stderr).toMatch(due);
      await killed(["publish"], /INSERT INTO bars_1h/);
      expect(snapshot().equals(held[0])).toBe(true);
    }
    expect(await run("publish")).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^deriving \d+ hours of feeds first/)
    });
    const made = await recordsOf(cwd, bars);
    expect(made).not.toEqual(held[1]);
    expect((await run("sql", "--snapshot", bars, "--format", "json")).stdout).toBe(JSON.stringify(made));
    expect(await run("sql", bars)).toMatchObject({exitCode: 0, stderr: ""});
  });
});

const held = "SELECT count(*)::INTEGER AS bodies, sum(rows)::INTEGER AS rows FROM responses";

// Runs a command that is killed before the statement that is the `at`-th of its kind.
async function killed(args: readonly string[], statement: RegExp, at = 1): Promise<void> {
  const env = killedBefore(statement, at);
  expect(await feedbook(args, {cwd, env})).toMatchObject({signal: "SIGKILL"});
  await expectWhole(cwd);
}

// Its last entry is rejected.
function body(i: number): string {
  const priceFeeds = Array.from({length: feedCount}, (_, id) => ({
    priceFeedId: id === feedCount - 1 ? -1 : id,
    price: String(i + 1),
    exponent: -2
  }));
  return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + i * 1e6), priceFeeds}});
}
