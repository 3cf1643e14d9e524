import {copyFileSync, existsSync, rmSync, statSync, utimesSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {ensureSnapshot, loadDemo} from "../../loaders/commands/prepare.js";
import {readSettings} from "../../loaders/config/settings.js";
import {silent} from "../../loaders/load/report.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {cliFolder} from "../helpers/cli.js";
import {testHost} from "../helpers/host.js";
import {serveFeeds} from "../helpers/service.js";
import {recorded} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";

const {path, run, write} = cliFolder(async ({emptyStore, run, write}) => {
  await emptyStore();
  write("body.json", recorded);
  await run("load", "file", "body.json");
});
const [storePath, snapshotPath] = [join("data", "feeds.duckdb"), join("data", "feeds.snapshot.duckdb")];

// A store of real rows is never filled with a demo. Gives the notes.
async function ensure(env: Record<string, string> = {}): Promise<string[]> {
  const notes: string[] = [];
  const settings = await readSettings({env});
  const log = {...silent, note: (text: string) => void notes.push(text)};
  await ensureSnapshot({...testHost(), settings, log, json: false, quiet: false, signal: new AbortController().signal});
  return notes;
}

const asked = async (query: string) => (await querySnapshot(snapshotPath, query)).rows;
const updates = () => asked("SELECT updates::INTEGER FROM meta");

describe("ensureSnapshot(context)", () => {
  it("leaves a snapshot that is as new as the store, and writes a missing one", async () => {
    const {ino, mtimeMs} = statSync(snapshotPath);
    expect(await ensure()).toEqual([]);
    expect(statSync(snapshotPath)).toMatchObject({ino, mtimeMs});
    rmSync(snapshotPath);
    expect(await ensure()).toEqual([expect.stringMatching(/^wrote the snapshot in \d/)]);
    expect(await updates()).toEqual([[3]]);
  });

  it("replaces a snapshot that is older than the store's last load", async () => {
    copyFileSync(snapshotPath, "last.duckdb");
    write(
      "later.json",
      recorded.replace(/"timestampUs": ?"?\d+/, (text) => text.replace(/\d{9}$/, "000000000"))
    );
    await run("load", "file", "later.json");
    copyFileSync("last.duckdb", snapshotPath);
    utimesSync(snapshotPath, new Date(), new Date(Date.now() - 60_000));
    expect(await updates()).toEqual([[3]]);
    expect(await ensure()).toContainEqual(expect.stringMatching(/^wrote the snapshot in \d/));
    expect(await updates()).toEqual([[6]]);
  });

  it("asks the server of an engine each time, and loads nothing without a store", async () => {
    const engine = {FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_CLICKHOUSE_URL: "http://127.0.0.1:9/market"};
    await expect(ensure(engine)).rejects.toThrow(/^no answer of the ClickHouse server at/);
    rmSync(storePath);
    await expect(ensure(engine)).rejects.toThrow(/^no answer of the ClickHouse server at/);
    expect(existsSync(storePath)).toBe(false);
  });

  it("shows the last snapshot while another process holds the store, and fails without one", async () => {
    const holder = await holdFile(path(storePath));
    const last = /^showing the last snapshot: store \S+ is in use by another process/;
    expect(await ensure()).toEqual([expect.stringMatching(last)]);
    rmSync(snapshotPath);
    await expect(ensure()).rejects.toThrow(/is in use by another process/);
    await holder.release();
  });
});

it("loadDemo(settings, {log, signal}) loads seven days of all feeds, the last two hours in detail", async () => {
  const feed = {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "real_time"};
  const {url} = await serveFeeds({catalogue: [feed, {...feed, pyth_lazer_id: 2}]});
  const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token-as-long-as-real-ones"};
  const settings = await readSettings({env, flags: {store: "demo.duckdb", feeds: [1]}});
  const started = Date.now();
  const report = await loadDemo(settings, {log: silent, signal: new AbortController().signal});
  expect(report).toMatchObject({command: "demo", interrupted: false, problems: []});
  const [demo] = (await run(
    "sql",
    `SELECT count(DISTINCT priceFeedId) AS feeds, epoch_ms(min(publishedAt)) AS first,
      epoch_ms(max(publishedAt)) AS last, count(DISTINCT publishedAt) AS instants, count(*) = instants * feeds AS once
    FROM feed_updates`,
    "--store",
    "demo.duckdb",
    "--json"
  ).then(({stdout}) => JSON.parse(stdout))) as [Record<string, number>];
  expect(demo).toMatchObject({feeds: 2, once: true});
  const [days, hours] = [7 * 24 * 12 - 24, 2 * 360]; // every 5 minutes, then every 10 seconds
  expect(Math.abs(Number(demo.instants) - days - hours)).toBeLessThanOrEqual(3);
  expect(started - Number(demo.first)).toBeGreaterThan(7 * 86_400_000 - 310_000);
  expect(started - Number(demo.last)).toBeLessThan(10_000);
});
