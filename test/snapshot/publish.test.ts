import {spawnSync} from "node:child_process";
import {copyFileSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {sqlOf} from "../../loaders/sql/list.js";
import {eachStore} from "../helpers/each-store.js";
import {rowsOf} from "../helpers/snapshot.js";
import {endlessFunding, recorded} from "../helpers/store.js";

const test = eachStore();
const target = () => join(test.folder, "snapshot.duckdb");
const files = () => readdirSync(test.folder).filter((name) => name.startsWith("snapshot"));

async function inCopy(sql: string): Promise<Record<string, unknown>[]> {
  copyFileSync(target(), join(test.folder, "copy.duckdb"));
  const {connection} = test.store;
  await connection.run(`ATTACH '${join(test.folder, "copy.duckdb")}' AS copy (READ_ONLY); USE copy`);
  const records = await test.records(sql);
  await connection.run("USE store; DETACH copy");
  return records;
}

describe("publish(store, path)", () => {
  it("writes human values, a repeated update once, and returns size, time and rows", async () => {
    await test.book(recorded, recorded);
    const before = Date.now();
    const {path, bytes, seconds, parts} = await publish(test.store, target());
    const written = readFileSync(target());
    expect({path, bytes}).toEqual({path: target(), bytes: written.length});
    expect(rowsOf({parts})).toMatchObject({meta: 1, feeds: 3, prices: 3, funding: 1});
    expect(seconds).toBeGreaterThan(0);
    expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 6}]);
    expect(written.readBigUInt64LE(12)).toBe(64n); // DuckDB 1.0
    expect(await inCopy("SELECT block_size AS n FROM pragma_database_size() WHERE database_name = 'copy'")).toEqual([
      {n: 16_384}
    ]);
    const [row] = await inCopy("SELECT snapshotAt FROM meta");
    expect(Math.abs(Date.parse(String(row?.snapshotAt)) - before)).toBeLessThan(10_000);
    // A browser reads these before its first query. In DuckDB's oldest format, sketches of columns alone take 300 kB.
    const sql = "SELECT count(*) * 16 AS kB FROM pragma_metadata_info('copy') WHERE free_blocks < total_blocks";
    const [meta] = await inCopy(sql);
    expect(Number(meta?.kB)).toBeLessThan(464); // room for some more tables and named queries
    expect(await inCopy("SELECT price, bid, ask FROM prices ORDER BY priceFeedId LIMIT 2")).toEqual([
      {price: 80639.53748222, bid: 80639.27547164, ask: 80645.18785063},
      {price: 2276.76960645, bid: 2276.72112231, ask: 2276.95946107}
    ]);
    expect(await inCopy("SELECT simulated, updates, feeds, lastPublishedAt FROM meta")).toEqual([
      {simulated: false, updates: 6, feeds: 3, lastPublishedAt: "2026-05-12T13:55:00Z"}
    ]);
    expect(await inCopy("SELECT count(*) AS n FROM spreads")).toEqual([{n: 2}]);
  });

  it("replaces the snapshot and leaves no other file", async () => {
    writeFileSync(`${target()}.999999999.tmp`, "of a killed process");
    spawnSync("mkfifo", [target()]); // which no reader gets to the end of
    expect(rowsOf(await publish(test.store, target()))).toMatchObject({meta: 1, feeds: 0, prices: 0, bars_1m: 0});
    await test.book(recorded);
    expect(rowsOf(await publish(test.store, target()))).toMatchObject({prices: 3, funding: 1, feeds: 3});
    expect(files()).toEqual(["snapshot.duckdb"]);
  });
});

describe("publish(store, path) that fails", () => {
  const broken = "CREATE OR REPLACE VIEW funding AS SELECT error('broken') AS priceFeedId, 1 AS publishedAt";

  it.each([
    ["fails", broken, /broken/],
    ["is interrupted", endlessFunding, /^interrupted: nothing was changed$/]
  ])("keeps the old snapshot, no other file and a usable store if it %s", async (...given) => {
    const [, funding, message] = given;
    await test.book(recorded);
    await publish(test.store, target());
    const [old, controller] = [readFileSync(target()), new AbortController()];
    await test.store.connection.run(funding);
    const publishing = publish(test.store, target(), {signal: controller.signal});
    if (funding === endlessFunding) setTimeout(() => controller.abort(), 500);
    await expect(publishing).rejects.toThrow(message);
    expect(files()).toEqual(["snapshot.duckdb"]);
    expect(readFileSync(target()).equals(old)).toBe(true);
    await test.store.connection.run(`CREATE OR REPLACE VIEW funding AS ${sqlOf("funding")}`);
    await test.book(recorded);
    expect(await test.records("SELECT updates FROM meta")).toEqual([{updates: 6}]);
    expect(rowsOf(await publish(test.store, target()))).toMatchObject({prices: 3, funding: 1});
  });
});
