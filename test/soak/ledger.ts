import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";

/** The life of a watch in epoch ms, and whether it was killed at its end. */
export interface Life {
  killed: boolean;
  since: number;
  until: number;
}

/** What a service answered to watches that polled every so many ms. */
export interface Ledger {
  /** A file with a line for each answer: when, the update's instant (both epoch ms), the first feed of the batch. */
  served: string;
  everyMs: number;
  lives: readonly Life[];
}

/** How a store compares with a ledger, in answers. */
export interface Compared {
  /** One per instant and batch, from the first life to the last. */
  wanted: number;
  kept: number;
  /** The store has later answers of the same watch, or the watch ended well. */
  lost: number;
  doubled: number;
}

/** Compares a store with a ledger. */
export async function compare({connection}: Store, {served, everyMs, lives}: Ledger): Promise<Compared> {
  const values = lives.map(({killed, since, until}) => `(${killed}, ${since}, ${until})`).join();
  const [row = {}] = await queryRecords(connection, compareSql({served, everyMs, values}));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as unknown as Compared;
}

// Commits keep the order of answers, except within a second.
const compareSql = ({served, everyMs, values}: {served: string; everyMs: number; values: string}) => `
WITH lives AS (
  FROM (VALUES ${values}) AS lives(killed, since, until)
), given AS (
  SELECT instant, batch, max(answeredAt) AS answeredAt, count(*) AS served
  FROM read_csv('${served}', header = false, columns = {answeredAt: 'BIGINT', instant: 'BIGINT', batch: 'BIGINT'})
  GROUP BY ALL
), held AS (
  SELECT epoch_ms(publishedAt) AS instant, (request ->> '$.priceFeedIds[0]')::BIGINT AS batch, count(*) AS kept
  FROM responses
  WHERE httpStatus = 200 AND endpoint = 'latest_price'
  GROUP BY ALL
), answers AS (
  SELECT *, max(answeredAt) FILTER (kept >= served) OVER (PARTITION BY since) AS lastKept
  FROM (
    SELECT * REPLACE (coalesce(kept, 0) AS kept, coalesce(served, 0) AS served)
    FROM given
    FULL JOIN held USING (instant, batch)
  ) AS joined
  ASOF LEFT JOIN lives ON answeredAt >= since
)
SELECT
  (SELECT (max(until) - min(since)) // ${everyMs} FROM lives) * count(DISTINCT batch) AS wanted,
  count(*) FILTER (kept > 0) AS kept,
  coalesce(sum(served - kept) FILTER (served > kept AND (killed IS NOT true OR answeredAt < lastKept - 1000)), 0) AS lost,
  coalesce(sum(kept - served) FILTER (kept > served), 0) AS doubled
FROM answers`;
