import type {CatalogueEntry} from "../service/catalogue.js";
import {appendRecords} from "./append.js";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";
import {feeds} from "./tables.js";
import {transaction} from "./transaction.js";

/** Replaces the feeds of the store by those of a catalogue; feeds that it no longer lists are kept. */
export async function saveFeeds(store: Store, catalogue: readonly CatalogueEntry[], now = Date.now()): Promise<void> {
  const latest = [...new Map(catalogue.map((feed) => [feed.priceFeedId, feed])).values()];
  if (latest.length === 0) return;
  const {connection} = store;
  await transaction(connection, async () => {
    await connection.run(
      `DELETE FROM feeds WHERE priceFeedId IN (${latest.map(({priceFeedId}) => priceFeedId).join()})`
    );
    await appendRecords(
      connection,
      feeds,
      latest.map((feed) => ({...feed, updatedAt: now * 1000}))
    );
  });
}

/** The feeds of the store, by id. */
export async function readFeeds(store: Store): Promise<CatalogueEntry[]> {
  const names = feeds.columns.map(({name}) => name).filter((name) => name !== "updatedAt");
  return (await queryRecords(store.connection, `SELECT ${names.join()} FROM feeds ORDER BY priceFeedId`)).map(toFeed);
}

function toFeed(record: Record<string, unknown>): CatalogueEntry {
  const text = (name: keyof CatalogueEntry) => (record[name] === null ? null : String(record[name]));
  const number = (name: keyof CatalogueEntry) => (record[name] === null ? null : Number(record[name]));
  return {
    priceFeedId: Number(record.priceFeedId),
    symbol: text("symbol"),
    name: text("name"),
    description: text("description"),
    assetType: text("assetType"),
    exponent: number("exponent"),
    minChannel: text("minChannel"),
    state: text("state"),
    fundingIntervalHours: number("fundingIntervalHours")
  };
}
