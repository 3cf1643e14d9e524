import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {rowsOf} from "../helpers/snapshot.js";
import {copyEmpty} from "../helpers/store.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-dense-"));
let store: Store;

// Thirty feeds polled each hour of eight days, and each second of one hour that is before the last day.
beforeAll(async () => {
  await copyEmpty(join(folder, "store"));
  store = await openStore(join(folder, "store"));
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT unnest(range(1, 31)) AS priceFeedId, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      -8 AS exponent,
      1e13 + (hash(feed, second) % 1e9::BIGINT)::BIGINT AS price,
      price - 1e6 - (hash(second, feed) % 1e6::BIGINT)::BIGINT AS bestBidPrice,
      price + 1e6 AS bestAskPrice,
      TIMESTAMP '2026-05-12 14:00' - to_seconds(second) AS publishedAt,
      uuid() AS responseId,
      0 AS entryIndex
    FROM range(1, 31) AS ids(feed), (
      SELECT 3600 * i AS second FROM range(192) AS hours(i) UNION SELECT 27 * 3600 + i FROM range(3600) AS seconds(i)
    )`);
  await derive((work) => work(store));
});
afterAll(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

describe("publish(store, path, {budgetBytes}), of an hour of many updates before a quiet day", () => {
  it.each([2_200_000, 2_600_000, 3_200_000])("fills %d bytes with all bars and the newest updates", async (budget) => {
    const path = join(folder, String(budget));
    const published = await publish(store, path, {budgetBytes: budget});
    expect(statSync(path).size).toBeLessThanOrEqual(budget);
    expect(statSync(path).size).toBeGreaterThan(0.8 * budget);
    const {parts} = published;
    for (const name of ["bars_1d", "bars_1h", "quality_1h", "bars_1m"])
      expect(parts.find((part) => part.name === name)).toMatchObject({whole: true});
    expect(rowsOf(published).prices).toBeGreaterThan(30 * 25); // more than the last day
  });
});
