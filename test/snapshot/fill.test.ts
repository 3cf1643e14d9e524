import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {leastSnapshotBytes} from "../../loaders/config/schema.js";
import type {Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {type Published, publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {openStore} from "../../loaders/store/open.js";
import {rowsOf} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";
import {copyEmpty} from "../helpers/store.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-fill-"));
let store: Store;

// Twelve feeds for a week, a row in five minutes, and one that came an hour of the first day only. Every third has rates.
beforeAll(async () => {
  await copyEmpty(join(folder, "store"));
  store = await openStore(join(folder, "store"));
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT unnest(range(1, 14)) AS priceFeedId, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      -8 AS exponent,
      1e13 + (hash(feed, i) % 1e9::BIGINT)::BIGINT AS price,
      price - 1e6 - (hash(i, feed) % 1e6::BIGINT)::BIGINT AS bestBidPrice,
      price + 1e6 + (hash(feed + i) % 1e6::BIGINT)::BIGINT AS bestAskPrice,
      (hash(feed * i) % 1e6::BIGINT)::BIGINT AS confidence,
      CASE WHEN feed % 3 = 0 THEN i END AS fundingRate,
      CASE WHEN feed % 3 = 0 THEN 8 * 3.6e9 END AS fundingRateInterval,
      TIMESTAMP '2026-05-05' + to_minutes(5 * i) AS publishedAt,
      uuid() AS responseId,
      0 AS entryIndex
    FROM range(1, 14) AS ids(feed), range(2016) AS instants(i)
    WHERE feed < 13 OR i < 12`);
  await derive((work) => work(store));
});
afterAll(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

const stored = 12 * 2016 + 12;
const logs = {load_log: 0, latency_1h: 0, fault_examples: 0, field_changes: 0};
const whole = {feeds: 13, feed_states: 13, sessions: 13, bars_1d: 85, funding_1d: 28, funding_intervals: 4, ...logs};
let count = 0;

// Those of one budget are read by several tests.
const kept = new Map<number, Promise<Published>>();

function published(budgetBytes: number): Promise<Published> {
  const made = kept.get(budgetBytes) ?? written(budgetBytes);
  kept.set(budgetBytes, made);
  return made;
}

async function written(budgetBytes: number, path = join(folder, `${++count}.duckdb`)): Promise<Published> {
  const published = await publish(store, path, {budgetBytes});
  expect(statSync(path).size).toBeLessThanOrEqual(budgetBytes);
  expect(published.bytes).toBe(statSync(path).size);
  return published;
}

/** Publishes another store, which some SQL fills. */
async function publishedOf(name: string, sql: string, budgetBytes: number): Promise<Published> {
  await copyEmpty(join(folder, name));
  const other = await openStore(join(folder, name));
  await other.connection.run(sql);
  await derive((work) => work(other));
  const published = await publish(other, join(folder, `${name}.duckdb`), {budgetBytes});
  other.close();
  return published;
}

async function rows(path: string, sql: string): Promise<unknown[][]> {
  return (await querySnapshot(path, sql)).rows;
}

describe("publish(store, path, {budgetBytes})", () => {
  it("writes one group of rows after the other, so that what a feed has lies together", async () => {
    const {path} = await published(25_000_000);
    const sql = `SELECT avg((block_id < first + 30)::INTEGER) AS near
      FROM (
        SELECT DISTINCT row_group_id, block_id, min(block_id) OVER (PARTITION BY row_group_id) AS first
        FROM pragma_storage_info('prices')
        WHERE block_id >= 0
      )
      GROUP BY row_group_id
      ORDER BY row_group_id`;
    const near = (await rows(path, sql)).map(([share]) => Number(share));
    expect(near).toHaveLength(6);
    expect(Math.min(...near)).toBeGreaterThan(0.7); // a few of each are shared
  });

  it("writes everything where it fits, and says so", async () => {
    const {parts, path} = await published(25_000_000);
    expect(parts.every((part) => part.whole && part.rows === part.storedRows)).toBe(true);
    const made = {
      bars_1h: 2017,
      funding_1h: 4 * 168,
      quality_1h: 2017,
      bars_1m: stored,
      prices: stored,
      funding: 4 * 2016
    };
    expect(rowsOf({parts})).toMatchObject({meta: 1, ...whole, ...made});
    expect(await rows(path, "SELECT DISTINCT whole FROM snapshot_parts")).toEqual([[true]]);
  });

  it("says of each table how large it is, and when its rows are", async () => {
    const {parts, path, bytes} = await published(25_000_000);
    const [prices, meta, log] = ["prices", "meta", "load_log"].map((name) => parts.find((part) => part.name === name));
    expect(prices).toMatchObject({since: "2026-05-05T00:00:00Z", until: "2026-05-11T23:55:00Z"});
    expect([meta?.since, meta?.until, log?.since, log?.until]).toEqual([null, null, null, null]);
    expect(prices?.bytes).toBeGreaterThan(4 * 3 * stored);
    expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBeGreaterThan(0.8 * bytes);
    expect(await rows(path, "SELECT name, rows, bytes FROM snapshot_parts WHERE name = 'prices'")).toEqual([
      ["prices", stored, prices?.bytes]
    ]);
  });

  it.each(casesOf([1_200_000], [2_000_000, 1_700_000, 1_500_000]))(
    "keeps to %d bytes: the newest rows of all feeds alike, and the coarse ones whole",
    async (budget) => {
      const {parts, path, bytes} = await published(budget);
      expect(bytes).toBeGreaterThan(0.5 * budget);
      expect(rowsOf({parts})).toMatchObject(whole);
      const [prices, funding] = ["prices", "funding"].map((name) => parts.find((part) => part.name === name));
      expect(prices).toMatchObject({whole: false, storedRows: stored, since: expect.any(String)});
      expect(funding).toMatchObject({whole: false, storedRows: 4 * 2016, since: prices?.since});
      for (const [name, time] of [
        ["prices", "publishedAt"],
        ["bars_1h", "startedAt"],
        ["quality_1h", "startedAt"]
      ] as const) {
        const {since, rows: n} = parts.find((part) => part.name === name) ?? {};
        if (since === null) continue;
        const [expected] = (
          await store.connection.runAndReadAll(`SELECT count(*) FROM ${name} WHERE ${time} >= TIMESTAMP '${since}'`)
        ).getRowsJson();
        expect([name, n]).toEqual([name, Number(expected?.[0]) + (name === "prices" ? 1 : 0)]); // the feed that is gone
        expect(await rows(path, `SELECT count(*) FROM ${name} WHERE ${time} >= TIMESTAMP '${since}'`)).toEqual([
          [Number(expected?.[0])]
        ]);
      }
    }
  );

  it("has the last update of a feed that has none in the window", async () => {
    const {path} = await published(1_200_000);
    expect(await rows(path, "SELECT publishedAt FROM prices WHERE priceFeedId = 13")).toEqual([
      ["2026-05-05T00:55:00Z"]
    ]);
  });

  it("sorts by feed and time", async () => {
    const {path} = await published(1_200_000);
    for (const [name, time] of [
      ["prices", "publishedAt"],
      ["bars_1h", "startedAt"],
      ["bars_1m", "startedAt"]
    ]) {
      const disorder = `SELECT count(*) FROM (SELECT (priceFeedId, ${time}) <= lag((priceFeedId, ${time})) OVER (ORDER BY rowid)
        AS late FROM ${name}) WHERE late`;
      expect(await rows(path, disorder)).toEqual([[0]]);
    }
  });

  it.each(
    casesOf<readonly [string, number, number]>(
      [["3 000 feeds that nobody asked for", 3000, 0]],
      [["texts of 5 120 characters", 400, 5120]]
    )
  )("fits also with %s: the feeds that are asked for come first, and what is left out is told", async (...given) => {
    const [what, feeds, length] = given;
    const sql = `
      INSERT INTO feeds BY NAME
      SELECT unnest(range(5000, 5005)) AS priceFeedId, 'Test' || repeat('x', ${length}) AS symbol, now() AS updatedAt;
      INSERT INTO feed_updates BY NAME
      SELECT
        feed AS priceFeedId,
        1 AS price,
        0 AS exponent,
        array_to_string([md5(concat(feed, ' ', i)) FOR i IN range(${length} // 32)], '') AS marketSession,
        TIMESTAMP '2026-05-05' - to_minutes(minute) AS publishedAt,
        uuid() AS responseId,
        0 AS entryIndex
      FROM range(5100 - ${feeds}, 5100) AS ids(feed), range(60) AS minutes(minute)
      WHERE minute = 0 OR feed BETWEEN 5000 AND 5004`;
    const {parts, bytes, path} = await publishedOf(what, sql, leastSnapshotBytes);
    expect(bytes).toBeLessThanOrEqual(leastSnapshotBytes);
    const listed = parts.find(({name}) => name === "feeds");
    expect(listed).toMatchObject({storedRows: feeds, whole: false, since: null});
    expect(listed?.rows).toBeGreaterThan(5);
    expect(await rows(path, "SELECT feeds FROM meta")).toEqual(
      await rows(path, "SELECT count(DISTINCT priceFeedId)::INTEGER FROM prices")
    );
    expect(await rows(path, "SELECT rows, storedRows, whole FROM snapshot_parts WHERE name = 'feeds'")).toEqual([
      [listed?.rows, feeds, false]
    ]);
    const asked = "SELECT count(DISTINCT priceFeedId) FROM prices WHERE priceFeedId BETWEEN 5000 AND 5004";
    expect(await rows(path, asked)).toEqual([[5]]);
    expect(await rows(path, "FROM prices ANTI JOIN feeds USING (priceFeedId)")).toEqual([]);
  });

  it("refuses a budget that not even a snapshot without feeds fits into, and names the least", async () => {
    const refused = publish(store, join(folder, "small.duckdb"), {budgetBytes: 200_000});
    await expect(refused).rejects.toThrow(/^snapshot\.budgetBytes is too small: 200000; set 1000000 or more$/);
  });
});
