import {quotedIdentifier} from "@duckdb/node-api";
import {isColumn} from "../parse/columns.js";
import type {FieldsSeen, SeenFields} from "../parse/fields.js";
import {appendRecords} from "./append.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {drift, knownFields} from "./internal-tables.js";
import {assertBegun} from "./loads.js";

// Known fields have a table of their own. A view over the keys of `extra` would take 1 to 4.6 s with two million rows that have
// some, for each status and snapshot (status takes 0.2 s), and could not tell a number from a number sent as text.
const mostKnown = 1000; // fields of an endpoint; further ones are reported, but not stored, so names without end do not fill the store

/**
 * A change of an endpoint's fields: new, stopped (though the feed that had it came), back again, or with values of another
 * kind. `was` and `now` are kinds; `priceFeedId` is a feed that has, or had, the field.
 */
export interface Drift {
  endpoint: string;
  field: string;
  change: "new" | "stopped" | "back" | "kind";
  was: string | null;
  now: string | null;
  priceFeedId: number;
}

interface Known {
  kinds: string;
  priceFeedId: number;
  stopped: boolean;
}

/** Whether an endpoint was asked for a field, and since when its fields were watched (epoch ms; null: since the load began). */
export interface Expected {
  asked(endpoint: string, field: string): boolean;
  since: number | null;
}

/**
 * Compares the fields that a load saw with the known ones, books what changed, and gives it. The columns in an endpoint's
 * first load are no change, nor is a column that only new feeds have.
 * @throws StoreError if this is not the store that the load began in
 */
export async function bookDrift(
  store: Store,
  loadId: string,
  seen: FieldsSeen,
  {asked, since}: Expected
): Promise<Drift[]> {
  return transaction(store.connection, async () => {
    await assertBegun(store, loadId);
    const changes: Drift[] = [];
    for (const [endpoint, fields] of seen) {
      const known = await knownOf(store, endpoint);
      const came = await withoutFirst(store, endpoint, compare(endpoint, fields, known));
      const gone = [...known].filter(([field, {stopped}]) => !stopped && !fields.has(field) && asked(endpoint, field));
      const stopped = await stoppedOf(store, {loadId, endpoint, since}, gone);
      changes.push(...came, ...stopped);
      await saveKnown(store, endpoint, known);
    }
    const records = changes.map((change) => ({loadId, ...change}));
    await appendRecords(store.connection, drift, records);
    return changes;
  });
}

// Updates `known`.
function compare(endpoint: string, fields: SeenFields, known: Map<string, Known>): Drift[] {
  const first = known.size === 0;
  return [...fields].flatMap(([field, {kinds, priceFeedId}]) => {
    const before = known.get(field);
    const now = [...kinds].sort().join(" or ");
    const differs = [...kinds].some((kind) => !before?.kinds.split(" or ").includes(kind));
    const was = before?.kinds ?? null;
    if (before || known.size < mostKnown)
      known.set(field, {kinds: differs ? now : (was ?? ""), priceFeedId, stopped: false});
    const change = changeOf(before, differs);
    if (change === null || (first && isColumn(field))) return [];
    return [{endpoint, field, change, was, now: now === "" ? was : now, priceFeedId}];
  });
}

function changeOf(before: Known | undefined, differs: boolean): Drift["change"] | null {
  if (before === undefined) return "new";
  if (differs && before.kinds !== "") return "kind";
  return before.stopped ? "back" : null;
}

// A column is new if a feed had none of it before. The first feed that has a funding rate tells nothing, as others have none.
async function withoutFirst({connection}: Store, endpoint: string, changes: readonly Drift[]): Promise<Drift[]> {
  const fresh = changes.filter(({change, field}) => change === "new" && isColumn(field));
  if (fresh.length === 0) return [...changes];
  const parts = fresh.map(({field}) => {
    const name = quotedIdentifier(field);
    return `CASE WHEN count(${name}) > 0 THEN count(${name}) < count(*) END AS ${name}`; // null: its values could not be kept
  });
  const sql = `SELECT priceFeedId, ${parts}
    FROM feed_updates
    WHERE responseId IN (SELECT responseId FROM responses WHERE endpoint = $endpoint)
    GROUP BY priceFeedId`;
  const feeds = await queryRecords(connection, sql, {endpoint});
  const isNew = ({field, priceFeedId}: Drift) =>
    feeds.some((feed) => feed[field] === true || (feed[field] === null && feed.priceFeedId === priceFeedId));
  return changes.filter((change) => !fresh.includes(change) || isNew(change));
}

// A field has stopped only if the feed that had it came without it; a load of other feeds tells nothing.
async function stoppedOf(
  {connection}: Store,
  {loadId, endpoint, since}: {loadId: string; endpoint: string; since: Expected["since"]},
  gone: readonly (readonly [string, Known])[]
): Promise<Drift[]> {
  if (gone.length === 0) return [];
  const sql = `SELECT DISTINCT priceFeedId FROM feed_updates
    WHERE priceFeedId IN (SELECT unnest($ids::JSON::BIGINT[]))
      AND responseId IN (SELECT responseId FROM responses
        WHERE loadId = $loadId::UUID AND endpoint = $endpoint AND receivedAt >= epoch_ms($since::BIGINT))`;
  const ids = JSON.stringify(gone.map(([, {priceFeedId}]) => priceFeedId));
  const records = await queryRecords(connection, sql, {ids, loadId, endpoint, since: since ?? 0});
  const came = new Set(records.map((record) => record.priceFeedId));
  return gone
    .filter(([, {priceFeedId}]) => came.has(priceFeedId))
    .map(([field, known]) => {
      known.stopped = true;
      return {endpoint, field, change: "stopped", was: known.kinds, now: null, priceFeedId: known.priceFeedId};
    });
}

async function knownOf({connection}: Store, endpoint: string): Promise<Map<string, Known>> {
  const sql = "SELECT field, kinds, priceFeedId, stopped FROM known_fields WHERE endpoint = $endpoint ORDER BY field";
  const records = await queryRecords(connection, sql, {endpoint});
  return new Map(records.map(({field, ...known}) => [String(field), known as unknown as Known]));
}

async function saveKnown({connection}: Store, endpoint: string, known: ReadonlyMap<string, Known>): Promise<void> {
  const records = Array.from(known, ([field, what]) => ({endpoint, field, ...what}));
  await connection.run("DELETE FROM known_fields WHERE endpoint = $endpoint", {endpoint});
  await appendRecords(connection, knownFields, records);
}
