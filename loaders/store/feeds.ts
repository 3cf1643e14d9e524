import {index} from "d3-array";
import {toJson} from "../parse/json.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {appendRecords} from "./append.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {compareFeeds, type FeedChanges} from "./feed-changes.js";
import {feedChanges, feeds, formerSymbols} from "./tables.js";

/** Writes the feeds of a catalogue into the store, and gives the changes. Keeps unlisted feeds, and former symbols. */
export async function saveFeeds(
  store: Store,
  catalogue: readonly CatalogueEntry[],
  {complete = false}: {complete?: boolean} = {}
): Promise<FeedChanges> {
  // As the store would give them back: it has no half surrogate pairs and no -0, which would be changes at each load.
  const latest: CatalogueEntry[] = JSON.parse(
    toJson([...new Map(catalogue.map((feed) => [feed.priceFeedId, feed])).values()])
  );
  const before = await readFeeds(store);
  const changes = compareFeeds(before, latest, {complete});
  if (latest.length === 0) return changes;
  const {connection} = store;
  const changedAt = Date.now() * 1000;
  const former = changes.renamed.map(({from: symbol, priceFeedId}) => ({symbol, priceFeedId, renamedAt: changedAt}));
  const all = [...latest, ...changes.gone];
  const held = index(before, ({priceFeedId}) => priceFeedId);
  const written = all.filter((feed) => !isSame(held.get(feed.priceFeedId), feed));
  await transaction(connection, async () => {
    await connection.run(upsert, {list: toJson(written)});
    await connection.run(touch, {ids: JSON.stringify(all.map(({priceFeedId}) => priceFeedId))});
    await appendRecords(connection, formerSymbols, former);
    const entries = changes.entries.map((change) => ({...change, changedAt}));
    await appendRecords(connection, feedChanges, entries);
  });
  return changes;
}

const listed = feeds.columns.filter(({name}) => name !== "updatedAt");
const types = Object.fromEntries(listed.map(({name, type}) => [name, type === "JSON" ? "VARCHAR" : type])); // JSON would be quoted

// Not DELETE and INSERT: on a full disk DuckDB cannot roll that back, and ends the process.
const upsert = `INSERT INTO feeds BY NAME
  SELECT unnest(from_json($list::JSON, '${JSON.stringify([types])}'), recursive := true), now() AS updatedAt
  ON CONFLICT (priceFeedId) DO UPDATE SET ${feeds.columns
    .filter(({name}) => name !== "priceFeedId")
    .map(({name}) => `${name} = excluded.${name}`)
    .join()}`;

// Entries are long and rarely change: so a store does not grow with each catalogue that it reads.
const touch = "UPDATE feeds SET updatedAt = now() WHERE priceFeedId IN (SELECT unnest($ids::JSON::BIGINT[]))";

function isSame(before: CatalogueEntry | undefined, after: CatalogueEntry): boolean {
  return (
    before !== undefined &&
    (Object.keys(after) as (keyof CatalogueEntry)[]).every((name) => before[name] === after[name])
  );
}

/** The feeds of the store, by id. */
export async function readFeeds(store: Store): Promise<CatalogueEntry[]> {
  const names = listed.map(({name}) => name).join();
  const records = await queryRecords(store.connection, `SELECT ${names} FROM feeds ORDER BY priceFeedId`);
  return records as unknown as CatalogueEntry[];
}

/** The exponents of some feeds by the catalogue, and by their last update that has one. */
export async function readExponents(
  {connection}: Store,
  ids: readonly string[]
): Promise<{priceFeedId: number; symbol: string | null; exponent: number | null; ownExponent: number | null}[]> {
  const sql = `SELECT priceFeedId, symbol, feeds.exponent AS exponent, feed_held.exponent AS ownExponent
    FROM (SELECT unnest($ids::JSON::BIGINT[]) AS priceFeedId)
    LEFT JOIN feeds USING (priceFeedId)
    LEFT JOIN feed_held USING (priceFeedId)
    ORDER BY dated NULLS FIRST`;
  return (await queryRecords(connection, sql, {ids: JSON.stringify(ids)})) as never;
}

/** The ids of feeds by symbol or former symbol. A symbol means the feed that has it now, else the last that had it. */
export async function readSymbols({connection}: Store): Promise<Map<string, number>> {
  const sql = `SELECT symbol, priceFeedId, renamedAt FROM former_symbols
    UNION ALL
    SELECT symbol, priceFeedId, 'infinity'::TIMESTAMP FROM feeds WHERE symbol IS NOT NULL
    ORDER BY renamedAt`;
  const held = await queryRecords(connection, sql);
  return new Map(held.map(({symbol, priceFeedId}) => [String(symbol), Number(priceFeedId)]));
}
