import {statSync} from "node:fs";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";

/** The state of a store: what it holds, its newest loads, and one record per feed with updates. */
export interface StoreStatus {
  path: string;
  bytes: number;
  meta: Record<string, unknown>;
  balanced: boolean;
  loads: Record<string, unknown>[];
  feeds: Record<string, unknown>[];
}

/** Reads the state of a store. `balanced`: every entry received is a row or a reject. */
export async function storeStatus({connection, path}: Store): Promise<StoreStatus> {
  const [meta = {}] = await queryRecords(connection, "FROM meta");
  const [books] = await queryRecords(connection, balance);
  return {
    path,
    bytes: statSync(path).size,
    meta,
    balanced: books?.balanced === true,
    loads: await queryRecords(connection, newestLoads),
    feeds: await queryRecords(connection, freshness)
  };
}

/** Whether the store holds nothing, or nothing but a demo that did not end. */
export async function isUnfinishedDemo({connection}: Store): Promise<boolean> {
  const [row] = await queryRecords(
    connection,
    `SELECT
       NOT EXISTS (SELECT 1 FROM loads WHERE command = 'demo' AND status = 'done')
       AND NOT EXISTS (
         SELECT 1 FROM loads JOIN responses USING (loadId) WHERE command <> 'demo' AND entries > 0
       ) AS unfinished`
  );
  return row?.unfinished === true;
}

/** When the store last changed by a load, in epoch milliseconds; 0 if never. */
export async function lastChange({connection}: Store): Promise<number> {
  const [row] = await queryRecords(
    connection,
    `SELECT greatest(
       (SELECT max(greatest(startedAt, coalesce(finishedAt, startedAt))) FROM loads),
       (SELECT max(receivedAt) FROM responses)
     ) AS at`
  );
  return row?.at ? Date.parse(String(row.at)) : 0;
}

const balance = `SELECT
  (SELECT coalesce(sum(rows), 0) FROM responses) = (SELECT count(*) FROM feed_updates)
  AND (SELECT coalesce(sum(rejected), 0) FROM responses) = (SELECT count(*) FROM rejected_entries) AS balanced`;

const newestLoads = `SELECT startedAt, command, status, rows, rejected,
  round((epoch_us(finishedAt) - epoch_us(startedAt)) / 1e6, 1) AS seconds, sandbox AS simulated, error
FROM loads ORDER BY startedAt DESC LIMIT 10`;

const freshness = `SELECT priceFeedId, symbol, count(*) AS updates, max(publishedAt) AS lastPublishedAt,
  round(arg_max(epoch_us(publishedAt) - epoch_us(feedUpdateTimestamp), publishedAt) / 1e6, 1) AS ageSeconds,
  arg_max(marketSession, publishedAt) AS marketSession
FROM feed_updates LEFT JOIN feeds USING (priceFeedId)
GROUP BY priceFeedId, symbol ORDER BY priceFeedId`;
