import {existsSync, statSync} from "node:fs";
import {statfs} from "node:fs/promises";
import {basename, dirname} from "node:path";
import {sum} from "d3-array";
import ms from "ms";
import type {Settings} from "../config/settings.js";
import {countText, sizeText} from "../config/size.js";
import {BusyStoreError, NoStoreError} from "../database/error.js";
import {type Leftover, leftoversOf, ownFolder} from "../database/files.js";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";
import {isLoading, lastChange, notDerived, readWhole, sqlOf} from "../inspect/status.js";
import {unfinishedBody} from "../load/bodies.js";
import {querySnapshot} from "../snapshot/snapshot.js";
import {storeVersion, todaysVersion} from "../store/migrate.js";
import {readStore} from "../store/open.js";
import {check, type Finding, failed, type Verdict} from "./check.js";

const leastBytes = 1e9;
const leastDays = 7;

/** What reading the store found. */
interface StoreVisit {
  version: number;
  updates: number;
  /** How many responses contradict the stored rows, by the kind of contradiction. */
  wrong: [name: string, count: number][];
  /** Whether a load is running. */
  running: boolean;
  /** What is not derived, unless a load is running. */
  due: string | null;
  /** Epoch ms. */
  changedAt: number;
  /** How much the file grew on the last day, estimated from the day's share of all rows; 0 if it has no rows. */
  bytesPerDay: number;
}

/** Checks the store, the snapshot and the disk. Stops reading the store after `timeoutMs`. */
export async function examineStore({storePath, snapshotPath}: Settings, timeoutMs = 60_000): Promise<Finding[]> {
  let visit: StoreVisit | null = null;
  let hasStore = true;
  const checkStore = async (signal: AbortSignal): Promise<Verdict> => {
    try {
      visit = await readStore(storePath, visitStore, {signal});
      return storeVerdict(storePath, visit);
    } catch (error) {
      hasStore = !(error instanceof NoStoreError);
      if (!hasStore) return `none yet at ${storePath}: a load makes it`;
      if (!(error instanceof BusyStoreError)) throw error;
      return `not checked, as a load is using it: ${error.message}`;
    }
  };
  const leftovers = [storePath, unfinishedBody(storePath), ownFolder()].flatMap((path) => leftoversOf(path));
  return [
    await check("store", checkStore, timeoutMs),
    await check("snapshot", () => snapshotVerdict(snapshotPath, visit, hasStore)),
    await check("disk", async () => diskVerdict(await freeBytes(storePath), visit?.bytesPerDay ?? 0, leftovers))
  ];
}

async function visitStore(store: Store): Promise<StoreVisit> {
  const {connection, path} = store;
  await readWhole(store);
  const [counts = {}] = await queryRecords(connection, countsSql);
  const [wrong = {}] = await queryRecords(connection, sqlOf("integrity"));
  const [updates, recent] = [Number(counts.updates), Number(counts.recent)];
  const bytes = sum([path, `${path}.wal`], (name) => statSync(name, {throwIfNoEntry: false})?.size ?? 0);
  return {
    version: await storeVersion(connection),
    updates,
    wrong: Object.entries(wrong).map(([name, count]) => [name, Number(count)]),
    running: await isLoading(store),
    due: await notDerived(store),
    changedAt: await lastChange(store),
    bytesPerDay: updates === 0 ? 0 : (bytes * recent) / updates
  };
}

const countsSql = `SELECT
  (SELECT count(*) FROM feed_updates) AS updates,
  coalesce(sum(rows) FILTER (receivedAt > now()::TIMESTAMP - INTERVAL 1 DAY), 0) AS recent
FROM responses`;

function storeVerdict(path: string, {version, updates, wrong, due}: StoreVisit): Verdict {
  const found = wrong.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])).join(", ");
  if (found !== "")
    return failed(
      `${path}: the books do not balance (responses: ${found}): restore a backup, or load into another store`
    );
  if (due !== null) return failed(`${path}: ${due}`);
  const older = version < todaysVersion ? ` of ${todaysVersion}: the next load brings it up to date` : "";
  return `${path}: ${countText(updates, "update")}, the books balance, nothing torn, doubled or damaged; version ${version}${older}`;
}

// Checks that the snapshot exists, opens, and is as new as the store's last change. `store` is null if it was not read.
async function snapshotVerdict(path: string, store: StoreVisit | null, hasStore: boolean): Promise<Verdict> {
  if (!existsSync(path))
    return hasStore
      ? failed(`none at ${path}: run feedbook publish to write it`)
      : "none yet: a load writes it when it ends";
  const sql = "SELECT (SELECT count(*) FROM prices), snapshotAt FROM meta";
  const result = await querySnapshot(path, sql).catch(() => null); // damaged, or not a snapshot
  if (result === null) return failed(`${path} cannot be read: run feedbook publish to write it anew`);
  const {mtimeMs} = statSync(path);
  const text = `${path}: ${countText(Number(result.rows[0]?.[0]), "price")}, ${ms(Math.max(0, Math.round(Date.now() - mtimeMs)))} old`;
  if (store === null || mtimeMs >= store.changedAt) return text;
  if (store.running) return `${text}; the running load writes it anew when it ends`;
  return failed(`${text}, older than the store's last change: run feedbook publish to write it anew`);
}

// Free bytes on the disk of the store, which may not exist yet.
async function freeBytes(storePath: string): Promise<number> {
  let folder = dirname(storePath);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = await statfs(folder);
  return bavail * bsize;
}

/**
 * Checks that the disk has room: enough bytes, and enough days if the store keeps growing by `bytesPerDay` (0: unknown).
 * Names the leftovers of killed processes.
 */
export function diskVerdict(free: number, bytesPerDay: number, leftovers: readonly Leftover[] = []): Verdict {
  const days = free / bytesPerDay;
  const growth = bytesPerDay <= 0 ? "" : `; at the last day's ${sizeText(bytesPerDay)} it lasts ${lasting(days)}`;
  const left = leftovers.map(({path, removable}) => `; ${basename(path)} ${removable ? removableText : recentText}`);
  const text = `${sizeText(free)} free at the store${growth}${left.join("")}`;
  if (free >= leastBytes && !(days < leastDays)) return text;
  return failed(`${text}: make room, or move the store to a larger disk (--store, FEEDBOOK_STORE)`);
}

const removableText = "was left by a process that ended: the next load removes it";
const recentText = "was left by another host, or before this one started: a load removes it a day after its last write";

function lasting(days: number): string {
  if (days >= 730) return `${Math.floor(days / 365)} years`;
  return days >= 2 ? `${Math.floor(days)} days` : countText(Math.floor(days * 24), "hour");
}
