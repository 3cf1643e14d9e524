import {v7 as uuidv7} from "uuid";
import {appendRecords} from "./append.js";
import {StoreError} from "./error.js";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";
import {loads} from "./tables.js";

/** How a load ended. */
export type LoadStatus = "done" | "failed" | "interrupted";

/**
 * Books the start of a load and gives its id (UUIDv7). `sandbox` says whether its rows are simulated, null: the service
 * will tell (see `settleOrigin`). @throws StoreError if it would mix real and simulated rows
 */
export async function startLoad(store: Store, command: string, sandbox: boolean | null): Promise<string> {
  if (sandbox !== null) await assertUnmixed(store, sandbox);
  const loadId = uuidv7();
  const startedAt = Date.now() * 1000;
  await appendRecords(store.connection, loads, [
    {
      loadId,
      command,
      startedAt,
      finishedAt: null,
      status: "running",
      rows: 0,
      rejected: 0,
      error: null,
      sandbox: sandbox ?? false
    }
  ]);
  return loadId;
}

/** Books the end of a load; its rows and rejects are counted from the books. */
export async function finishLoad(store: Store, loadId: string, status: LoadStatus, error?: string): Promise<void> {
  await store.connection.run(
    `UPDATE loads SET
       finishedAt = to_timestamp($now / 1000)::TIMESTAMP,
       status = $status,
       error = $error,
       rows = (SELECT coalesce(sum(rows), 0) FROM responses WHERE loadId = $loadId::UUID),
       rejected = (SELECT coalesce(sum(rejected), 0) FROM responses WHERE loadId = $loadId::UUID)
     WHERE loadId = $loadId::UUID`,
    {now: Date.now(), status, error: error ?? null, loadId}
  );
}

/** Books whether the rows of a load are simulated, once its service has told. @throws StoreError if that would mix */
export async function settleOrigin(store: Store, loadId: string, sandbox: boolean): Promise<void> {
  await assertUnmixed(store, sandbox);
  await store.connection.run("UPDATE loads SET sandbox = $sandbox WHERE loadId = $loadId::UUID", {loadId, sandbox});
}

async function assertUnmixed(store: Store, sandbox: boolean): Promise<void> {
  const other = `SELECT command FROM loads JOIN responses USING (loadId)
    WHERE sandbox = $other AND entries > 0 ORDER BY startedAt LIMIT 1`;
  if ((await queryRecords(store.connection, other, {other: !sandbox})).length === 0) return;
  const [held, asked] = sandbox ? ["real", "simulated"] : ["simulated", "real"];
  throw new StoreError(
    `store ${store.path} holds ${held} rows, and this load would add ${asked} ones: ` +
      `they are never mixed; name another store with --store or FEEDBOOK_STORE`
  );
}
