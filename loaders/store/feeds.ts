import {index} from "d3-array";
import {toJson} from "../parse/json.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {appendRecords} from "./append.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {feeds, formerSymbols} from "./tables.js";

/** Writes the feeds of a catalogue into the store, and gives the changes. Keeps unlisted feeds, and former symbols. */
export async function saveFeeds(
  store: Store,
  catalogue: readonly CatalogueEntry[],
  {complete = false}: {complete?: boolean} = {}
): Promise<FeedChanges> {
  const latest = [...new Map(catalogue.map((feed) => [feed.priceFeedId, feed])).values()];
  const changes = feedChanges(await readFeeds(store), latest, {complete});
  if (latest.length === 0) return changes;
  const {connection} = store;
  const renamedAt = Date.now() * 1000;
  const former = changes.renamed.map(({from: symbol, priceFeedId}) => ({symbol, priceFeedId, renamedAt}));
  await transaction(connection, async () => {
    await connection.run(upsert, {list: toJson([...latest, ...changes.gone])});
    await appendRecords(connection, formerSymbols, former);
  });
  return changes;
}

const listed = feeds.columns.filter(({name}) => name !== "updatedAt");

// Not DELETE and INSERT: on a full disk DuckDB cannot roll that back, and ends the process.
const upsert = `INSERT INTO feeds BY NAME
  SELECT unnest(from_json($list::JSON, '${JSON.stringify([Object.fromEntries(listed.map(({name, type}) => [name, type]))])}'), recursive := true), now() AS updatedAt
  ON CONFLICT (priceFeedId) DO UPDATE SET ${feeds.columns
    .filter(({name}) => name !== "priceFeedId")
    .map(({name}) => `${name} = excluded.${name}`)
    .join()}`;

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

/** The differences between two catalogues; `gone` feeds are no longer listed. A symbol or state may be missing. */
export interface FeedChanges {
  fresh: CatalogueEntry[];
  renamed: {priceFeedId: number; from: string; to: string}[];
  gone: CatalogueEntry[];
  states: {priceFeedId: number; symbol: string | null; from: string | null; to: string | null}[];
}

/** Compares two catalogues by id. Only a complete one can show that a feed is gone. */
export function feedChanges(
  before: readonly CatalogueEntry[],
  after: readonly CatalogueEntry[],
  {complete}: {complete: boolean}
): FeedChanges {
  const held = index(before, ({priceFeedId}) => priceFeedId);
  const present = new Set(after.map(({priceFeedId}) => priceFeedId));
  const changes: FeedChanges = {fresh: [], renamed: [], gone: [], states: []};
  for (const feed of after) {
    const old = held.get(feed.priceFeedId);
    const {priceFeedId, symbol, state} = feed;
    if (old === undefined) changes.fresh.push(feed);
    else if (old.state !== state) changes.states.push({priceFeedId, symbol, from: old.state, to: state});
    if (old?.symbol && symbol && old.symbol !== symbol)
      changes.renamed.push({priceFeedId, from: old.symbol, to: symbol});
  }
  const gone = complete && after.length > 0 ? before.filter(({priceFeedId}) => !present.has(priceFeedId)) : [];
  changes.gone = gone.filter(({state}) => state !== "gone").map((feed) => ({...feed, state: "gone"}));
  return changes;
}
