import {basename, dirname, join} from "node:path";
import type {Store} from "../../../loaders/store/database/store.js";
import {publishMade} from "../published.js";

/** The size of a large store for tests: every tenth feed is a funding feed, the others belong to six classes. */
export interface ManyOptions {
  feeds?: number;
  hours?: number;
  /** Minutes between two updates of a feed. */
  everyMinutes?: number;
}

const classes = "['crypto', 'equity', 'fx', 'metal', 'commodity', 'nav']";

/** Writes a snapshot of many feeds by way of a real store beside it; feed 7 of each hundred is stale, equities are closed. */
export async function makeMany(path: string, options: ManyOptions = {}): Promise<void> {
  const {feeds = 2500, hours = 24, everyMinutes = 10} = options;
  // Publishing first removes files whose names begin with the name of the snapshot, such as spill files of this store.
  const storePath = join(dirname(path), `store-of-${basename(path)}`);
  const fill = async (store: Store) => {
    await store.connection.run(`
      CREATE OR REPLACE TEMP TABLE made AS
      SELECT
        id,
        id % 10 = 0 AS rated,
        CASE WHEN rated THEN 'funding-rate' ELSE ${classes}[1 + id % 6] END AS class,
        CASE WHEN rated THEN format('FundingRate.Venue{}.C{}/USDT', id % 7, id) ELSE format('{}.C{}/USD', class, id) END AS symbol,
        CASE WHEN rated THEN [1, 4, 8][1 + id % 3] END AS hours,
        CASE WHEN rated THEN -12 ELSE -8 END AS exponent,
        exp(8 * sin(id)) AS level
      FROM range(1, ${feeds + 1}) AS ids(id);

      INSERT INTO feeds BY NAME
      SELECT
        id AS priceFeedId, symbol, format('COIN {} / US DOLLAR', id) AS name, class AS assetType, exponent,
        hours AS fundingIntervalHours, now() AS updatedAt
      FROM made;`);
    await store.connection.run(updatesSql, {minutes: hours * 60, everyMinutes});
  };
  await publishMade(path, fill, {storePath});
}

const updatesSql = `
  INSERT INTO feed_updates BY NAME
  SELECT
    id AS priceFeedId,
    round(level * (1 + 0.02 * sin(epoch(t) / 9000 + id)) / 10.0 ** exponent) AS price,
    CASE WHEN NOT rated THEN round(price * (1 - 1e-5 * (1 + id % 9))) END AS bestBidPrice,
    CASE WHEN NOT rated THEN round(price * (1 + 1e-5 * (1 + id % 9))) END AS bestAskPrice,
    CASE WHEN NOT rated THEN round(price * 3e-5) END AS confidence,
    exponent,
    3 + id % 20 AS publisherCount,
    CASE WHEN rated THEN round(1e7 * hours * sin(epoch(t) / 30000 + id)) END AS fundingRate,
    hours * 3.6e9 AS fundingRateInterval,
    CASE WHEN class = 'equity' THEN 'closed' ELSE 'regular' END AS marketSession,
    CASE WHEN class = 'equity' OR id % 100 = 7 THEN t - INTERVAL 5 HOUR ELSE t END AS feedUpdateTimestamp,
    uuid() AS responseId,
    0 AS entryIndex,
    t AS publishedAt
  FROM made
  CROSS JOIN (
    SELECT TIMESTAMP '2026-05-12 14:00:00' - to_minutes(m) AS t
    FROM range(0, $minutes::INTEGER, $everyMinutes::INTEGER) AS ms(m)
  )`;
