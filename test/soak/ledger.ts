import {queryRecords} from "../../loaders/database/query.js";
import type {Store} from "../../loaders/database/store.js";

/** A span of time, in epoch ms: of a watch that was `killed` at its end, of one that `ended` well, or of a fault. */
export interface Span {
  kind: string;
  since: number;
  until: number;
}

/** What a service answered to watches that asked every so many ms. */
export interface Ledger {
  /** A file with a line for each answer: when, the update's instant (both epoch ms), the first feed of the batch. */
  served: string;
  everyMs: number;
  /** Where faults overlap, what is missed counts for the first. */
  spans: readonly Span[];
}

/** How a store compares with a ledger; an instant has an update of each batch. */
export interface Compared {
  wanted: number;
  kept: number;
  /** Answers that the store lacks, though it has later ones or their watch ended well; and those that it has too often. */
  lost: number;
  doubled: number;
  /** When the first of those that are lost was given; 0 if none is. */
  lostAt: number;
  /** The most ms of answers that a kill took, as they were not committed yet. */
  unsavedMs: number;
  /** Updates that it lacks, by the fault at that time. */
  missed: Record<string, number>;
  /** By watch: ms from an instant until the service answered, at the median and at most. */
  lag: {median: number; most: number}[];
}

/** Compares a store with a ledger. */
export async function compare({connection}: Store, {served, everyMs, spans}: Ledger): Promise<Compared> {
  const values = spans.map(({kind, since, until}, i) => `(${i}, '${kind}', ${since}, ${until})`);
  await connection.run(tablesSql({served, everyMs, values: values.join()}));
  const records = (sql: string) => queryRecords(connection, sql);
  const [totals = {}] = await records(totalsSql);
  const numbers = Object.entries(totals).map(([name, value]) => [name, Number(value)]);
  return {
    ...Object.fromEntries(numbers),
    missed: Object.fromEntries((await records(missedSql)).map(({kind, updates}) => [kind, Number(updates)])),
    lag: (await records(lagSql)).map(({median, most}) => ({median: Number(median), most: Number(most)}))
  };
}

const tablesSql = ({served, everyMs, values}: {served: string; everyMs: number; values: string}) => `
CREATE TEMP TABLE spans AS FROM (VALUES ${values}) AS spans(place, kind, since, until);
CREATE TEMP TABLE answers AS
SELECT answers.*, place, kind = 'killed' AS killed
FROM (
  SELECT instant, batch, answeredAt, coalesce(served, 0) AS served, coalesce(kept, 0) AS kept
  FROM (
    SELECT instant, batch, max(answeredAt) AS answeredAt, count(*) AS served
    FROM read_csv('${served}', header = false, columns = {answeredAt: 'BIGINT', instant: 'BIGINT', batch: 'BIGINT'})
    GROUP BY ALL
  )
  FULL JOIN (
    SELECT epoch_ms(publishedAt) AS instant, (request ->> '$.priceFeedIds[0]')::BIGINT AS batch, count(*) AS kept
    FROM responses
    WHERE httpStatus = 200 AND endpoint = 'latest_price'
    GROUP BY ALL
  ) USING (instant, batch)
) AS answers
ASOF LEFT JOIN (FROM spans WHERE kind IN ('killed', 'ended')) AS watches ON answeredAt >= since;
CREATE TEMP TABLE watches AS
SELECT spans.*, min(answeredAt) AS firstKept, max(answeredAt) AS lastKept
FROM spans
JOIN answers USING (place)
WHERE kept >= served
GROUP BY ALL;
INSERT INTO spans
SELECT -1, 'kills', lastKept, lead(firstKept, 1, until) OVER (ORDER BY since)
FROM watches
QUALIFY kind = 'killed';
CREATE TEMP TABLE grid AS
SELECT instant, batch, coalesce(kept, 0) > 0 AS isKept
FROM (
  SELECT unnest(range(min(firstKept) // ${everyMs} * ${everyMs}, max(until), ${everyMs})) AS instant FROM watches
)
CROSS JOIN (SELECT DISTINCT batch FROM answers)
LEFT JOIN answers USING (instant, batch)`;

// Commits keep the order in which answers came, but for those of the same second.
const totalsSql = `
SELECT
  (SELECT count(*) FROM grid) AS wanted,
  (SELECT count(*) FROM grid WHERE isKept) AS kept,
  coalesce(sum(served - kept) FILTER (killed IS NOT true OR answeredAt < lastKept - 1000), 0) AS lost,
  coalesce(min(answeredAt) FILTER (killed IS NOT true OR answeredAt < lastKept - 1000), 0) AS lostAt,
  (SELECT coalesce(sum(kept - served), 0) FROM answers WHERE kept > served) AS doubled,
  coalesce(max(until - lastKept) FILTER (killed), 0) AS unsavedMs
FROM answers
LEFT JOIN watches USING (place)
WHERE served > kept`;

const missedSql = `
SELECT coalesce(kind, 'none') AS kind, count(*) AS updates
FROM (
  SELECT instant, batch, arg_min(kind, place) AS kind
  FROM grid
  LEFT JOIN (FROM spans WHERE kind NOT IN ('killed', 'ended')) AS faults ON instant BETWEEN since AND until
  WHERE NOT isKept
  GROUP BY instant, batch
)
GROUP BY kind
ORDER BY updates DESC`;

const lagSql = `
SELECT median(answeredAt - instant) AS median, max(answeredAt - instant) AS most
FROM (FROM spans WHERE kind IN ('killed', 'ended'))
LEFT JOIN answers USING (place)
GROUP BY place
ORDER BY place`;
