import {queryRecords} from "../../loaders/database/query.js";
import type {Store} from "../../loaders/database/store.js";

/** From when to when, in epoch ms. */
export type Span = readonly [since: number, until: number];

/**
 * The questions (a batch at an instant of a grid of so many ms) between the first and the last one of a watch whose updates its
 * store lacks, counted by cause, most first. `deriving`: when the watch did more than to ask and commit.
 */
export async function missedByCause(
  {connection}: Store,
  {everyMs, deriving}: {everyMs: number; deriving: readonly Span[]}
): Promise<[cause: string, questions: number][]> {
  const spans = deriving.map((span) => `, (${span.join()})`).join("");
  const rows = await queryRecords(
    connection,
    `WITH asked AS (
      SELECT
        epoch_ms(requestedAt) AS requestedAt,
        epoch_ms(receivedAt) AS receivedAt,
        epoch_ms(publishedAt) AS instant,
        request ->> '$.priceFeedIds[0]' AS batch,
        entries > 0 AS isUpdate
      FROM responses
      WHERE endpoint = 'latest_price'
    ),
    missed AS (
      SELECT instant, instant + ${everyMs} AS next, batch
      FROM (SELECT unnest(range(min(instant), max(instant) + 1, ${everyMs})) AS instant FROM asked WHERE isUpdate)
      CROSS JOIN (SELECT DISTINCT batch FROM asked)
      ANTI JOIN (FROM asked WHERE isUpdate) USING (instant, batch)
    )
    SELECT
      CASE
        WHEN EXISTS (FROM (VALUES (0, 0)${spans}) AS spans(since, until) WHERE since < next AND until > missed.instant)
          THEN 'while deriving'
        WHEN NOT isUpdate THEN 'refused, or no answer'
        WHEN requestedAt >= missed.instant THEN 'answered with the next update'
        WHEN receivedAt >= next THEN 'the answer before took too long'
        ELSE 'not asked in time'
      END AS cause,
      count(*) AS questions
    FROM missed
    ASOF LEFT JOIN asked ON missed.batch = asked.batch AND next > requestedAt -- the last one that could have got it
    GROUP BY cause
    ORDER BY questions DESC`
  );
  return rows.map(({cause, questions}) => [String(cause), Number(questions)]);
}
