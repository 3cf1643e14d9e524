import {group} from "d3-array";
import type {Body} from "../parse/body.js";
import {type ColumnName, columns as rowColumns} from "../parse/columns.js";
import {deduplicate, noteSuperseded} from "../sql/deduplicate.js";
import {recount} from "../sql/due.js";
import {appendRecords} from "./append.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {coercions, feedUpdates} from "./tables.js";

/** A value for a row's column: text, a number, or a timestamp in Unix µs. */
export interface Filling extends Place {
  value: number | string;
}

/**
 * Replaces rejected entries by the rows of `body`, in one transaction, and changes the counts of their responses and loads. The
 * `entryIndex` of rows and coercions of `body` is an index of `entries`.
 */
export async function bookReplayed(store: Store, entries: readonly RejectedEntry[], body: Body): Promise<void> {
  const {connection} = store;
  const rows = body.rows.flatMap((row) => {
    const reject = entries[row.entryIndex];
    return reject ? [{...row, ...reject}] : [];
  });
  if (rows.length === 0) return;
  const nulls = body.coercions.flatMap((coercion) => ({...coercion, ...entries[coercion.entryIndex]}));
  await transaction(connection, async () => {
    await appendRecords(connection, feedUpdates, rows);
    await connection.run(
      noteSuperseded(`SELECT publishedAt FROM responses WHERE responseId IN (SELECT responseId FROM (${valuesSql}))`),
      listed(rows)
    );
    await deduplicate(connection);
    await appendRecords(connection, coercions, nulls);
    await connection.run(`DELETE FROM rejected_entries WHERE (responseId, entryIndex) IN (${places})`, listed(rows));
    await moveCounts(store, rows);
    await shipAgain(store, rows);
  });
}

// A shipment under way may send the rows as they were: then they are sent once more.
async function shipAgain({connection}: Store, changed: readonly Place[]): Promise<void> {
  const ids = `SELECT DISTINCT responseId, true FROM (${valuesSql}) WHERE EXISTS (FROM shipping)`;
  await connection.run(`INSERT INTO unshipped (responseId, again) ${ids}`, listed(changed));
}

/** Fills a column of rows where it is null, and deletes the coercions, in one transaction. */
export async function fillColumn(store: Store, name: ColumnName, fillings: readonly Filling[]): Promise<void> {
  const {connection} = store;
  const type = rowColumns.find((column) => column.name === name)?.type;
  const value = type === "TIMESTAMP" ? "make_timestamp(value::BIGINT)" : `value::${type}`;
  await transaction(connection, async () => {
    await connection.run(
      `UPDATE feed_updates SET ${name} = filling.value
       FROM (SELECT responseId, entryIndex, ${value} AS value FROM (${valuesSql})) AS filling
       WHERE feed_updates.responseId = filling.responseId AND feed_updates.entryIndex = filling.entryIndex
         AND feed_updates.${name} IS NULL`,
      listed(fillings)
    );
    await connection.run(
      `INSERT INTO derived_stale BY NAME
       SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
       FROM feed_updates
       WHERE (responseId, entryIndex) IN (${places}) AND is_dated(publishedAt)`,
      listed(fillings)
    );
    await connection.run(recount("feed_totals"));
    await connection.run(`DELETE FROM coercions WHERE columnName = $name AND (responseId, entryIndex) IN (${places})`, {
      ...listed(fillings),
      name
    });
    await shipAgain(store, fillings);
  });
}

// Also removes the feeds from the missing feeds of their responses.
async function moveCounts(
  {connection}: Store,
  moved: readonly {responseId: string; priceFeedId: number}[]
): Promise<void> {
  const responses = [...group(moved, ({responseId}) => responseId)];
  const list = JSON.stringify(
    responses.map(([responseId, rows]) => ({responseId, ids: rows.map(({priceFeedId}) => priceFeedId)}))
  );
  const parts = `SELECT unnest(from_json($list::JSON, '[{"responseId":"UUID","ids":["BIGINT"]}]'), recursive := true)`;
  await connection.run(
    `UPDATE loads SET rows = rows + part.count, rejected = rejected - part.count
     FROM (
       SELECT loadId, sum(len(ids))::BIGINT AS count FROM responses JOIN (${parts}) USING (responseId) GROUP BY loadId
     ) AS part
     WHERE loads.loadId = part.loadId`,
    {list}
  );
  await connection.run(
    `UPDATE responses SET
       rows = rows + len(part.ids),
       rejected = rejected - len(part.ids),
       missingFeeds = to_json(list_filter(missingFeeds::BIGINT[], lambda id: NOT list_contains(part.ids, id)))
     FROM (${parts}) AS part
     WHERE responses.responseId = part.responseId`,
    {list}
  );
}

const valuesSql = `SELECT unnest(
  from_json($list::JSON, '[{"responseId":"UUID","entryIndex":"INTEGER","value":"VARCHAR"}]'), recursive := true
)`;
const places = `SELECT (responseId, entryIndex) FROM (${valuesSql})`;

function listed(list: readonly Place[]): {list: string} {
  return {list: JSON.stringify(list, ["responseId", "entryIndex", "value"])};
}

/** The response of an entry, and its index in it. */
export interface Place {
  responseId: string;
  entryIndex: number;
}

/** An entry that was rejected: its JSON text, and when its response was published (Unix µs). */
export interface RejectedEntry extends Place {
  publishedAt: number;
  entry: string;
}

/** A value that became null, as JSON text. */
export interface CoercedValue extends Place {
  priceFeedId: number;
  columnName: ColumnName;
  value: string;
}

/** The next rejected entries after a place, in order; an empty list at the end. */
export async function rejectedAfter(store: Store, after: Place | null): Promise<RejectedEntry[]> {
  const sql = `SELECT responseId, entryIndex, epoch_us(publishedAt) AS publishedAt, entry
    FROM rejected_entries JOIN responses USING (responseId)
    WHERE $responseId IS NULL OR (responseId, entryIndex) > ($responseId::UUID, $entryIndex::INTEGER)
    ORDER BY responseId, entryIndex
    LIMIT ${pageRows}`;
  const {responseId = null, entryIndex = null} = after ?? {};
  return (await queryRecords(store.connection, sql, {responseId, entryIndex})) as unknown as RejectedEntry[];
}

/** The next values that became null, after a place and column, in order; an empty list at the end. */
export async function coercedAfter(store: Store, after: CoercedValue | null): Promise<CoercedValue[]> {
  const sql = `SELECT responseId, entryIndex, priceFeedId, columnName, value
    FROM coercions
    WHERE columnName <> 'publishedAt' -- that column has the time of receipt instead
      AND ($responseId IS NULL
        OR (responseId, entryIndex, columnName) > ($responseId::UUID, $entryIndex::INTEGER, $columnName::VARCHAR))
    ORDER BY responseId, entryIndex, columnName
    LIMIT ${pageRows}`;
  const {responseId = null, entryIndex = null, columnName = null} = after ?? {};
  const parameters = {responseId, entryIndex, columnName};
  return (await queryRecords(store.connection, sql, parameters)) as unknown as CoercedValue[];
}

const pageRows = 500; // few, as an entry may be large
