import type {Store} from "./open.js";
import {queryRecords} from "./query.js";

/** Rejected entries by reason: how many, when last, and one as an example. */
export async function rejectsByReason({connection}: Store): Promise<Record<string, unknown>[]> {
  return queryRecords(
    connection,
    `SELECT regexp_replace(reason, ':.*$', '') AS reason, count(*) AS count, max(receivedAt) AS lastReceivedAt,
       arg_max(entry, receivedAt) AS example
     FROM rejected_entries JOIN responses USING (responseId)
     GROUP BY 1 ORDER BY count DESC, reason`
  );
}

/** Values that became null because they could not take their column's type: per column, how many, and one as an example. */
export async function coercionsByColumn({connection}: Store): Promise<Record<string, unknown>[]> {
  return queryRecords(
    connection,
    `SELECT columnName, count(*) AS count, count(DISTINCT priceFeedId) AS feeds, any_value(value) AS example
     FROM coercions GROUP BY columnName ORDER BY count DESC, columnName`
  );
}
