import {existsSync, statSync} from "node:fs";
import {ConfigError} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {countText} from "../config/size.js";
import {isUnfinishedDemo, lastChange} from "../inspect/status.js";
import {loadHistory, type Range} from "../load/history.js";
import {runLoad} from "../load/load.js";
import {type LoadReport, type Log, withSubject} from "../load/report.js";
import {deriveStore} from "../load/upkeep.js";
import {definedAt} from "../sql/definitions.js";
import {OutdatedStoreError, StoreError} from "../store/database/error.js";
import {InterruptedError, type Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import {loadListed} from "./report-load.js";
import {type Context, exitCodes} from "./run.js";
import {publishSnapshot} from "./upkeep.js";

/**
 * Makes sure that there is a snapshot. Without a store it loads the demo, or the loads of `feedbook.config.ts` from a
 * configured service; from a cluster it publishes each time.
 */
export async function ensureSnapshot(context: Context): Promise<void> {
  const {settings, log} = context;
  const {cluster} = settings.snapshot;
  const isNewer = (store: Store) => isOutdated(store, settings.snapshotPath);
  const refresh = async () => {
    if (!cluster && !(await readStore(settings.storePath, isNewer, settings.rows))) return;
    const {seconds} = await publishSnapshot(context);
    log.note(`wrote the snapshot in ${seconds.toFixed(1)} s`);
  };
  if (!cluster && (await isUnfilled(settings))) await fillStore(context);
  if (context.signal.aborted) return;
  try {
    await refresh().catch(async (error) => {
      if (!(error instanceof OutdatedStoreError)) throw error;
      log.note("an older Feedbook wrote this store: bringing it up to date");
      await deriveStore(settings, {rebuild: false, log, signal: context.signal});
    });
  } catch (error) {
    if (error instanceof InterruptedError) return;
    if (!(error instanceof StoreError) || !existsSync(settings.snapshotPath)) throw error;
    log.note(`showing the last snapshot: ${error.message}`);
  }
}

// No store, one without rows, or one whose demo was interrupted, which then continues where it stopped.
async function isUnfilled({storePath, baseUrl}: Context["settings"]): Promise<boolean> {
  try {
    if (!existsSync(storePath)) return true;
    if (baseUrl !== null) return false;
    return await readStore(storePath, isUnfinishedDemo);
  } catch (error) {
    if (error instanceof StoreError) return false; // in use: the last snapshot is shown
    throw error;
  }
}

// Each load publishes at its end, so an older snapshot is left by a killed load, or made with other settings or views.
async function isOutdated(store: Store, snapshotPath: string): Promise<boolean> {
  const newest = Math.max(await lastChange(store), definedAt(), mtime("feedbook.config.ts"));
  return !existsSync(snapshotPath) || mtime(snapshotPath) < newest;
}

function mtime(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

async function fillStore(context: Context): Promise<void> {
  const {settings, log} = context;
  if (settings.baseUrl !== null) {
    log.note(`no store at ${settings.storePath} yet: loading what feedbook.config.ts lists from ${settings.baseUrl}`);
    const code = await loadListed(context, {});
    if (code === exitCodes.done) return;
    const failure = "the load failed: correct the reported problem, then start again";
    throw code === exitCodes.usage ? new ConfigError(failure) : new Error(failure);
  }
  log.note(`no complete demo at ${settings.storePath} yet: loading seven days of simulated prices`);
  const {rows, seconds, interrupted} = await loadDemo(settings, context);
  if (interrupted) return log.note(`interrupted after ${countText(rows, "row")}: start again to load the rest`);
  log.note(`loaded ${countText(rows, "row")} in ${seconds.toFixed(1)} s`);
}

// Seven days to see the sessions of a week, two hours in detail to zoom into: more than 100 000 rows of about 45 feeds.
const ranges: readonly (Range & {what: string})[] = [
  {from: "now-7d", to: "now-2h", every: "5m", what: "seven days, every 5 minutes"},
  {from: "now-2h", to: "now", every: "10s", what: "the last two hours, every 10 seconds"}
];

/** Loads the demo history of the sandbox: all feeds, seven days. */
export async function loadDemo(settings: Settings, options: {log: Log; signal: AbortSignal}): Promise<LoadReport> {
  return runLoad(
    {...settings, feeds: "all"},
    "demo",
    async (load) => {
      for (const {what, ...range} of ranges) {
        await loadHistory({...load, log: withSubject(load.log, what)}, range);
        load.log.done();
      }
    },
    options
  );
}
