import {join} from "node:path";
import {expect} from "vitest";
import {sqlOf} from "../../../loaders/inspect/status.js";
import {queryRecords} from "../../../loaders/store/database/query.js";
import {readStore} from "../../../loaders/store/open.js";

/** The result of `integrity.sql` for books without a loss. */
export const whole = {unbalanced: 0, torn: 0, misplaced: 0, strays: 0, orphans: 0, lost: 0};

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
  expect(await recordsOf(cwd, sqlOf("integrity"))).toEqual([whole]);
  const twice = "SELECT responseId FROM responses GROUP BY ALL HAVING count(*) > 1";
  expect(await recordsOf(cwd, twice)).toEqual([]);
  if (once) expect(await recordsOf(cwd, once)).toEqual([]);
}

/** Expects that the newest load is done with all its rows, that no load is running, and that all rows are derived. */
export async function expectEnded(cwd: string): Promise<void> {
  const [newest] = await recordsOf(cwd, ends);
  expect(newest).toMatchObject({status: "done", missing: 0, running: 0});
  expect(await recordsOf(cwd, derived)).toEqual([{lacking: 0, due: 0}]);
}

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
