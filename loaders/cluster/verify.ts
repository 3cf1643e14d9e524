import {quotedString} from "@duckdb/node-api";
import type {WithStore} from "../store/access.js";
import {queryRecords} from "../store/database/query.js";
import {type Store, transaction} from "../store/database/store.js";
import {type ColumnType, feedUpdates} from "../store/tables.js";
import type {ClickHouse} from "./client.js";

/** A feed and day whose updates differ: how many the store and the cluster have, and whether their values differ. */
export interface Difference {
  priceFeedId: number;
  day: string;
  store: number;
  cluster: number;
}

interface Total {
  priceFeedId: number;
  day: string;
  rows: number;
  hash: string;
}

const inDuckDb: Readonly<Partial<Record<ColumnType, (name: string) => string>>> = {
  DOUBLE: (name) => `printf('%.17g', ${name})`,
  TIMESTAMP: (name) => `epoch_us(${name})::VARCHAR`
};
const inClickHouse: Readonly<Partial<Record<ColumnType, (name: string) => string>>> = {
  DOUBLE: (name) => `printf('%.17g', ifNull(${name}, 0))`,
  TIMESTAMP: (name) => `toString(toUnixTimestamp64Micro(ifNull(${name}, toDateTime64(0, 6, 'UTC'))))`
};

/** Compares the updates of a store's loads with its cluster's, by feed and day: their number, and a sum of hashes. */
export async function verify(withStore: WithStore, server: ClickHouse): Promise<Difference[]> {
  const {loads, since, here} = await withStore(totalsOf, {readOnly: true});
  const there = loads.length === 0 ? [] : await clusterTotals(server, loads, since);
  const keyOf = ({priceFeedId, day}: Total) => `${priceFeedId} ${day}`;
  const found = new Map(there.map((total) => [keyOf(total), total]));
  const differences: Difference[] = [];
  for (const total of here) {
    const other = found.get(keyOf(total));
    found.delete(keyOf(total));
    if (other?.rows === total.rows && other.hash === total.hash) continue;
    const {priceFeedId, day, rows: store} = total;
    differences.push({priceFeedId, day, store, cluster: other?.rows ?? 0});
  }
  for (const {priceFeedId, day, rows: cluster} of found.values())
    differences.push({priceFeedId, day, store: 0, cluster});
  return differences;
}

/** Marks the responses of the days of differences as not shipped, so that the next shipment sends them again. */
export async function markDifferences({connection}: Store, differences: readonly Difference[]): Promise<void> {
  const days = [...new Set(differences.map(({day}) => quotedString(day)))].join(", ");
  await transaction(connection, async () => {
    await connection.run(`INSERT INTO unshipped (responseId)
      SELECT responseId FROM responses ANTI JOIN unshipped USING (responseId) WHERE publishedAt::DATE IN (${days})`);
    await connection.run("UPDATE shipping SET startedAt = now()"); // else the cluster would skip inserts that it knows
  });
}

async function totalsOf({connection}: Store): Promise<{loads: string[]; since: string; here: Total[]}> {
  const held = await queryRecords(connection, "SELECT loadId FROM loads");
  const [kept] = await queryRecords(
    connection,
    "SELECT greatest(max(before), TIMESTAMP '2000-01-01')::VARCHAR AS since FROM retained"
  );
  const since = String(kept?.since ?? "2000-01-01");
  const here = await queryRecords(
    connection,
    `SELECT priceFeedId, publishedAt::DATE::VARCHAR AS day, count(*) AS rows, sum(md5_number_upper(${rowText(inDuckDb)}))::VARCHAR AS hash
    FROM feed_updates
    WHERE is_dated(publishedAt) AND publishedAt >= TIMESTAMP ${quotedString(since)}
    GROUP BY ALL
    ORDER BY ALL`
  );
  return {loads: held.map(({loadId}) => String(loadId)), since, here: here as unknown as Total[]};
}

async function clusterTotals(server: ClickHouse, loads: readonly string[], since: string): Promise<Total[]> {
  const rows = await server.rows(
    `SELECT priceFeedId, toString(toDate(publishedAt)) AS day, count() AS rows,
      toString(sum(toUInt128(reinterpretAsUInt64(substring(MD5(${rowText(inClickHouse)}), 1, 8))))) AS hash
    FROM feed_updates FINAL
    WHERE publishedAt >= toDateTime64(${quotedString(since)}, 6, 'UTC')
      AND publishedAt <= now64(6) + INTERVAL 1 DAY
      AND responseId IN (SELECT responseId FROM responses WHERE loadId IN (${loads.map(quotedString).join(", ")}))
    GROUP BY priceFeedId, day`
  );
  return rows.map(({priceFeedId, day, rows, hash}) => ({
    ...{priceFeedId: Number(priceFeedId), day: String(day)},
    ...{rows: Number(rows), hash: String(hash)}
  }));
}

function rowText(texts: typeof inDuckDb): string {
  const isHere = texts === inDuckDb;
  const values = feedUpdates.columns.map(({name, type}) => {
    const text = texts[type]?.(name) ?? (isHere ? `${name}::VARCHAR` : `ifNull(toString(${name}), '')`);
    return isHere ? `coalesce(${text}, 'null')` : `if(${name} IS NULL, 'null', ${text})`;
  });
  return `concat(${values.join(", '|', ")})`;
}
