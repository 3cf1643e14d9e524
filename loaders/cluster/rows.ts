// Queries of a cluster's rows, in ClickHouse's SQL, under the names and with the columns of a store's tables and views.

const mostLogged = 1_000_000; // rows of a log, as `fault_examples` reads
const mostResponses = 100_000; // as `latency_1h` reads
const byId = "UUIDToNum(responseId)"; // which is by time

const rejects = logSql("rejected_entries", "reason", {text: "entry", kind: "splitByChar(':', reason)[1]"});
const nulls = logSql("coercions", "priceFeedId, columnName", {text: "value", kind: "columnName"});
const failures = `SELECT * FROM failed_responses FINAL ORDER BY ${byId} DESC LIMIT ${mostLogged}`;

// The responses that `latency_by_class` reads.
const timed = `SELECT DISTINCT responseId FROM responses
    WHERE endpoint = 'latest_price' AND httpStatus = 200 ORDER BY ${byId} DESC LIMIT 1000`;

/** The queries of small tables, which a snapshot needs whole. Logs have their newest rows, the oldest first. */
export const wholeRows: Readonly<Record<string, string>> = {
  feeds: "SELECT * FROM feeds FINAL",
  feed_held: "SELECT * FROM feed_held",
  session_runs: "SELECT * FROM sessions", // a run may be longer than an hour
  funding_runs: "SELECT * FROM funding_runs",
  gap_runs: `SELECT priceFeedId, gap.1 AS startedAt, gap.2 AS kind, gap.3 AS lastAt, gap.4 AS resumedAt, gap.5 AS stepSeconds,
      gap.6 AS missing, gap.7 AS closed, gap.8 AS continues
    FROM kept_hours FINAL ARRAY JOIN gaps AS gap`,
  extra_hours: `SELECT priceFeedId, toStartOfDay(startedAt) AS startedAt, field, sum(extras[field]) AS updates
    FROM kept_hours FINAL ARRAY JOIN mapKeys(extras) AS field GROUP BY priceFeedId, startedAt, field`,
  loads: `SELECT * FROM loads FINAL ORDER BY startedAt DESC LIMIT ${mostResponses}`,
  rejected_entries: `SELECT * FROM (${rejects}) ORDER BY ${byId}, entryIndex`,
  coercions: `SELECT * FROM (${nulls}) ORDER BY ${byId}, entryIndex`,
  failed_responses: `SELECT * FROM (${failures}) ORDER BY ${byId}`,
  // The newest responses, the responses of other logs, and the last response that lacks a feed.
  responses: `SELECT responseId, loadId, endpoint, requestedAt, receivedAt, publishedAt, httpStatus, latencyMs, entries, missingFeeds,
      if(responseId IN (SELECT responseId FROM (${timed})), request, '{}') AS request
    FROM responses FINAL
    WHERE responseId IN (SELECT DISTINCT responseId FROM responses ORDER BY ${byId} DESC LIMIT ${mostResponses})
      ${[rejects, nulls, failures].map((log) => `OR responseId IN (SELECT responseId FROM (${log}))`).join(" ")}
      OR responseId IN (
        SELECT argMax(responseId, publishedAt) FROM responses
        ARRAY JOIN JSONExtractArrayRaw(assumeNotNull(missingFeeds)) AS feed
        WHERE endpoint = 'latest_price' AND httpStatus = 200 AND missingFeeds <> '[]'
        GROUP BY feed
      )
    ORDER BY ${byId}`
};

// Ids of responses and bins of spreads are in no snapshot.
const cutColumns: Readonly<Record<string, string>> = {
  ...{bars_1d: "*", bars_1h: "* EXCEPT spreadBins", bars_1m: "*"},
  ...{prices: "* EXCEPT (responseId, entryIndex)", funding: "*"}
};

/** The names of tables that a snapshot needs in part. */
export const cutNames: readonly string[] = Object.keys(cutColumns);

/** The query of the rows of one of `cutNames` that meet a condition. */
export function cutRows(name: string, condition: string): string {
  return `SELECT ${cutColumns[name]} FROM ${name} WHERE ${condition}`;
}

/** The query of the rows of `quality_hours` that meet a condition. */
export function hourRows(condition: string): string {
  const others =
    "gaps|sessions|rates|extras|rows|fundingRates|.*PublishedAt|exponent|exponentAt|feedUpdateTimestamp|marketSession|madeAt";
  return `SELECT * EXCEPT '^(${others})$', firstPublishedAt AS firstAt, lastPublishedAt AS lastAt FROM kept_hours FINAL WHERE ${condition}`;
}

/** The query of these rows summed by day, with assumed and unusable values apart; `columns` are summed. */
export function dayRows(condition: string, columns: readonly string[]): string {
  return `SELECT priceFeedId, toStartOfDay(hour) AS startedAt, catalogueExponent, min(firstAt) AS firstAt, max(lastAt) AS lastAt,
      ${columns.map((name) => `sum(hours.${name}) AS ${name}`).join(", ")}
    FROM (SELECT *, startedAt AS hour FROM (${hourRows(condition)})) AS hours
    GROUP BY priceFeedId, toStartOfDay(hour), catalogueExponent, hours.exponentless > 0 OR hours.unscaled > 0 OR hours.unspanned > 0`;
}

/** What is counted of rows that begin at the same time, by table. */
export const ages: Readonly<Record<string, string>> = {
  bars_1d: "count() AS rows FROM bars_1d",
  bars_1h:
    "count() AS rows, sum(least(60, updates + carriedForward)) AS minutes, sum(updates + carriedForward) AS received FROM bars_1h",
  quality_hours: "count() AS rows FROM kept_hours FINAL"
};

const counted: Readonly<Record<string, string>> = {
  ...{bars_1d: "bars_1d", bars_1h: "bars_1h", bars_1m: "bars_1m", quality_hours: "kept_hours FINAL"},
  ...{rejects: "rejected_entries FINAL", nulls: "coercions FINAL WHERE columnName <> 'publishedAt'"}
};

/** The query of numbers of rows, a column for each. */
export const countRows: string = `SELECT ${Object.entries(counted)
  .map(([name, from]) => `(SELECT count() FROM ${from}) AS ${name}`)
  .join(", ")}`;

// The newest rows of a log, and the long text of five of each kind alone, as `fault_examples` shows no more.
function logSql(table: string, columns: string, {text, kind}: {text: string; kind: string}): string {
  const rank = `row_number() OVER (PARTITION BY ${kind} ORDER BY ${byId} DESC, entryIndex DESC)`;
  return `SELECT responseId, entryIndex, ${columns}, if(${rank} <= 5, ${text}, 'null') AS ${text}
    FROM (SELECT * FROM ${table} FINAL ORDER BY ${byId} DESC, entryIndex DESC LIMIT ${mostLogged})`;
}
