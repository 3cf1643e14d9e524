import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";
import type {ColumnName} from "../rows/columns.js";

/** Where an entry stood. */
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

/** The next rejected entries after a place, in the order of places: no more than memory holds; none at the end. */
export async function rejectedAfter({connection}: Store, after: Place | null): Promise<RejectedEntry[]> {
  const sql = `SELECT responseId, entryIndex, epoch_us(publishedAt) AS publishedAt, entry
    FROM (
      SELECT *, sum(strlen(entry)) OVER (ORDER BY responseId, entryIndex) - strlen(entry) AS before
      FROM (
        SELECT * FROM rejected_entries
        WHERE $responseId IS NULL OR (responseId, entryIndex) > ($responseId::UUID, $entryIndex::INTEGER)
        ORDER BY responseId, entryIndex
        LIMIT 2000
      )
    ) JOIN responses USING (responseId)
    WHERE before < 16000000
    ORDER BY responseId, entryIndex`;
  return (await queryRecords(connection, sql, placeOf(after))) as unknown as RejectedEntry[];
}

/** The next values that became null after a place and column, in the order of places; none at the end. */
export async function coercedAfter({connection}: Store, after: CoercedValue | null): Promise<CoercedValue[]> {
  const sql = `SELECT responseId, entryIndex, priceFeedId, columnName, value
    FROM (
      SELECT *, sum(strlen(value)) OVER (ORDER BY responseId, entryIndex, columnName) - strlen(value) AS before
      FROM (
        SELECT * FROM coercions
        WHERE columnName <> 'publishedAt' -- when it was received stands in its place
          AND (
            $responseId IS NULL
            OR (responseId, entryIndex, columnName) > ($responseId::UUID, $entryIndex::INTEGER, $columnName)
          )
        ORDER BY responseId, entryIndex, columnName
        LIMIT 2000
      )
    )
    WHERE before < 16000000
    ORDER BY responseId, entryIndex, columnName`;
  const parameters = {...placeOf(after), columnName: after?.columnName ?? null};
  return (await queryRecords(connection, sql, parameters)) as unknown as CoercedValue[];
}

function placeOf(place: Place | null): {responseId: string | null; entryIndex: number | null} {
  return {responseId: place?.responseId ?? null, entryIndex: place?.entryIndex ?? null};
}
