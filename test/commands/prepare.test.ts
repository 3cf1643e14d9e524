import {copyFileSync, existsSync, rmSync, statSync, utimesSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished} from "vitest";
import {ensureSnapshot, loadDemo} from "../../loaders/commands/prepare.js";
import {readSettings} from "../../loaders/config/settings.js";
import {silent} from "../../loaders/load/report.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {readStore} from "../../loaders/store/open.js";
import {testHost} from "../helpers/host.js";
import {enterPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {copyEmpty, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";

let store: TestStore;
let snapshotPath: string;
let notes: string[];

// The store and the snapshot that each test has copies of.
let filled: TestStore;

beforeAll(async () => {
  filled = await makeStore();
  await filled.book(recorded);
  await publish(filled.store, `${filled.folder}/feeds.snapshot.duckdb`);
  filled.store.close();
});
afterAll(() => rmSync(filled.folder, {recursive: true}));

beforeEach(async () => {
  store = await makeStore({from: filled.path});
  snapshotPath = `${store.folder}/feeds.snapshot.duckdb`;
  copyFileSync(`${filled.folder}/feeds.snapshot.duckdb`, snapshotPath);
  notes = [];
});
afterEach(() => rmSync(store.folder, {recursive: true}));

describe("ensureSnapshot(context)", () => {
  it("leaves a snapshot that is as new as the store", async () => {
    store.store.close();
    const {ino, mtimeMs} = statSync(snapshotPath);
    await ensure();
    expect(statSync(snapshotPath)).toMatchObject({ino, mtimeMs});
    expect(notes).toEqual([]);
  });

  it("derives and writes one again that is older than the store’s last load, which was killed before it did", async () => {
    await store.book(recorded);
    store.store.close();
    utimesSync(snapshotPath, new Date(), new Date(Date.now() - 60_000));
    expect(await updates()).toBe(3);
    await ensure();
    expect(await updates()).toBe(6);
    expect((await querySnapshot(snapshotPath, "SELECT count(*)::INTEGER FROM bars_1h")).rows).toEqual([[3]]);
    const wrote = /^wrote the snapshot in \d/;
    expect(notes).toEqual([expect.stringMatching(/^deriving 3 hours of feeds first/), expect.stringMatching(wrote)]);
  });

  it("makes bars again that are of an older Feedbook, with other columns", async () => {
    await makeOlder(store.store.connection);
    store.store.close();
    await expect(readStore(store.path, async () => {})).rejects.toThrow(
      /an older Feedbook made .*: run feedbook derive to update them/
    );
    await ensure();
    expect(notes[0]).toMatch(/bars, sessions and quality are of an older Feedbook: making them again/);
    expect((await querySnapshot(snapshotPath, "SELECT sum(received)::INTEGER AS n FROM quality_1h")).rows).toEqual([
      [3]
    ]);
  });

  it("writes one where there is none", async () => {
    store.store.close();
    rmSync(snapshotPath);
    await ensure();
    expect(await updates()).toBe(3);
  });

  it("asks the server of an engine each time, and loads nothing where there is no store", async () => {
    const engine = {FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_ENGINE_URL: "http://127.0.0.1:9/lake"};
    store.store.close();
    await expect(ensure(engine)).rejects.toThrow(/^no answer of the ClickHouse server at/);
    rmSync(store.path);
    await expect(ensure(engine)).rejects.toThrow(/^no answer of the ClickHouse server at/);
    expect([existsSync(store.path), await updates()]).toEqual([false, 3]);
  });

  it("shows the last one while another process holds the store, and fails where there is none", async () => {
    await held(async () => {
      await ensure();
      expect(await updates()).toBe(3);
      expect(notes).toEqual([
        expect.stringMatching(/^showing the last snapshot: store \S+ is in use by another process/)
      ]);
      rmSync(snapshotPath);
      await expect(ensure()).rejects.toThrow(/is in use by another process/);
      expect(existsSync(snapshotPath)).toBe(false);
    });
  });
});

async function ensure(more: object = {}): Promise<void> {
  const env = {FEEDBOOK_STORE: store.path, ...more};
  const settings = await readSettings({cwd: store.folder, env});
  const log = {...silent, note: (text: string) => void notes.push(text)};
  // With a store of real rows nothing is loaded, whatever the service.
  await ensureSnapshot({...testHost(), settings, log, json: false, quiet: false, signal: new AbortController().signal});
}

async function makeOlder(connection: DuckDBConnection): Promise<void> {
  await connection.run(`ALTER TABLE quality_hours DROP COLUMN stepSeconds; UPDATE derived_state SET definition = 'older';
    COMMENT ON VIEW meta IS 'older'`);
}

async function updates(): Promise<unknown> {
  return (await querySnapshot(snapshotPath, "SELECT updates FROM meta")).rows[0]?.[0];
}

async function held(work: () => Promise<void>): Promise<void> {
  store.store.close();
  const holder = await holdFile(store.path);
  await work().finally(holder.release);
}

describe("loadDemo(settings, {log, signal})", () => {
  it("loads seven days of all feeds, whatever feeds are configured, the last two hours in detail", async () => {
    const place = enterPlace();
    onTestFinished(() => place.leave());
    const feed = {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "real_time"};
    const {url} = await serveFeeds({catalogue: [feed, {...feed, pyth_lazer_id: 2}]});
    const settings = place.settings({baseUrl: url, config: {feeds: {ids: [1]}}});
    await copyEmpty(settings.storePath);
    const started = Date.now();
    const report = await loadDemo(settings, {log: silent, signal: new AbortController().signal});
    expect(report).toMatchObject({command: "demo", interrupted: false, problems: []});
    const [held] = await place.records(`
      SELECT count(DISTINCT priceFeedId) AS feeds, epoch_ms(min(publishedAt)) AS first, epoch_ms(max(publishedAt)) AS last,
        count(DISTINCT publishedAt) AS instants, count(*) = instants * feeds AS once
      FROM feed_updates`);
    expect(held).toMatchObject({feeds: 2, once: true});
    const [days, hours] = [7 * 24 * 12 - 24, 2 * 360]; // every 5 minutes, then every 10 seconds
    expect(Math.abs(Number(held?.instants) - days - hours)).toBeLessThanOrEqual(3);
    expect(started - Number(held?.first)).toBeGreaterThan(7 * 86_400_000 - 310_000);
    expect(started - Number(held?.last)).toBeLessThan(10_000);
  });
});
