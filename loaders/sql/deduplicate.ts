import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {isOwn} from "../store/database/store.js";
import {sqlOf, validParts} from "./list.js";

// All other views stand on `valid_updates` and `deduplicated_updates`. Their SQL is the simplest that is right for the store's
// rows: through plain filters DuckDB reads only the rows that a query asks for.
interface Needed {
  /** Whether every update is misdated. */
  misdated: boolean;
  /** Whether some updates are superseded. */
  superseded: boolean;
  /** Whether updates have mantissas but no exponent, so that the catalogue's counts. Once it is true, it stays so. */
  unscaled: boolean;
}

/**
 * Writes the views `valid_updates` and `deduplicated_updates` as the store's rows need them now. `temporary`: for this
 * connection only, in place of the store's.
 */
export async function deduplicate(connection: DuckDBConnection, {temporary = false} = {}): Promise<void> {
  // What the views were written for is the comment of one of them; views just made from the SQL files have none.
  const [view] = await queryRecords(
    connection,
    `SELECT comment FROM duckdb_views()
    WHERE view_name = 'deduplicated_updates' AND (temporary OR ${isOwn})
    ORDER BY temporary DESC`
  );
  const before: Needed | null = typeof view?.comment === "string" ? JSON.parse(view.comment) : null;
  // Earlier rows were looked at before.
  const fresh = before === null ? "" : "AND rowid >= (SELECT rows FROM derived_state)";
  const [row] = await queryRecords(
    connection,
    `SELECT
      NOT EXISTS (FROM feed_updates WHERE is_dated(publishedAt)) AND EXISTS (FROM feed_updates) AS misdated,
      EXISTS (FROM superseded_updates) AS superseded,
      EXISTS (
        FROM feed_updates
        WHERE exponent IS NULL ${fresh}
          AND coalesce(price, bestBidPrice, bestAskPrice, confidence, emaPrice, emaConfidence, fundingRate) IS NOT NULL
      ) AS unscaled`
  );
  const needed: Needed = {
    misdated: row?.misdated === true,
    superseded: row?.superseded === true,
    unscaled: before?.unscaled === true || row?.unscaled === true
  };
  const text = JSON.stringify(needed);
  if (view?.comment === text) return;
  const create = `CREATE OR REPLACE ${temporary ? "TEMP " : ""}VIEW`;
  await connection.run(`${create} valid_updates AS ${sqlOf("valid_updates", validParts(needed))}
    ; ${create} deduplicated_updates AS ${needed.superseded ? sqlOf("deduplicated_updates") : "FROM updates"}
    ;`);
  if (!temporary) await connection.run(`COMMENT ON VIEW deduplicated_updates IS '${text}'`);
}

// Ranks the updates of a feed and instant, the last received first: 1 is the one that counts. A UUIDv7 sorts by time.
const newness = "row_number() OVER (PARTITION BY priceFeedId, publishedAt ORDER BY responseId DESC, entryIndex DESC)";

/**
 * The statement that adds to `superseded_updates`. It looks at the instants of a query (`publishedAt`): if a feed has several
 * updates of one instant, all but the last received are superseded. Later updates never change that.
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
 * The statements that fill `superseded_updates` anew. They are needed after updates were deleted or altered by hand, as a
 * superseded one may count again. `derive` itself finds updates that were inserted by hand at other instants.
 */
export const renoteSuperseded = `CREATE OR REPLACE TEMP TABLE repeated_instants AS
    SELECT DISTINCT publishedAt FROM responses SEMI JOIN superseded_updates USING (responseId);
  DELETE FROM superseded_updates;
  ${noteSuperseded("FROM repeated_instants")};
  DROP TABLE repeated_instants;`;
