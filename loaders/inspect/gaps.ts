import {readFileSync} from "node:fs";
import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";

const listSql = readFileSync(new URL("../sql/status/gap_list.sql", import.meta.url), "utf8");

/** Why a stretch has no update; `market closed` whether the feed was asked for or not. */
type GapKind = "nothing there" | "other instant" | "not asked" | "market closed";

/** A stretch without an update: from the first to the last missing instant, in Unix µs. */
export interface Gap {
  priceFeedId: number;
  symbol: string | null;
  kind: GapKind;
  /** Whether the service was asked, and had no update, or answered with another instant. */
  asked: boolean;
  fromUs: number;
  toUs: number;
  /** The gap lies between these instants, both excluded: the updates before and after it, where there are any. */
  afterUs: number;
  beforeUs: number;
  /** The feed's usual step there, in µs; null if it has too few updates. */
  stepUs: number | null;
  seconds: number;
}

/** Where to look for gaps, in Unix µs; null means from a feed's first update, to the store's last one, or all feeds. */
export interface GapRange {
  from: number | null;
  to: number | null;
  feeds: readonly number[] | null;
}

/** The gaps by time, clipped to a range, with those before a feed's first update and after its last. */
export async function findGaps(store: Store, {from: start, to, feeds}: GapRange): Promise<Gap[]> {
  const dropped = await droppedBefore(store);
  const from = start === null ? null : Math.max(start, dropped);
  const parameters = {from, to, since: from ?? dropped, feeds: feeds && JSON.stringify(feeds)};
  return (await queryRecords(store.connection, listSql, parameters)) as unknown as Gap[];
}

/** The instant (Unix µs) before which updates were dropped as old; 0 if none were. */
export async function droppedBefore({connection}: Store): Promise<number> {
  const [row] = await queryRecords(connection, "SELECT coalesce(epoch_us(max(before)), 0) AS us FROM retained");
  return Number(row?.us);
}

/** A feed that was named; `listed`: the catalogue has it. */
export interface NamedFeed {
  priceFeedId: number;
  symbol: string | null;
  listed: boolean;
}

/** Those of the feeds that have no update and were never asked for, so that their gaps are unknown. */
export async function feedsNeverAsked({connection}: Store, feeds: readonly number[]): Promise<NamedFeed[]> {
  return (await queryRecords(connection, neverAsked, {feeds: JSON.stringify(feeds)})) as unknown as NamedFeed[];
}

const neverAsked = `
SELECT priceFeedId, symbol, updatedAt IS NOT NULL AS listed
FROM (SELECT DISTINCT unnest($feeds::JSON::BIGINT[]) AS priceFeedId)
ANTI JOIN (SELECT DISTINCT priceFeedId FROM feed_updates) USING (priceFeedId)
ANTI JOIN (SELECT DISTINCT priceFeedId FROM dropped_hours) USING (priceFeedId)
ANTI JOIN (
  SELECT unnest(missingFeeds::BIGINT[]) AS priceFeedId
  FROM responses
  WHERE endpoint = 'price' AND httpStatus IN (200, 404) AND missingFeeds <> '[]'
) USING (priceFeedId)
LEFT JOIN feeds USING (priceFeedId)
ORDER BY priceFeedId`;
