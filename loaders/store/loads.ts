import {v7 as uuidv7} from "uuid";
import {appendRecords} from "./append.js";
import {StoreError} from "./database/error.js";
import {isRunning, ownMark} from "./database/files.js";
import {withMemory} from "./database/memory.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {loads} from "./tables.js";

type LoadStatus = "done" | "failed" | "interrupted";

/**
 * Books the start of a load and gives its id. `sandbox`: whether its rows are simulated; null until the service reports it.
 * `hold`: whether the load keeps the store open until its end (default). @throws StoreError if it would mix rows
 */
export async function startLoad(
  store: Store,
  command: string,
  sandbox: boolean | null,
  {hold = true}: {hold?: boolean} = {}
): Promise<string> {
  if (sandbox !== null) await assertUnmixed(store, sandbox);
  const loadId = uuidv7();
  const load = {loadId, command, startedAt: Date.now() * 1000, status: "running", rows: 0, rejected: 0};
  await transaction(store.connection, async () => {
    await appendRecords(store.connection, loads, [{...load, sandbox: sandbox ?? false}]);
    // Lets other processes see whether it still runs.
    const sql =
      "INSERT INTO running_loads (loadId, hostname, pid, birth) VALUES ($loadId::UUID, $hostname, $pid, $birth)";
    if (!hold) await store.connection.run(sql, {loadId, ...ownMark()});
  });
  return loadId;
}

/**
 * Books the end of a load, with its counts of rows and rejects. Writes the log into the file: DuckDB would do so on closing,
 * but would not report a failure. @throws if that fails
 */
export async function finishLoad(store: Store, loadId: string, status: LoadStatus, error?: string): Promise<void> {
  await bookEnd(store, loadId, {status, error: error ?? null, finishedAt: Date.now()});
  await withMemory(store.connection, () => store.connection.run("CHECKPOINT"));
}

/** Books the end of every load whose process ended without doing so. */
export async function settleEnded(store: Store): Promise<void> {
  const end = {status: "interrupted", error: endedText, finishedAt: null} as const;
  for (const loadId of await endedLoads(store)) await bookEnd(store, loadId, end);
}

// `finishedAt` in epoch milliseconds; null for the time of the last response.
async function bookEnd(
  {connection}: Store,
  loadId: string,
  end: {status: LoadStatus; error: string | null; finishedAt: number | null}
): Promise<void> {
  const held = "FROM responses WHERE loadId = $loadId::UUID";
  const update = `UPDATE loads SET
      finishedAt = coalesce(
        to_timestamp($finishedAt::DOUBLE / 1000)::TIMESTAMP,
        (SELECT max(receivedAt) ${held}),
        startedAt
      ),
      status = $status,
      error = $error,
      rows = (SELECT coalesce(sum(rows), 0) ${held}),
      rejected = (SELECT coalesce(sum(rejected), 0) ${held})
    WHERE loadId = $loadId::UUID`;
  await transaction(connection, async () => {
    await connection.run(update, {loadId, ...end});
    await connection.run("DELETE FROM running_loads WHERE loadId = $loadId::UUID", {loadId});
  });
}

/** Advice for a load whose store was replaced meanwhile. */
export const otherText = "put back the one that this load began in, or start the load again";

/**
 * Books whether the rows of a load are simulated. @throws StoreError if that would mix real and simulated rows, or if the load
 * did not begin in this store
 */
export async function settleOrigin(store: Store, loadId: string, sandbox: boolean): Promise<void> {
  const begun = "SELECT 1 FROM loads WHERE loadId = $loadId::UUID"; // else its rows would have no origin
  if ((await queryRecords(store.connection, begun, {loadId})).length === 0)
    throw new StoreError(`store ${store.path} is another one now: ${otherText}`);
  await assertUnmixed(store, sandbox);
  const sql = "UPDATE loads SET sandbox = $sandbox WHERE loadId = $loadId::UUID AND sandbox <> $sandbox";
  await store.connection.run(sql, {loadId, sandbox});
}

/** Checks that simulated and real rows do not get mixed in one store. @throws StoreError */
export async function assertUnmixed(store: Store, sandbox: boolean): Promise<void> {
  const other = `SELECT command FROM loads JOIN responses USING (loadId)
    WHERE sandbox = $other AND entries > 0 ORDER BY startedAt LIMIT 1`;
  if ((await queryRecords(store.connection, other, {other: !sandbox})).length === 0) return;
  const [held, asked] = sandbox ? ["real", "simulated"] : ["simulated", "real"];
  throw new StoreError(
    `store ${store.path} holds ${held} rows, and this load would add ${asked} ones: ` +
      `they are never mixed; name another store with --store or FEEDBOOK_STORE`
  );
}

const silentMs = 48 * 3_600_000; // twice the longest step of a watch

/** The error that is booked for a load that did not book its own end. */
export const endedText = "ended without finishing (killed, or its machine went down): committed rows are kept";

/**
 * The loads that are booked as running, although their process has ended. An unregistered load keeps the store open while it
 * runs, so it has ended when another process can open the store.
 */
export async function endedLoads(store: Store): Promise<string[]> {
  const {connection} = store;
  const running = await queryRecords(connection, "SELECT loadId FROM loads WHERE status = 'running'");
  if (running.length === 0) return [];
  const registered = await queryRecords(connection, "SELECT * FROM running_loads");
  const alive = new Set<unknown>();
  for (const {loadId, hostname, pid, birth} of registered) {
    const mark = {hostname: String(hostname), pid: Number(pid), birth: birth === null ? null : String(birth)};
    // We cannot see processes of another machine: their loads count as running until they wrote nothing for `silentMs`.
    if (isRunning(mark) ?? Date.now() - (await heardAt(store, String(loadId))) < silentMs) alive.add(loadId);
  }
  return running.filter(({loadId}) => !alive.has(loadId)).map(({loadId}) => String(loadId));
}

async function heardAt({connection}: Store, loadId: string): Promise<number> {
  const sql = `SELECT coalesce(max(receivedAt), any_value(startedAt)) AS heardAt
    FROM loads LEFT JOIN responses USING (loadId) WHERE loadId = $loadId::UUID`;
  const [row] = await queryRecords(connection, sql, {loadId});
  return Date.parse(String(row?.heardAt));
}
