import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {runSqlFile} from "../../loaders/site/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {openingParameters} from "../../src/components/inputs/pick.js";
import {casesOf} from "../helpers/soak.js";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-day-"));
  store = await openStore(join(folder, "store"));
});
afterEach(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

// Sixty days of updates an hour apart, of each feed, and of the last thirty hours so many a minute.
async function fill(feeds: number, perMinute: number): Promise<void> {
  const half = (seed: string) => `1e6 + (hash(feed, ${seed}) % 1e6::BIGINT)::BIGINT`;
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT unnest(range(1, ${feeds} + 1)) AS priceFeedId, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      -8 AS exponent,
      1e13 + (hash(feed, seconds) % 1e9::BIGINT)::BIGINT AS price,
      price - ${half("seconds + 1")} AS bestBidPrice,
      price + ${half("seconds + 2")} AS bestAskPrice,
      ${half("seconds + 3")} AS confidence,
      price + ${half("seconds + 4")} AS emaPrice,
      ${half("seconds + 5")} AS emaConfidence,
      TIMESTAMP '2026-05-12 14:00' - to_seconds(seconds) AS publishedAt,
      uuid() AS responseId,
      0 AS entryIndex
    FROM range(1, ${feeds} + 1) AS ids(feed), (
      SELECT 60 * i / ${perMinute} AS seconds FROM range(30 * 60 * ${perMinute}) AS fine(i)
      UNION ALL
      SELECT 3600 * i FROM range(30, 60 * 24) AS coarse(i)
    )`);
  await derive((work) => work(store), {rebuild: true});
}

describe("publish(store, path, {budgetBytes}), of a long history", () => {
  // As many updates as bars of a minute, and four times as many: the latter cannot all be there.
  it.each(
    casesOf<readonly [string, number, number, number]>(
      [["1m", 20, 4, 5_000_000]],
      [
        ["raw", 20, 1, 3_800_000],
        ["raw", 20, 1, 4_000_000],
        ["1m", 20, 4, 6_500_000]
      ]
    )
  )("has %s of the 24 hours that pages open with, of %d feeds, %d a minute, in %d bytes", async (...given) => {
    const [resolution, feeds, perMinute, budgetBytes] = given;
    await fill(feeds, perMinute);
    const path = join(folder, "snapshot");
    await publish(store, path, {budgetBytes}); // tells what rows take
    const {parts} = await publish(store, path, {budgetBytes});
    const opening = JSON.parse(String(await runSqlFile("src/data/prices.json.sql", path)));
    expect(opening.feeds).toHaveLength(feeds);
    expect(openingParameters(opening)).toMatchObject({range: "24h", resolution, from: "2026-05-11T14:00:00.000Z"});
    expect(parts.every(({whole}) => whole)).toBe(false);
    expect(parts.find(({name}) => name === "bars_1h")?.rows).toBeGreaterThan(0); // as many as still fit
  });
});
