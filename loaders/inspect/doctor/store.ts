import {existsSync, statSync} from "node:fs";
import {statfs} from "node:fs/promises";
import {dirname} from "node:path";
import type {Settings} from "../../config/settings.js";
import {countText, sizeText} from "../../config/size.js";
import {querySnapshot} from "../../snapshot/snapshot.js";
import {BusyStoreError} from "../../store/database/error.js";
import {queryRecords} from "../../store/database/query.js";
import type {Store} from "../../store/database/store.js";
import {readStore} from "../../store/open.js";
import {isLoading, lastChange, notDerived, readWhole, sqlOf} from "../status.js";
import {check, type Finding, failed, type Verdict} from "./check.js";

const leastBytes = 1e9;
const unchanged = {at: 0, running: false}; // when a load last changed the store (epoch ms), and whether one is running

/** Checks the store, the snapshot and the disk. */
export async function examineStore(settings: Settings): Promise<Finding[]> {
  const {storePath} = settings;
  let change = unchanged;
  const read = async (store: Store) => {
    change = {at: await lastChange(store), running: await isLoading(store)};
    return await storeVerdict(store);
  };
  const checkStore = async (): Promise<Verdict> => {
    if (!existsSync(storePath)) return `none yet at ${storePath}: a load makes it`;
    return await readStore(storePath, read).catch((error: unknown) => {
      if (error instanceof BusyStoreError) return `not checked, as a load is using it: ${error.message}`;
      throw error;
    });
  };
  return [
    await check("store", checkStore),
    await check("snapshot", () => snapshotVerdict(settings, change)),
    await check("disk", () => diskVerdict(storePath))
  ];
}

async function storeVerdict(store: Store): Promise<Verdict> {
  const {connection, path} = store;
  await readWhole(store);
  const [wrong = {}] = await queryRecords(connection, sqlOf("integrity"));
  const found = Object.entries(wrong).flatMap(([name, count]) => (Number(count) > 0 ? [`${count} ${name}`] : []));
  if (found.length > 0)
    return failed(
      `${path}: the books do not balance (${found.join(", ")}): restore a backup, or load into another store`
    );
  const due = await notDerived(store);
  if (due !== null) return failed(`${path}: ${due}`);
  const [held] = await queryRecords(connection, "SELECT count(*) AS updates FROM feed_updates");
  return `${path}: ${countText(Number(held?.updates), "update")}, the books balance, nothing torn, doubled or damaged`;
}

async function snapshotVerdict({storePath, snapshotPath: path}: Settings, change: typeof unchanged): Promise<Verdict> {
  const none = !existsSync(path);
  if (none && !existsSync(storePath)) return "none yet: a load writes it when it ends";
  if (none) return failed(`none at ${path}: run feedbook publish to write it`);
  const result = await querySnapshot(path, "SELECT count(*) FROM prices").catch(() => null); // damaged, or no snapshot
  if (result === null) return failed(`${path} cannot be read: run feedbook publish to write it anew`);
  const text = `${path}: ${countText(Number(result.rows[0]?.[0]), "price")}`;
  if (statSync(path).mtimeMs >= change.at) return text;
  if (change.running) return `${text}; the running load writes it anew when it ends`;
  return failed(`${text}, older than the store's last change: run feedbook publish to write it anew`);
}

// Checks the disk of the store, which may not exist yet.
async function diskVerdict(storePath: string): Promise<Verdict> {
  let folder = dirname(storePath);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = await statfs(folder);
  const text = `${sizeText(bavail * bsize)} free at the store`;
  if (bavail * bsize >= leastBytes) return text;
  return failed(`${text}: make room, or move the store to a larger disk (--store, FEEDBOOK_STORE)`);
}
