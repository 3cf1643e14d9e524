import {readFileSync, statSync} from "node:fs";
import {quotedIdentifier} from "@duckdb/node-api";
import {sum} from "d3-array";
import {dueHours, dueText} from "../sql/due.js";
import {queryRecords} from "../store/database/query.js";
import {isOwn, type Store} from "../store/database/store.js";
import {endedLoads, endedText} from "../store/loads.js";

/** State of a feed, by the view `feed_states`, which pages use, too; the worst first. */
export type FeedState = "stale" | "missing" | "silent" | "never" | "unknown" | "quiet" | "fresh" | "closed";

/** One feed of a store. `ageSeconds` is how old its newest update was when published. */
export interface FeedStatus {
  state: FeedState;
  priceFeedId: number;
  symbol: string | null;
  lastPublishedAt: string | null;
  ageSeconds: number | null;
  marketSession: string | null;
  rows: number;
  rejected: number;
}

/** One load of a store; latencies are of its responses, and null if it asked no service. */
export interface LoadSummary {
  startedAt: string;
  command: string;
  status: string;
  seconds: number | null;
  rows: number;
  rowsPerSecond: number | null;
  responses: number;
  latencyP50Ms: number | null;
  latencyP99Ms: number | null;
  /** Responses that were refused, were no update bodies, or are of another instant than was asked for. */
  failures: number;
  rejected: number;
  simulated: boolean;
  error: string | null;
}

type Counts = "updates" | "feeds" | "rejected" | "coercions" | "misdated" | "rejectedWithoutFeed" | "dropped";
type Gaps = "catalogueExponents" | "unscaled" | "unspanned";

/** Totals of a store: the view `meta`, with counts of dropped updates, and of rejected entries without a readable feed. */
type StoreTotals = Record<Counts | Gaps, number> & {simulated: boolean} & Record<Times, string | null>;
type Times = "firstPublishedAt" | "lastPublishedAt" | "droppedBefore";

/** The state of a store: its totals, its newest loads, and its feeds, those with the worst problems first. */
export interface StoreStatus {
  path: string;
  bytes: number;
  meta: StoreTotals;
  balanced: boolean;
  due: number;
  /** Loads that ended without finishing, which the next load will book. */
  unfinished: number;
  loads: LoadSummary[];
  fields: {startedAt: string; field: string; change: string}[];
  feeds: FeedStatus[];
}

/** Reads the state of a store. `balanced`: every entry received is a row or a reject. */
export async function storeStatus(store: Store): Promise<StoreStatus> {
  const {connection, path} = store;
  const ended = await endedLoads(store);
  const feeds = (await queryRecords(connection, sqlOf("feeds"))) as unknown as FeedStatus[];
  const [{balanced, ...totals} = {}] = await queryRecords(connection, sqlOf("totals"));
  const rejectedWithoutFeed = Number(totals.rejected) - sum(feeds, ({rejected}) => rejected);
  return {
    path,
    bytes: statSync(path).size,
    meta: {...totals, rejectedWithoutFeed} as StoreTotals,
    balanced: balanced === true,
    due: await dueHours(connection),
    unfinished: ended.length,
    loads: await newestLoads(store, ended),
    fields: (await queryRecords(connection, changedFields)) as unknown as StoreStatus["fields"],
    feeds
  };
}

const changedFields =
  "SELECT startedAt, field, change FROM field_changes ORDER BY startedAt DESC, field, change LIMIT 5";

/** What to say of hours that are not derived yet; null if there are none, or a load is running, which derives them. */
export async function notDerived(store: Store): Promise<string | null> {
  const due = await dueHours(store.connection);
  return due === 0 || (await isLoading(store)) ? null : dueText(due);
}

/** Whether a load of the store is running. */
export async function isLoading(store: Store): Promise<boolean> {
  const sql = "SELECT count(*) AS running FROM loads WHERE status = 'running'";
  const [row] = await queryRecords(store.connection, sql);
  return Number(row?.running) > (await endedLoads(store)).length;
}

/** Whether the store holds nothing, or nothing but a demo that did not end. */
export async function isUnfinishedDemo({connection}: Store): Promise<boolean> {
  const [row] = await queryRecords(
    connection,
    `SELECT
       NOT EXISTS (SELECT 1 FROM loads WHERE command = 'demo' AND status = 'done')
       AND NOT EXISTS (
         SELECT 1 FROM loads JOIN responses USING (loadId) WHERE command <> 'demo' AND entries > 0
       ) AS unfinished`
  );
  return row?.unfinished === true;
}

/** When the store last changed by a load, in epoch milliseconds; 0 if never. */
export async function lastChange({connection}: Store): Promise<number> {
  const [row] = await queryRecords(
    connection,
    `SELECT greatest(
       (SELECT max(greatest(startedAt, coalesce(finishedAt, startedAt))) FROM loads),
       (SELECT max(receivedAt) FROM responses)
     ) AS at`
  );
  return row?.at ? Date.parse(String(row.at)) : 0;
}

/** Text of one of the queries of `status/`. */
export function sqlOf(name: "feeds" | "loads" | "totals" | "integrity"): string {
  return readFileSync(new URL(`../sql/status/${name}.sql`, import.meta.url), "utf8");
}

async function newestLoads({connection}: Store, ended: readonly string[]): Promise<LoadSummary[]> {
  const records = await queryRecords(connection, sqlOf("loads"));
  return records.map(({loadId, lasted, ...record}) => ({
    ...(record as unknown as LoadSummary),
    ...(ended.includes(String(loadId)) ? {status: "interrupted", error: endedText} : {})
  }));
}

/** Reads every value, as DuckDB checks only blocks that it reads. @throws DuckDB's error if something is damaged */
export async function readWhole({connection}: Store): Promise<void> {
  const sql = `SELECT table_name FROM duckdb_tables() WHERE ${isOwn} ORDER BY table_name`;
  for (const {table_name} of await queryRecords(connection, sql)) {
    await connection.run(`SELECT bit_xor(hash(COLUMNS(*))) FROM ${quotedIdentifier(String(table_name))}`);
  }
}
