import {existsSync, statSync} from "node:fs";
import type {Settings} from "../config/settings.js";
import {BusyStoreError} from "../database/error.js";
import {ownFolder, remainsOf} from "../database/files.js";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";
import {lastChange, readWhole, sqlOf} from "../inspect/status.js";
import {unfinishedBody} from "../load/books.js";
import {endedLoads} from "../store/loads.js";
import {storeVersion, todaysVersion} from "../store/migrate.js";
import {readStore} from "../store/open.js";
import {check, type Finding, fix, inTime, type Verdict} from "./check.js";
import {diskVerdict, freeBytes} from "./disk.js";
import {type StoreVisit, snapshotVerdict} from "./snapshot.js";

/** Checks the store, its loads, the snapshot and the disk. A large store is read for no longer than `timeoutMs`. */
export async function examineStore({storePath, snapshotPath}: Settings, timeoutMs = 60_000): Promise<Finding[]> {
  let visit: StoreVisit | null = null;
  let busy: string | null = null;
  const hasStore = existsSync(storePath);
  const store = await check(
    "store",
    async (): Promise<Verdict> => {
      if (!hasStore) return `none yet at ${storePath}: a load makes it`;
      try {
        visit = await inTime((signal) => readStore(storePath, visitStore, {signal}), timeoutMs);
        return storeVerdict(storePath, visit);
      } catch (error) {
        if (!(error instanceof BusyStoreError)) throw error;
        busy = error.message;
        return `not checked, as a load has it: ${busy}`;
      }
    },
    timeoutMs + 1000
  );
  const remains = [storePath, unfinishedBody(storePath), ownFolder()].flatMap((path) => remainsOf(path));
  return [
    store,
    await check("loads", () => (busy === null ? loadsText(visit) : "one runs, and has the store")),
    await check("snapshot", () => snapshotVerdict(snapshotPath, visit, hasStore)),
    await check("disk", async () => diskVerdict(await freeBytes(storePath), visit?.bytesPerDay ?? null, remains))
  ];
}

async function visitStore(store: Store): Promise<StoreVisit> {
  const {connection, path} = store;
  await readWhole(store);
  const ended = await endedLoads(store);
  const running = await queryRecords(connection, "SELECT * FROM loads WHERE status = 'running' ORDER BY startedAt");
  const [growth = {}] = await queryRecords(connection, growthSql);
  const [wrong = {}] = await queryRecords(connection, sqlOf("integrity"));
  const log = `${path}.wal`;
  const bytes = statSync(path).size + (existsSync(log) ? statSync(log).size : 0);
  const updates = Number(growth.updates);
  return {
    version: await storeVersion(connection),
    updates,
    wrong: Object.fromEntries(Object.entries(wrong).map(([name, count]) => [name, Number(count)])),
    running: running
      .filter(({loadId}) => !ended.includes(String(loadId)))
      .map(({command, startedAt, rows}) => ({
        command: String(command),
        startedAt: String(startedAt),
        rows: Number(rows)
      })),
    ended: ended.length,
    changedAt: await lastChange(store),
    bytesPerDay: updates === 0 ? null : (bytes * Number(growth.recent)) / updates
  };
}

const growthSql = `SELECT
  (SELECT count(*) FROM feed_updates) AS updates,
  coalesce(sum(rows) FILTER (receivedAt > now()::TIMESTAMP - INTERVAL 1 DAY), 0) AS recent
FROM responses`;

function storeVerdict(path: string, {version, updates, wrong}: StoreVisit): Verdict {
  const found = Object.entries(wrong).filter(([, count]) => count > 0);
  if (found.length > 0) {
    const counts = found.map(([name, count]) => `${count} ${name}`).join(", ");
    return fix(
      `${path}: the books do not balance (responses: ${counts}): restore a backup, or load into another store`
    );
  }
  const older = version < todaysVersion ? ` of ${todaysVersion}: the next load brings it up to date` : "";
  return `${path}: ${updates} updates, the books balance, nothing torn, doubled or damaged; version ${version}${older}`;
}

function loadsText(visit: StoreVisit | null): string {
  if (visit === null) return "none known";
  const {running, ended} = visit;
  const names = running.map(({command, startedAt, rows}) => `${command} since ${startedAt}, ${rows} rows`);
  const runs = names.length === 0 ? "none runs" : `${names.length} running: ${names.join("; ")}`;
  return ended === 0 ? runs : `${runs}; ${ended} ended without finishing (the next load books it)`;
}
