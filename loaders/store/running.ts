import {isRunning, ownMark} from "../database/process.js";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

const silentMs = 48 * 3_600_000; // twice the longest step of a watch

/** What is reported of a load that did not book its own end. */
export const endedText = "ended without finishing (killed, or its machine went down): what it had committed is kept";

/** Books that this process runs a load which opens the store for each commit: it runs on while another has the store. */
export async function registerLoad({connection}: Store, loadId: string): Promise<void> {
  const mark = {loadId, ...ownMark()};
  await connection.run(
    "INSERT INTO running_loads (loadId, hostname, pid, birth) VALUES ($loadId::UUID, $hostname, $pid, $birth)",
    mark
  );
}

/**
 * The loads that are booked as running, though their process is gone. A load that is not registered holds the store
 * while it runs, so whoever has the store open knows that it ended.
 */
export async function endedLoads(store: Store, now = Date.now()): Promise<string[]> {
  const {connection} = store;
  const running = await queryRecords(connection, "SELECT loadId FROM loads WHERE status = 'running'");
  if (running.length === 0) return [];
  const registered = await queryRecords(connection, "SELECT * FROM running_loads");
  const alive = new Set<unknown>();
  for (const {loadId, hostname, pid, birth} of registered) {
    const mark = {hostname: String(hostname), pid: Number(pid), birth: birth === null ? null : String(birth)};
    // A process of another host cannot be asked: its load counts as running until it is silent for long.
    if (isRunning(mark) ?? now - (await heardAt(store, String(loadId))) < silentMs) alive.add(loadId);
  }
  return running.filter(({loadId}) => !alive.has(loadId)).map(({loadId}) => String(loadId));
}

async function heardAt({connection}: Store, loadId: string): Promise<number> {
  const sql = `SELECT coalesce(max(receivedAt), any_value(startedAt)) AS heardAt
    FROM loads LEFT JOIN responses USING (loadId) WHERE loadId = $loadId::UUID`;
  const [row] = await queryRecords(connection, sql, {loadId});
  return Date.parse(String(row?.heardAt));
}
