import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";

const named =
  "SELECT priceFeedId, coalesce(symbol || ' (' || priceFeedId || ')', priceFeedId::VARCHAR) AS feed FROM feeds";

const times = `min(receivedAt) AS firstReceivedAt,
       max(receivedAt) AS lastReceivedAt,
       count(DISTINCT loadId) AS loads`;

const queries = {
  rejects: `SELECT
       regexp_replace(reason, ':.*$', '') AS reason,
       count(*) AS count,
       ${times},
       arg_max(entry, (receivedAt, entryIndex)) AS example,
       ${feedsOf("feed")} AS feeds
     FROM (
       SELECT *, feed_of_entry(entry) AS priceFeedId
       FROM rejected_entries
     )
     JOIN responses USING (responseId)
     LEFT JOIN (${named}) USING (priceFeedId)
     GROUP BY 1
     ORDER BY count DESC, reason`,
  coercions: `SELECT
       columnName,
       count(*) AS count,
       ${times},
       arg_max(value, (receivedAt, entryIndex)) AS example,
       ${feedsOf("coalesce(feed, priceFeedId::VARCHAR)")} AS feeds
     FROM coercions
     JOIN responses USING (responseId)
     LEFT JOIN (${named}) USING (priceFeedId)
     GROUP BY columnName
     ORDER BY count DESC, columnName`,
  failures: `SELECT
       regexp_replace(problem, ' [(].*$', '') AS problem,
       count(*) AS count,
       ${times},
       arg_max(start, receivedAt) AS example
     FROM (
       SELECT responseId, problem, start FROM failed_responses
       UNION ALL
       SELECT responseId, 'update of another instant than was asked for', 'asked for ' || make_timestamp(askedUs) || ', is of ' || publishedAt
       FROM misplaced_answers
     ) JOIN responses USING (responseId)
     GROUP BY 1
     ORDER BY count DESC, problem`,
  loads: `SELECT startedAt, command, sum(responses.entries) AS entries, sum(responses.rejected) AS rejected,
       sum(responses.rejected) / sum(responses.entries) AS share, loadId
     FROM loads JOIN responses USING (loadId)
     GROUP BY ALL
     HAVING sum(responses.rejected) > 0
     ORDER BY startedAt DESC
     LIMIT 10`,
  fields: `SELECT startedAt, field, change, shareBefore, share, coercions, coalesce(feed, priceFeedId::VARCHAR) AS feed
     FROM field_changes LEFT JOIN (${named}) USING (priceFeedId)
     ORDER BY startedAt DESC, field, change
     LIMIT 20`
};

/** The overview of what did not fit: a list for each kind of fault. */
export type RejectsOverview = Record<keyof typeof queries, Record<string, unknown>[]>;

/** Reads the overview of what did not fit. */
export async function rejectsOverview({connection}: Store): Promise<RejectsOverview> {
  const found: RejectsOverview = {rejects: [], coercions: [], failures: [], loads: [], fields: []};
  for (const name of Object.keys(found) as (keyof RejectsOverview)[])
    found[name] = await queryRecords(connection, queries[name]);
  return found;
}

function feedsOf(feed: string): string {
  return `array_to_string(list_sort(list(DISTINCT ${feed}))[:3], ', ')
         || CASE WHEN count(DISTINCT ${feed}) > 3 THEN ' and ' || (count(DISTINCT ${feed}) - 3) || ' more' ELSE '' END`;
}
