import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {leastSnapshotBytes} from "../../loaders/config/schema.js";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {viewBytes} from "../../loaders/snapshot/fill.js";
import {type Published, publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {openStore} from "../../loaders/store/open.js";
import {openingParameters} from "../../src/inputs/pick.js";
import {rowsOf} from "../helpers/snapshot.js";
import {copyEmpty} from "../helpers/store.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-fill-"));
const stores = new Map<string, Promise<Store>>();
afterAll(async () => {
  for (const store of stores.values()) (await store).close();
  rmSync(folder, {recursive: true});
});

/** A store of feeds 1 to `feeds`, with an update of each as many seconds ago as `ages` has. */
function storeOf(feeds: number, ages: string): Promise<Store> {
  const sql = updatesOf(feeds, ages);
  const made = stores.get(sql) ?? filled(`store ${stores.size}`, sql);
  stores.set(sql, made);
  return made;
}

async function filled(name: string, sql: string): Promise<Store> {
  await copyEmpty(join(folder, name));
  const store = await openStore(join(folder, name));
  await store.connection.run(sql);
  await derive((work) => work(store));
  return store;
}

function updatesOf(feeds: number, ages: string): string {
  const half = (seed: number) => `1e6 + (hash(feed, age + ${seed}) % 1e6::BIGINT)::BIGINT`;
  return `
    INSERT INTO feeds BY NAME SELECT unnest(range(1, ${feeds} + 1)) AS priceFeedId, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      -8 AS exponent,
      1e13 + (hash(feed, age) % 1e9::BIGINT)::BIGINT AS price,
      price - ${half(1)} AS bestBidPrice,
      price + ${half(2)} AS bestAskPrice,
      ${half(3)} AS confidence,
      CASE WHEN feed % 3 = 0 THEN age END AS fundingRate,
      CASE WHEN feed % 3 = 0 THEN 8 * 3.6e9 END AS fundingRateInterval,
      TIMESTAMP '2026-05-12 14:00' - to_milliseconds((1000 * age)::BIGINT) AS publishedAt,
      uuid() AS responseId,
      0 AS entryIndex
    FROM range(1, ${feeds} + 1) AS ids(feed), (${ages}) AS ages(age)
    WHERE feed < 13 OR feed <> ${feeds} OR age > 6 * 86400`; // the last of many feeds is gone for six days
}

const week = "SELECT 300 * unnest(range(2016))"; // every five minutes
const busyHour = "SELECT 3600 * unnest(range(192)) UNION SELECT 27 * 3600 + unnest(range(3600))"; // before a quiet day
const sixtyDays = (perMinute: number) =>
  `SELECT 60 / ${perMinute} * unnest(range(30 * 60 * ${perMinute})) UNION SELECT 3600 * unnest(range(30, 60 * 24))`;

let count = 0;

async function published(store: Store, budgetBytes: number, path = join(folder, `${++count}.duckdb`)) {
  const made = await publish(store, path, {budgetBytes});
  expect(made.bytes).toBe(statSync(path).size);
  expect(made.bytes).toBeLessThanOrEqual(budgetBytes);
  return made;
}

function part({parts}: Published, name: string) {
  return parts.find((one) => one.name === name);
}

async function rows(path: string, sql: string): Promise<unknown[][]> {
  return (await querySnapshot(path, sql)).rows;
}

describe("publish(store, path, {budgetBytes})", () => {
  it("writes all rows where they fit, with size and time range of each table", async () => {
    const made = await published(await storeOf(13, week), 25_000_000);
    const {parts, path, bytes} = made;
    expect(parts.every(({whole, rows, storedRows}) => whole && rows === storedRows)).toBe(true);
    const prices = 12 * 2016 + 287; // the last feed has only the first day
    expect(rowsOf(made)).toMatchObject({feeds: 13, sessions: 13, prices, bars_1m: prices, funding: 4 * 2016});
    expect(part(made, "prices")).toMatchObject({since: "2026-05-05T14:05:00Z", until: "2026-05-12T14:00:00Z"});
    expect(part(made, "meta")).toMatchObject({since: null, until: null});
    const others = bytes - parts.reduce((sum, one) => sum + one.bytes, 0);
    expect(others).toBeGreaterThan(0);
    expect(others).toBeLessThan(viewBytes); // else a file may outgrow its budget
    expect(await rows(path, "SELECT rows, bytes, whole FROM snapshot_parts WHERE name = 'prices'")).toEqual([
      [prices, part(made, "prices")?.bytes, true]
    ]);
  });

  it.each<[number, number, string]>([
    [1_200_000, 13, week],
    [2_200_000, 30, busyHour]
  ])(
    "fills over 60 %% of %d bytes with the newest rows of %d feeds, and the last row of each",
    async (budget, feeds, ages) => {
      const store = await storeOf(feeds, ages);
      const made = await published(store, budget);
      expect(made.bytes).toBeGreaterThan(0.6 * budget);
      expect(part(made, "bars_1d")).toMatchObject({whole: true});
      expect(part(made, "prices")).toMatchObject({whole: false, since: expect.any(String)});
      for (const [name, time] of [
        ["prices", "publishedAt"],
        ["funding", "publishedAt"],
        ["bars_1m", "startedAt"],
        ["bars_1h", "startedAt"]
      ] as const) {
        const since = part(made, name)?.since ?? "9999-01-01";
        const newest = `SELECT count(*)::INTEGER AS n FROM ${name} WHERE ${time} >= TIMESTAMP '${since}'`;
        const [expected] = await queryRecords(store.connection, newest);
        expect([name, await rows(made.path, newest)]).toEqual([name, [[expected?.n]]]);
        const late = `(priceFeedId, ${time}) <= lag((priceFeedId, ${time})) OVER (ORDER BY rowid)`;
        expect(await rows(made.path, `SELECT count(*) FROM (SELECT ${late} AS late FROM ${name}) WHERE late`)).toEqual([
          [0]
        ]);
      }
      const last = "FROM (SELECT priceFeedId, max(publishedAt) AS last FROM prices GROUP BY ALL) ORDER BY ALL";
      const lasts = await queryRecords(store.connection, last);
      expect(await rows(made.path, last)).toEqual(lasts.map(({priceFeedId, last}) => [priceFeedId, last]));
    }
  );

  // As many updates as bars of a minute, and four times as many, which do not fit.
  it.each<[string, number, number]>([
    ["1m", 4, 5_000_000],
    ["raw", 1, 3_400_000]
  ])(
    "keeps %s of the 24 hours that pages open with, for %d updates a minute and %d bytes, and writes once",
    async (...given) => {
      const [resolution, perMinute, budgetBytes] = given;
      const store = await storeOf(20, sixtyDays(perMinute));
      const made = await published(store, budgetBytes);
      const opening = JSON.parse(String(await runSqlFile("src/data/prices.json.sql", made.path)));
      expect(openingParameters(opening)).toMatchObject({range: "24h", resolution, from: "2026-05-11T14:00:00.000Z"});
      expect(made.parts.every(({whole}) => whole)).toBe(false);
      expect(part(made, "bars_1h")?.rows).toBeGreaterThan(0); // as many as still fit
      expect(await writesOf(store, made.path, budgetBytes)).toBe(1); // as the old snapshot has the sizes of rows
    }
  );

  async function writesOf({connection, path}: Store, target: string, budgetBytes: number): Promise<unknown> {
    await connection.run("CALL truncate_duckdb_logs(); CALL enable_logging('QueryLog');");
    await publish({connection, path, close: () => {}}, target, {budgetBytes});
    const sql = "SELECT count(*)::INTEGER AS n FROM duckdb_logs WHERE message LIKE 'CREATE TABLE snapshot.prices %'";
    const [writes] = await queryRecords(connection, sql);
    await connection.run("CALL disable_logging()");
    return writes?.n;
  }

  it.each([
    [3000, 0],
    [400, 5120]
  ])(
    "publishes requested feeds first where %d feeds with texts of %d characters do not fit, and reports the rest",
    async (feeds, length) => {
      const store = await filled(
        `many ${feeds}`,
        `INSERT INTO feeds BY NAME
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
      WHERE minute = 0 OR feed BETWEEN 5000 AND 5004`
      );
      const made = await published(store, leastSnapshotBytes);
      store.close();
      const listed = part(made, "feeds");
      expect(listed).toMatchObject({storedRows: feeds, whole: false, since: null});
      const found = `SELECT
        (SELECT feeds FROM meta),
        (SELECT count(DISTINCT priceFeedId) FROM prices SEMI JOIN feeds USING (priceFeedId)),
        (SELECT count(DISTINCT priceFeedId) FROM prices),
        (SELECT count(DISTINCT priceFeedId) FROM prices WHERE priceFeedId BETWEEN 5000 AND 5004)`;
      expect(await rows(made.path, found)).toEqual([[listed?.rows, listed?.rows, listed?.rows, 5]]);
    }
  );
});
