import {sql} from "./sql.js";

/** The last regular session of a feed from its first to its last update, or else its last one that is not closed; null without one. */
export async function lastSession(feed: number): Promise<readonly [Date, Date] | null> {
  const [session] = await sql`
    SELECT startedAt, endedAt FROM sessions
    WHERE priceFeedId = ${feed} AND marketSession IS DISTINCT FROM 'closed' AND startedAt < endedAt
    ORDER BY marketSession IS NOT DISTINCT FROM 'regular' DESC, startedAt DESC
    LIMIT 1`;
  const {startedAt, endedAt} = session ?? {};
  return startedAt instanceof Date && endedAt instanceof Date ? [startedAt, endedAt] : null;
}
