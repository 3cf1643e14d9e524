import type {Instant} from "../../format/format.js";
import type {Row} from "../values/rows.js";
import {sql} from "./sql.js";

/** Updates of a feed, and since when the snapshot has all updates; null if it has all of the store. */
export interface RawUpdates {
  rows: Row[];
  since: Instant | null;
}

const most = 12;

/**
 * The first updates of a feed from one instant to before another, with the count of all in `updates`; without an end, the newest
 * update at or before the instant. Only updates of the snapshot.
 */
export async function rawUpdates(feed: number, from: string, until: string | null): Promise<RawUpdates> {
  const rows = await (until === null ? newest(feed, from) : between(feed, from, until));
  const [part] = await sql`SELECT since FROM snapshot_parts WHERE name = 'prices' AND NOT whole`;
  return {rows, since: (part?.since ?? null) as Instant | null};
}

function between(feed: number, from: string, until: string): Promise<Row[]> {
  return sql`
    SELECT publishedAt, rate, price, bid, ask, publisherCount, prices.marketSession, count(*) OVER ()::DOUBLE AS updates
    FROM prices
    LEFT JOIN funding USING (priceFeedId, publishedAt)
    WHERE priceFeedId = ${feed} AND publishedAt >= ${from}::TIMESTAMP AND publishedAt < ${until}::TIMESTAMP
    ORDER BY publishedAt
    LIMIT ${most}`;
}

function newest(feed: number, at: string): Promise<Row[]> {
  return sql`
    SELECT publishedAt, rate, price, bid, ask, publisherCount, prices.marketSession, 1::DOUBLE AS updates
    FROM prices
    LEFT JOIN funding USING (priceFeedId, publishedAt)
    WHERE priceFeedId = ${feed} AND publishedAt <= ${at}::TIMESTAMP
    ORDER BY publishedAt DESC
    LIMIT 1`;
}
