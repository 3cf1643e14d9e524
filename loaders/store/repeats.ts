/**
 * The statement that notes which of the instants of a query (`publishedAt`) came twice for a feed: there the view `prices`
 * chooses, and nowhere else. That an instant is noted though none came twice changes no answer.
 */
export function noteRepeats(instants: string): string {
  return `INSERT INTO repeated_instants
    SELECT DISTINCT publishedAt
    FROM (
      SELECT publishedAt
      FROM feed_updates
      SEMI JOIN (${instants}) AS instants USING (publishedAt)
      GROUP BY priceFeedId, publishedAt
      HAVING count(*) > 1
    )
    ANTI JOIN repeated_instants USING (publishedAt)`;
}
