import {existsSync, statSync} from "node:fs";
import ms from "ms";
import {querySnapshot} from "../snapshot/snapshot.js";
import {fix, type Verdict} from "./check.js";

/** What is known of a store that opens. */
export interface StoreVisit {
  version: number;
  updates: number;
  /** Responses that contradict what is kept of them, by what is wrong. */
  wrong: Record<string, number>;
  running: {command: string; startedAt: string; rows: number}[];
  /** Loads that ended without finishing. */
  ended: number;
  /** Epoch ms. */
  changedAt: number;
  /** What the last day brought, as a share of the store's file; null if nothing is in it. */
  bytesPerDay: number | null;
}

/** Whether the snapshot that the pages read is there, readable, and of the store's last change. `store`: null if unknown. */
export async function snapshotVerdict(path: string, store: StoreVisit | null, hasStore: boolean): Promise<Verdict> {
  if (!existsSync(path)) {
    return hasStore ? fix(`none at ${path}: feedbook publish writes it`) : "none yet: it is written when a load ends";
  }
  const rows = await countPrices(path);
  if (rows === null) return fix(`${path} cannot be read: feedbook publish writes it anew`);
  const {mtimeMs} = statSync(path);
  const text = `${path}: ${rows} prices, ${ms(Math.max(0, Math.round(Date.now() - mtimeMs)))} old`;
  if (store === null || mtimeMs >= store.changedAt) return text;
  if (store.running.length > 0) return `${text}; the load that runs writes it when it ends`;
  return fix(`${text}, older than the store's last change: feedbook publish writes it anew`);
}

async function countPrices(path: string): Promise<number | null> {
  try {
    const {rows} = await querySnapshot(path, "SELECT (SELECT count(*) FROM prices), snapshotAt FROM meta");
    return rows[0] === undefined ? null : Number(rows[0][0]);
  } catch {
    return null; // damaged, or no snapshot at all
  }
}
