import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/database/query.js";
import type {Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {copyEmpty} from "../helpers/store.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-tries-"));
afterAll(() => rmSync(folder, {recursive: true}));

/** A store of so many updates of each of some feeds, so many milliseconds apart. */
async function storeOf(
  name: string,
  {feeds, updates, stepMs}: {feeds: number; updates: number; stepMs: number}
): Promise<Store> {
  await copyEmpty(join(folder, name));
  const store = await openStore(join(folder, name));
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT unnest(range(${feeds})) AS priceFeedId, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      -8 AS exponent,
      1e13::BIGINT + hash(feed, i) % 1e9::BIGINT AS price,
      TIMESTAMP '2026-05-05' + to_milliseconds(${stepMs} * i) AS publishedAt,
      uuid() AS responseId,
      0 AS entryIndex
    FROM range(${feeds}) AS ids(feed), range(${updates}) AS instants(i)`);
  await derive((work) => work(store));
  return store;
}

/** Publishes a store beside it; `writes`: how often each of these tables was written. */
async function writesOf({connection, path}: Store, budgetBytes: number) {
  const target = `${path}.snapshot`;
  await connection.run("CALL truncate_duckdb_logs(); CALL enable_logging('QueryLog');");
  const made = await publish({connection, path, close: () => {}}, target, {budgetBytes});
  const written = `SELECT ${["feeds", "bars_1h", "prices"].map(writesSql).join()} FROM duckdb_logs`;
  const [writes = {}] = await queryRecords(connection, written);
  await connection.run("CALL disable_logging()");
  expect(statSync(target).size).toBeLessThanOrEqual(budgetBytes);
  return {...made, writes};
}

function writesSql(name: string): string {
  return `count(*) FILTER (message LIKE 'CREATE TABLE snapshot.${name} %')::INTEGER AS ${name}`;
}

describe("publish(store, path)", () => {
  it("writes anew only what is cut, and nothing where the snapshot before says what rows take", async () => {
    const store = await storeOf("plain", {feeds: 12, updates: 6000, stepMs: 300_000});
    const {writes} = await writesOf(store, 3_000_000);
    expect(writes.prices).toBeGreaterThan(1); // rows take a fourth of what is usual
    expect(writes).toMatchObject({feeds: 1, bars_1h: 1});
    const again = await writesOf(store, 3_000_000);
    store.close();
    expect(again.writes).toEqual({feeds: 1, bars_1h: 1, prices: 1});
    expect(again.bytes).toBeGreaterThan(0.85 * 3_000_000);
  });

  it("writes once where all updates are of one minute, and do not fit", async () => {
    const store = await storeOf("moment", {feeds: 300, updates: 250, stepMs: 200});
    const {writes, parts} = await writesOf(store, 2_600_000);
    store.close();
    expect(writes).toEqual({feeds: 1, bars_1h: 1, prices: 1});
    expect(parts.find(({name}) => name === "prices")).toMatchObject({
      rows: 300,
      storedRows: 75_000,
      since: null,
      whole: false
    });
  });
});
