import {existsSync, statSync} from "node:fs";
import {statfs} from "node:fs/promises";
import {basename, dirname} from "node:path";
import ms from "ms";
import type {Settings} from "../config/settings.js";
import {sizeText} from "../config/size.js";
import {BusyStoreError} from "../database/error.js";
import {type Leftover, leftoversOf, ownFolder} from "../database/files.js";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";
import {lastChange, readWhole, sqlOf} from "../inspect/status.js";
import {unfinishedBody} from "../load/bodies.js";
import {querySnapshot} from "../snapshot/snapshot.js";
import {endedLoads} from "../store/loads.js";
import {storeVersion, todaysVersion} from "../store/migrate.js";
import {readStore} from "../store/open.js";
import {check, type Finding, fix, type Verdict} from "./check.js";

const leastBytes = 1e9;
const leastDays = 7;

/** What is known of a store that opens. */
interface StoreVisit {
  version: number;
  updates: number;
  /** Responses that contradict what is kept of them, by what is wrong. */
  wrong: [name: string, count: number][];
  /** Whether a load runs. */
  running: boolean;
  /** Epoch ms. */
  changedAt: number;
  /** What the last day brought, as a share of the store's file; 0 if nothing is in it. */
  bytesPerDay: number;
}

/** Checks the store, the snapshot and the disk. A large store is read for no longer than `timeoutMs`. */
export async function examineStore({storePath, snapshotPath}: Settings, timeoutMs = 60_000): Promise<Finding[]> {
  let visit: StoreVisit | null = null;
  const hasStore = existsSync(storePath);
  const look = async (signal: AbortSignal): Promise<Verdict> => {
    if (!hasStore) return `none yet at ${storePath}: a load makes it`;
    try {
      visit = await readStore(storePath, visitStore, {signal});
      return storeVerdict(storePath, visit);
    } catch (error) {
      if (!(error instanceof BusyStoreError)) throw error;
      return `not checked, as a load has it: ${error.message}`;
    }
  };
  const leftovers = [storePath, unfinishedBody(storePath), ownFolder()].flatMap((path) => leftoversOf(path));
  return [
    await check("store", look, timeoutMs),
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
  const files = [path, `${path}.wal`].map((file) => statSync(file, {throwIfNoEntry: false})?.size ?? 0);
  return {
    version: await storeVersion(connection),
    updates,
    wrong: Object.entries(wrong).map(([name, count]) => [name, Number(count)]),
    running: Number(counts.running) > (await endedLoads(store)).length,
    changedAt: await lastChange(store),
    bytesPerDay: updates === 0 ? 0 : (files.reduce((sum, size) => sum + size) * recent) / updates
  };
}

const countsSql = `SELECT
  (SELECT count(*) FROM feed_updates) AS updates,
  (SELECT count(*) FROM loads WHERE status = 'running') AS running,
  coalesce(sum(rows) FILTER (receivedAt > now()::TIMESTAMP - INTERVAL 1 DAY), 0) AS recent
FROM responses`;

function storeVerdict(path: string, {version, updates, wrong}: StoreVisit): Verdict {
  const found = wrong.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])).join(", ");
  if (found !== "")
    return fix(`${path}: the books do not balance (responses: ${found}): restore a backup, or load into another store`);
  const older = version < todaysVersion ? ` of ${todaysVersion}: the next load brings it up to date` : "";
  return `${path}: ${updates} updates, the books balance, nothing torn, doubled or damaged; version ${version}${older}`;
}

// Whether the snapshot that the pages read is there, readable, and of the store's last change (null if unknown).
async function snapshotVerdict(path: string, store: StoreVisit | null, hasStore: boolean): Promise<Verdict> {
  if (!existsSync(path))
    return hasStore ? fix(`none at ${path}: feedbook publish writes it`) : "none yet: it is written when a load ends";
  const sql = "SELECT (SELECT count(*) FROM prices), snapshotAt FROM meta";
  const result = await querySnapshot(path, sql).catch(() => null); // damaged, or no snapshot at all
  if (result === null) return fix(`${path} cannot be read: feedbook publish writes it anew`);
  const {mtimeMs} = statSync(path);
  const text = `${path}: ${result.rows[0]?.[0]} prices, ${ms(Math.max(0, Math.round(Date.now() - mtimeMs)))} old`;
  if (store === null || mtimeMs >= store.changedAt) return text;
  if (store.running) return `${text}; the load that runs writes it when it ends`;
  return fix(`${text}, older than the store's last change: feedbook publish writes it anew`);
}

/** Bytes that are free for a user where the store is, or will be. */
async function freeBytes(storePath: string): Promise<number> {
  let folder = dirname(storePath);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the disk has room, and for how long if the store goes on as on the last day; 0: not known. `leftovers` of killed
 * processes are named.
 */
export function diskVerdict(free: number, bytesPerDay: number, leftovers: readonly Leftover[] = []): Verdict {
  const days = free / bytesPerDay;
  const growth = bytesPerDay <= 0 ? "" : `; at the last day's ${sizeText(bytesPerDay)} it lasts ${lasting(days)}`;
  const left = leftovers.map(
    ({path, removable}) => `; ${basename(path)} is left of ${removable ? dueText : silentText}`
  );
  const text = `${sizeText(free)} free at the store${growth}${left.join("")}`;
  if (free >= leastBytes && !(days < leastDays)) return text;
  return fix(`${text}: make room, or move the store to a larger disk (--store, FEEDBOOK_STORE)`);
}

const dueText = "a process that is gone: the next load removes it";
const silentText = "another host, or of before this one started: a load removes it a day after it was last written";

function lasting(days: number): string {
  if (days >= 730) return `${Math.floor(days / 365)} years`;
  return days >= 2 ? `${Math.floor(days)} days` : `${Math.floor(days * 24)} hours`;
}
