import {join} from "node:path";
import {expect} from "vitest";
import {queryRecords} from "../../loaders/database/query.js";
import {readStore} from "../../loaders/store/open.js";

/** Where a load that runs in `cwd` has its store. */
export function storePath(cwd: string): string {
  return join(cwd, "data", "feeds.duckdb");
}

/** The records of a query on the store of `cwd`, which must open. */
export function recordsOf(cwd: string, sql: string): Promise<Record<string, unknown>[]> {
  return readStore(storePath(cwd), ({connection}) => queryRecords(connection, sql));
}

/** Expects that the store opens, its books balance, and every response is there once and whole. */
export async function expectWhole(cwd: string, once?: string): Promise<void> {
  expect(await recordsOf(cwd, books)).toEqual([{unbalanced: 0, torn: 0, strays: 0, doubled: 0, twice: 0}]);
  if (once) expect(await recordsOf(cwd, once)).toEqual([]);
}

/**
 * Expects that the newest load ended well and has all its rows, that the end of those before it is booked, and that the
 * derived tables hold what all of them brought.
 */
export async function expectEnded(cwd: string): Promise<void> {
  const [newest] = await recordsOf(cwd, ends);
  expect(newest).toMatchObject({status: "done", missing: 0, running: 0});
  expect(await recordsOf(cwd, derived)).toEqual([{lacking: 0, due: 0}]);
}

const books = `
WITH held AS (
  SELECT responseId, count(*) AS rows, count(DISTINCT entryIndex) AS places FROM feed_updates GROUP BY responseId
), refused AS (
  SELECT responseId, count(*) AS rejected FROM rejected_entries GROUP BY responseId
)
SELECT
  count(*) FILTER (r.entries IS DISTINCT FROM r.rows + r.rejected)::INTEGER AS unbalanced,
  count(*) FILTER (r.rows <> coalesce(held.rows, 0) OR r.rejected <> coalesce(refused.rejected, 0))::INTEGER AS torn,
  (SELECT count(*) FROM held ANTI JOIN responses USING (responseId))::INTEGER AS strays,
  count(*) FILTER (held.rows <> held.places)::INTEGER AS doubled,
  (count(*) - count(DISTINCT r.responseId))::INTEGER AS twice
FROM responses AS r LEFT JOIN held USING (responseId) LEFT JOIN refused USING (responseId)`;

const derived = `SELECT
  (SELECT count(*) FROM prices WHERE is_dated(publishedAt))
    - (SELECT coalesce(sum(updates + carriedForward), 0) FROM bars_1m) AS lacking,
  (SELECT count(*) FROM derived_stale) AS due`;

const ends = `
SELECT
  status,
  (rows - (SELECT count(*) FROM feed_updates JOIN responses USING (responseId) WHERE loadId = newest.loadId))::INTEGER AS missing,
  (SELECT count(*) FROM loads WHERE status = 'running')::INTEGER AS running
FROM loads AS newest
ORDER BY startedAt DESC
LIMIT 1`;
