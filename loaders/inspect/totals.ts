import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

/** What a store holds in all, as the view `meta` says it. */
export interface StoreTotals {
  simulated: boolean;
  firstPublishedAt: string | null;
  lastPublishedAt: string | null;
  updates: number;
  feeds: number;
  rejected: number;
  /** Of them, those whose feed could not be read. */
  rejectedWithoutFeed: number;
  coercions: number;
  misdated: number;
  /** Updates that were dropped as old, and when those that stayed were published at the earliest; null if none was. */
  dropped: number;
  droppedBefore: string | null;
}

/** What of a feed counts in the totals. */
export interface HeldFeed {
  rows: number;
  rejected: number;
  misdated: number;
  /** Of the updates that are not misdated; null if it has none. */
  firstPublishedAt: string | null;
  lastPublishedAt: string | null;
}

/** The totals of a store from its feeds, so that the updates are not read again, and whether they are what is booked. */
export async function storeTotals(
  {connection}: Store,
  feeds: readonly HeldFeed[]
): Promise<{meta: StoreTotals; balanced: boolean}> {
  const [books = {}] = await queryRecords(connection, totals);
  const sum = (name: "rows" | "rejected" | "misdated") => feeds.reduce((all, feed) => all + feed[name], 0);
  const dated = feeds.filter(({rows, misdated}) => rows > misdated);
  const updates = sum("rows");
  const rejected = Number(books.rejected);
  const meta = {
    simulated: books.simulated === true,
    firstPublishedAt: inOrder(dated.map(({firstPublishedAt}) => firstPublishedAt))[0] ?? null,
    lastPublishedAt: inOrder(dated.map(({lastPublishedAt}) => lastPublishedAt)).at(-1) ?? null,
    updates,
    feeds: feeds.filter(({rows}) => rows > 0).length,
    rejected,
    rejectedWithoutFeed: rejected - sum("rejected"),
    coercions: Number(books.coercions),
    misdated: sum("misdated"),
    dropped: Number(books.dropped),
    droppedBefore: books.droppedBefore === null ? null : String(books.droppedBefore)
  };
  const isWhole = Number(books.booked) === updates && Number(books.held) === updates;
  return {meta, balanced: isWhole && Number(books.bookedRejects) === rejected};
}

const totals = `SELECT
  EXISTS (SELECT 1 FROM loads JOIN responses USING (loadId) WHERE sandbox AND entries > 0) AS simulated,
  (SELECT coalesce(sum(rows), 0) FROM responses) - dropped.rows AS booked,
  (SELECT coalesce(sum(rejected), 0) FROM responses) - dropped.rejected AS bookedRejects,
  (SELECT count(*) FROM feed_updates) AS held,
  dropped.rows AS dropped,
  dropped.before AS droppedBefore,
  (SELECT count(*) FROM rejected_entries) AS rejected,
  (SELECT count(*) FROM coercions WHERE columnName <> 'publishedAt') AS coercions
FROM (
  SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(rejected), 0) AS rejected, max(before) AS before
  FROM retained
) AS dropped`;

// As text, without the zone's letter, which would stand behind a fraction: a Date holds no microseconds.
function inOrder(times: readonly (string | null)[]): string[] {
  return times
    .map((time) => `${time}`.slice(0, -1))
    .sort()
    .map((time) => `${time}Z`);
}
