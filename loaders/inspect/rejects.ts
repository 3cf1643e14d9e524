import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

type Records = Record<string, unknown>[];

/** What of a store's responses was not booked as it came: see each query below. */
export interface RejectsOverview {
  rejects: Records;
  coercions: Records;
  failures: Records;
  loads: Records;
  drift: Records;
}

/** All that did not fit, each kind by its own measure. */
export async function rejectsOverview(store: Store): Promise<RejectsOverview> {
  return {
    rejects: await rejectsByReason(store),
    coercions: await coercionsByColumn(store),
    failures: await failuresByProblem(store),
    loads: await rejectsByLoad(store),
    drift: await newestDrift(store)
  };
}

/** Rejected entries by reason: how many, of which feeds, first and last, in how many loads, and the newest as an example. */
export async function rejectsByReason({connection}: Store): Promise<Records> {
  return queryRecords(
    connection,
    `SELECT
       regexp_replace(reason, ':.*$', '') AS reason,
       count(*) AS count,
       min(receivedAt) AS firstReceivedAt,
       max(receivedAt) AS lastReceivedAt,
       count(DISTINCT loadId) AS loads,
       arg_max(entry, (receivedAt, entryIndex)) AS example,
       ${feedsOf("feed")} AS feeds
     FROM (
       SELECT *, feed_of_entry(entry) AS priceFeedId
       FROM rejected_entries
     )
     JOIN responses USING (responseId)
     LEFT JOIN (${named}) USING (priceFeedId)
     GROUP BY 1
     ORDER BY count DESC, reason`
  );
}

/** Values that became null because they could not take their column's type: per column, how many, of which feeds, and one. */
export async function coercionsByColumn({connection}: Store): Promise<Records> {
  return queryRecords(
    connection,
    `SELECT
       columnName,
       count(*) AS count,
       min(receivedAt) AS firstReceivedAt,
       max(receivedAt) AS lastReceivedAt,
       count(DISTINCT loadId) AS loads,
       arg_max(value, (receivedAt, entryIndex)) AS example,
       ${feedsOf("coalesce(feed, priceFeedId::VARCHAR)")} AS feeds
     FROM coercions
     JOIN responses USING (responseId)
     LEFT JOIN (${named}) USING (priceFeedId)
     GROUP BY columnName
     ORDER BY count DESC, columnName`
  );
}

/** Responses that should have held an update and did not, by problem: how many, first and last, and how the newest begins. */
export async function failuresByProblem({connection}: Store): Promise<Records> {
  return queryRecords(
    connection,
    `SELECT
       regexp_replace(problem, ' [(].*$', '') AS problem,
       count(*) AS count,
       min(receivedAt) AS firstReceivedAt,
       max(receivedAt) AS lastReceivedAt,
       count(DISTINCT loadId) AS loads,
       arg_max(start, receivedAt) AS example
     FROM failed_responses JOIN responses USING (responseId)
     GROUP BY 1
     ORDER BY count DESC, problem`
  );
}

/** The newest loads that rejected entries, with the share of all that they received. */
export async function rejectsByLoad({connection}: Store): Promise<Records> {
  return queryRecords(
    connection,
    `SELECT startedAt, command, sum(responses.entries) AS entries, sum(responses.rejected) AS rejected,
       sum(responses.rejected) / sum(responses.entries) AS share, loadId
     FROM loads JOIN responses USING (loadId)
     GROUP BY ALL
     HAVING sum(responses.rejected) > 0
     ORDER BY startedAt DESC
     LIMIT 10`
  );
}

/** The newest changes of the fields that came. */
export async function newestDrift({connection}: Store): Promise<Records> {
  return queryRecords(
    connection,
    `SELECT startedAt, command, endpoint, field, change, was, now, coalesce(feed, priceFeedId::VARCHAR) AS feed
     FROM drift JOIN loads USING (loadId) LEFT JOIN (${named}) USING (priceFeedId)
     ORDER BY startedAt DESC, endpoint, field
     LIMIT 20`
  );
}

const named =
  "SELECT priceFeedId, coalesce(symbol || ' (' || priceFeedId || ')', priceFeedId::VARCHAR) AS feed FROM feeds";

// Three of them are enough to know which.
function feedsOf(feed: string): string {
  return `array_to_string(list_sort(list(DISTINCT ${feed}))[:3], ', ')
         || CASE WHEN count(DISTINCT ${feed}) > 3 THEN ' and ' || (count(DISTINCT ${feed}) - 3) || ' more' ELSE '' END`;
}
