import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {useStore} from "../../loaders/store/open.js";
import {command, feedbook} from "../helpers/cli.js";
import {bodyAt} from "../helpers/store.js";
import {expectEnded, expectWhole, recordsOf, storePath} from "../helpers/stores/whole.js";
import {killedBefore} from "./faults.js";

const cwd = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const [bodyCount, feedCount] = [130, 1000]; // more entries than one commit takes
const load = ["load", "file", "bodies.ndjson", "--simulated"];
const counts = "SELECT count(*)::INTEGER AS bodies, sum(rows)::INTEGER AS rows FROM responses";

beforeAll(() =>
  writeFileSync(join(cwd, "bodies.ndjson"), Array.from({length: bodyCount}, (_, i) => body(i)).join("\n"))
);
afterAll(() => rmSync(cwd, {recursive: true}));

// Runs a command that is killed before the statement that is the `at`-th of its kind.
async function kill(args: readonly string[], statement: RegExp, at = 1): Promise<void> {
  expect(await feedbook(args, {cwd, env: killedBefore(statement, at)})).toMatchObject({signal: "SIGKILL"});
  await expectWhole(cwd);
}

// Its last entry is rejected.
function body(i: number): string {
  const entry = (id: number) => ({priceFeedId: id === feedCount - 1 ? -1 : id, price: String(i + 1), exponent: -2});
  return bodyAt(1778594100000000 + i * 1e6, ...Array.from({length: feedCount}, (_, id) => entry(id)));
}

// `npm run soak` kills commands at random moments.
describe("a command that is killed", () => {
  it("leaves a whole store, and its rerun doubles nothing: a load", async () => {
    await kill(load, /^UPDATE loads SET rows/, 2);
    const [{rows}] = (await recordsOf(cwd, "SELECT count(*)::INTEGER AS rows FROM feed_updates")) as [{rows: number}];
    expect(rows).toBeGreaterThan(0); // its first commit, and nothing of the second
    expect(rows).toBeLessThan((feedCount - 1) * bodyCount);
    await kill(load, /^UPDATE loads SET\s+finishedAt/); // before its end is booked
    await kill(load, /INSERT INTO bars_1h/); // while it derives
    await kill(load, /DETACH snapshot/); // while it publishes
    const stderr = expect.stringContaining("skipped");
    expect(await feedbook(load, {cwd})).toMatchObject({exitCode: 0, stderr});
    await expectWhole(cwd, "SELECT bodyHash FROM responses GROUP BY ALL HAVING count(*) > 1");
    await expectEnded(cwd);
    expect(await recordsOf(cwd, counts)).toEqual([{bodies: bodyCount, rows: (feedCount - 1) * bodyCount}]);
  });

  it("leaves a whole store, and its rerun doubles nothing: a replay of rejects", async () => {
    const corrected = `UPDATE rejected_entries SET entry = '{"priceFeedId":1000,"price":"7"}'`;
    await useStore(storePath(cwd), {}, ({connection}) => connection.run(corrected));
    await kill(["rejects", "replay"], /^UPDATE loads SET rows/);
    expect(await feedbook(["rejects", "replay"], {cwd})).toMatchObject({exitCode: 0});
    await expectWhole(cwd);
    expect(await recordsOf(cwd, counts)).toEqual([{bodies: bodyCount, rows: feedCount * bodyCount}]);
  });

  it("leaves a whole store, and its rerun drops the old rows: retain", async () => {
    writeFileSync(join(cwd, "feedbook.config.ts"), 'export default {retain: {rows: "1h"}};');
    await kill(["retain"], /CHECKPOINT fresh/);
    expect(await recordsOf(cwd, counts)).toEqual([{bodies: bodyCount, rows: feedCount * bodyCount}]);
    expect(await feedbook(["retain"], {cwd})).toMatchObject({exitCode: 0});
    expect(await recordsOf(cwd, "SELECT count(*)::INTEGER AS rows FROM feed_updates")).toEqual([{rows: 0}]);
  });

  it("is reported when it did not derive; publish derives first, or keeps the last snapshot", async () => {
    const snapshot = () => readFileSync(join(cwd, "data", "feeds.snapshot.duckdb"));
    const before = process.cwd();
    process.chdir(cwd);
    onTestFinished(() => process.chdir(before));
    const run = (...args: string[]) => command(args);
    const bars = "SELECT count(*)::INTEGER AS bars, sum(updates)::INTEGER AS updates FROM bars_1h";
    for (const name of ["data", "feedbook.config.ts"]) rmSync(join(cwd, name), {recursive: true, force: true});
    writeFileSync(join(cwd, "bodies.ndjson"), body(0)); // a small load derives as a large one
    expect(await run(...load)).toMatchObject({exitCode: 0});
    const [lastSnapshot, lastBars] = [snapshot(), await recordsOf(cwd, bars)];
    writeFileSync(join(cwd, "later.ndjson"), body(7200));
    for (const args of [
      ["load", "file", "later.ndjson", "--simulated"],
      ["derive", "--rebuild"]
    ]) {
      await kill(args, /INSERT INTO bars_1h/);
      const due = expect.stringMatching(/[\d,]+ hours of feeds not derived yet, .*: run feedbook derive/);
      expect(await run("status")).toMatchObject({exitCode: 0, stdout: due});
      expect(await run("doctor")).toMatchObject({exitCode: 1, stdout: due});
      expect(await run("sql", bars)).toMatchObject({exitCode: 0, stderr: due});
      await kill(["publish"], /INSERT INTO bars_1h/);
      expect(snapshot().equals(lastSnapshot)).toBe(true);
    }
    const stderr = expect.stringMatching(/^deriving \d+ hours of feeds first/);
    expect(await run("publish")).toMatchObject({exitCode: 0, stderr});
    const made = await recordsOf(cwd, bars);
    expect(made).not.toEqual(lastBars);
    expect((await run("sql", "--snapshot", bars, "--format", "json")).stdout).toBe(JSON.stringify(made));
    expect(await run("sql", bars)).toMatchObject({exitCode: 0, stderr: ""});
  });
});
