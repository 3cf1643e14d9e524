import {existsSync} from "node:fs";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {countText} from "../config/size.js";
import {parseDuration} from "../config/time.js";
import {unmatchedRules} from "../inspect/rules.js";
import {ServiceError} from "../service/endpoints.js";
import {type Published, publish} from "../snapshot/publish.js";
import {outdateSnapshot} from "../snapshot/snapshot.js";
import {type Derived, derive} from "../sql/derive.js";
import {dueHours, dueText} from "../sql/due.js";
import type {WithStore} from "../store/access.js";
import {OutdatedStoreError, StoreError, TransientStoreError} from "../store/database/error.js";
import {InterruptedError, type Store} from "../store/database/store.js";
import type {FeedChanges} from "../store/feed-changes.js";
import {saveFeeds} from "../store/feeds.js";
import {assertUnmixed} from "../store/loads.js";
import {readStore, useStore, writerWaitMs} from "../store/open.js";
import {type Dropped, dropOld, findOld, type Old} from "../store/retain.js";
import type {Load} from "./books.js";
import {connect} from "./connect.js";
import {withOwnFeeds} from "./feeds.js";
import type {Log} from "./report.js";

type Publishing = Pick<Load, "withStore" | "settings" | "signal" | "log">;

/** The note of a load that leaves publishing to `feedbook publish`, as the cluster gets its rows later. */
export const leftToPublish =
  "the snapshot is made of the cluster's rows: feedbook publish writes it anew once they are shipped";

/**
 * Writes the snapshot of the store; a running preview reloads it. Returns null and writes nothing if it is made of a cluster.
 * `behind`: even if the derived tables lack the newest updates, as in a watch. @throws InterruptedError if aborted, StoreError
 * if hours are due; both keep the earlier snapshot
 */
export async function publishNow({
  withStore,
  settings,
  signal,
  behind = false
}: Omit<Publishing, "log"> & {behind?: boolean}): Promise<Published | null> {
  if (settings.snapshot.cluster) return null;
  const write = async (store: Store) => {
    const due = behind || signal.aborted ? 0 : await dueHours(store.connection);
    if (due > 0) throw new StoreError(dueText(due));
    return publish(store, settings.snapshotPath, {...settings.snapshot, signal});
  };
  return await withStore(write, {readOnly: true});
}

/**
 * Publishes at the end of a load, unless the snapshot is made of a cluster. Reports a failure or an abort, returns null and
 * keeps the earlier snapshot. `derived`: the derivation just before, as hours whose rows were deleted by hand always look due.
 */
export async function publishAtEnd(
  {log, ...load}: Publishing,
  derived: Derived | undefined
): Promise<Published | null> {
  if (load.settings.snapshot.cluster) log.note(leftToPublish);
  try {
    return await publishNow({...load, behind: derived?.due === 0});
  } catch (error) {
    const older = "the snapshot is older than the store: feedbook publish writes it anew";
    if (error instanceof InterruptedError) log.note(older);
    else log.warn(`not published: ${messageOf(error)}; ${older}`);
    return null;
  }
}

/**
 * Derives the hours that a killed load or rebuild left, before a snapshot is written. @throws StoreError if the store is
 * missing, stays in use or cannot be written; InterruptedError
 */
export async function deriveDue(settings: Settings, {log, signal}: Pick<Load, "log" | "signal">): Promise<void> {
  const {storePath, rows} = settings;
  const due = await readStore(storePath, ({connection}) => dueHours(connection), {...rows, signal});
  if (due === 0) return;
  log.note(`deriving ${countText(due, "hour")} of feeds first that were not derived yet`);
  if ((await deriveShown({withStore: opening(settings, signal), log, signal})).due > 0)
    throw new InterruptedError("interrupted: the snapshot is kept as it was");
}

/**
 * Brings a store's derived tables up to date, or makes them again from scratch (`rebuild`), and publishes the snapshot. If
 * interrupted, it keeps the finished parts. @throws StoreError if the store is missing or stays in use
 */
export async function deriveStore(
  settings: Settings,
  {rebuild, log, signal}: {rebuild: boolean; log: Log; signal: AbortSignal}
): Promise<Derived> {
  const withStore = opening(settings, signal);
  await withStore(async () => {}, {readOnly: true}).catch((error: unknown) => {
    if (!(error instanceof OutdatedStoreError)) throw error; // such as a missing store, which writing would make
  });
  const derived = await deriveShown({withStore, log, signal}, {rebuild});
  await warnOfRules({withStore, settings, log});
  await publishAtEnd({withStore, settings, signal, log}, derived);
  return derived;
}

/** Warns of rules that match no feed of the store. */
export async function warnOfRules({withStore, settings, log}: Omit<Publishing, "signal">): Promise<void> {
  const texts = await withStore((store) => unmatchedRules(store, settings.rules), {readOnly: true});
  for (const text of texts) log.warn(text);
}

/** Brings the derived tables up to date, and shows how far it is. */
export async function deriveShown(
  {withStore, log, signal}: Pick<Load, "withStore" | "log" | "signal">,
  options: {rebuild?: boolean; held?: boolean} = {}
): Promise<Derived> {
  const onProgress = (done: number, total: number) => log.step(done, total, "hours of feeds derived");
  const derived = await derive(withStore, {...options, signal, onProgress});
  log.done();
  return derived;
}

// Opens the store for each piece of work, so that other processes can use it in between.
function opening({storePath, rows, rules}: Settings, signal: AbortSignal): WithStore {
  return (work, options) => useStore(storePath, {...rows, rules, ...options, waitMs: writerWaitMs, signal}, work);
}

/**
 * Replaces the store's feeds by the catalogue's and the config's, and returns how many are listed and the changes. A feed
 * that is listed no longer is kept, in the state `gone`. @throws ServiceError, StoreError
 */
export async function refreshFeeds(
  settings: Settings,
  {log, signal}: Pick<Load, "log" | "signal">
): Promise<FeedChanges & {listed: number}> {
  let simulated = false;
  const onOrigin = (isSandbox: boolean) => {
    simulated = isSandbox;
  };
  const listed = await connect(settings, log, ({client}) => client().catalogue({signal, onOrigin}));
  if (listed.length === 0) throw new ServiceError("catalogue", "the catalogue lists no feed: nothing was changed");
  return await useStore(
    settings.storePath,
    {...settings.rows, rules: settings.rules, waitMs: writerWaitMs, signal},
    async (store) => {
      await assertUnmixed(store, simulated);
      outdateSnapshot(settings.snapshotPath);
      const changes = await saveFeeds(store, withOwnFeeds(listed, settings.catalogue), {complete: true});
      const derived = await derive((work) => work(store), {held: true, signal}); // as exponents may have come or changed
      if (existsSync(settings.snapshotPath))
        await publishAtEnd({settings, log, signal, withStore: (work) => work(store)}, derived);
      return {listed: listed.length, ...changes};
    }
  );
}

const leastShare = 0.1; // of the updates; below it, copying the others costs more than the space is worth

/**
 * Drops updates that are older than the setting `retain`, if they are at least a tenth of all. Null if nothing was dropped: too
 * few are old, `retain` is not set, some are not derived yet, or `signal` is aborted. @throws StoreError
 */
export async function retainNow({settings, withStore, log, signal}: Publishing): Promise<Dropped | null> {
  const horizon = horizonOf(settings);
  if (horizon === null || signal.aborted) return null;
  const old = await withStore((store) => findOld(store, horizon), {readOnly: true});
  const {rows, updates, waiting} = old;
  if (waiting > 0 && rows + waiting >= leastShare * updates) log.note(waitingText(old));
  if (rows === 0 || rows < leastShare * updates) return null;
  return withStore((store) => dropOld(store, horizon, {signal}), {readOnly: true});
}

/**
 * Derives, then drops all updates that are older than the setting `retain`, and publishes the snapshot; `dryRun` only counts
 * them, `unshipped` includes the updates that wait to be shipped. @throws ConfigError if `retain` is not set; StoreError
 */
export async function retainStore(
  settings: Settings,
  {dryRun, unshipped, log, signal}: {dryRun: boolean; unshipped: boolean; log: Log; signal: AbortSignal}
): Promise<Old | Dropped> {
  const horizon = horizonOf(settings);
  if (horizon === null)
    throw new ConfigError('nothing is old: set retain in feedbook.config.ts, as in retain: {rows: "90d"}');
  const withStore = opening(settings, signal);
  const old = await withStore((store) => findOld(store, horizon, {unshipped}), {readOnly: true});
  if (old.waiting > 0) log.note(waitingText(old));
  if (dryRun || old.rows + old.rejected + old.coercions === 0) return old;
  outdateSnapshot(settings.snapshotPath);
  const derived = await deriveShown({withStore, log, signal});
  const dropped = await withStore((store) => dropOld(store, horizon, {unshipped, signal}), {readOnly: true});
  if (dropped === null && signal.aborted) throw new Error("interrupted: nothing was dropped");
  if (dropped === null)
    throw new TransientStoreError(
      `old updates came into store ${settings.storePath} meanwhile: nothing was dropped, run it again`
    );
  await publishAtEnd({settings, log, signal, withStore}, derived);
  return dropped;
}

function waitingText({waiting, before}: Old): string {
  return `${countText(waiting, "old update")} from ${before} on stay until shipped: feedbook ship, or feedbook retain --unshipped`;
}

// In epoch ms.
function horizonOf({retain}: Settings): number | null {
  return retain.rows === null ? null : Date.now() - parseDuration(retain.rows);
}
