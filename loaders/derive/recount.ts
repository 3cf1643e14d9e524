/**
 * Whether the rows of feed_updates have the numbers from 0 on. Where some were deleted by hand, it cannot be known by a
 * row's number whether it is known, and there are no totals.
 */
export const isDense = "NOT EXISTS (SELECT 1 FROM feed_updates WHERE rowid >= (SELECT count(*) FROM feed_updates))";

/**
 * The statement that makes the totals of feeds anew, into the table `into`, from the updates that are known and were
 * published at `since` or later: needed where such rows were altered, or went.
 */
export function recount(into: string, since = "2000-01-01"): string {
  return `DELETE FROM ${into};
    INSERT INTO ${into} BY NAME
    FROM held_where((
      rowid < (SELECT rows FROM derived_state)
      AND publishedAt BETWEEN TIMESTAMP '${since}' AND (SELECT horizon FROM derived_state)
    ))
    WHERE ${isDense}`;
}
