/** The place of an update among those of its feed and instant: 1 for the one that counts. A UUIDv7 sorts by time. */
export const newness =
  "row_number() OVER (PARTITION BY priceFeedId, publishedAt ORDER BY responseId DESC, entryIndex DESC)";

/**
 * The statement that notes which updates count no more, of those published at the instants of a query (`publishedAt`):
 * of several of one feed and instant, all but the last received. What is noted stays so, whatever comes later.
 */
export function noteSuperseded(instants: string): string {
  return `INSERT INTO superseded_updates BY NAME
    SELECT responseId, entryIndex
    FROM (
      SELECT responseId, entryIndex, ${newness} AS place
      FROM feed_updates
      SEMI JOIN (
        SELECT priceFeedId, publishedAt
        FROM feed_updates
        SEMI JOIN (${instants}) AS instants USING (publishedAt)
        GROUP BY ALL
        HAVING count(*) > 1
      ) AS repeated USING (priceFeedId, publishedAt)
    )
    ANTI JOIN superseded_updates USING (responseId, entryIndex)
    WHERE place > 1`;
}

/**
 * The statements that note them anew: needed where updates were deleted or altered by hand, so that another one counts
 * again. Of instants that none is noted of, `derive` finds by itself what was put in.
 */
export const renoteSuperseded = `CREATE OR REPLACE TEMP TABLE repeated_instants AS
    SELECT DISTINCT publishedAt FROM responses SEMI JOIN superseded_updates USING (responseId);
  DELETE FROM superseded_updates;
  ${noteSuperseded("FROM repeated_instants")};
  DROP TABLE repeated_instants;`;
