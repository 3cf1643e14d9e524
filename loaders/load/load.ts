import {messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {countText} from "../config/size.js";
import type {Derived} from "../sql/derive.js";
import {openAccess} from "../store/access.js";
import {TransientStoreError} from "../store/database/error.js";
import {InterruptedError} from "../store/database/store.js";
import {readExponents, readFeeds} from "../store/feeds.js";
import {finishLoad, startLoad} from "../store/loads.js";
import type {Dropped} from "../store/retain.js";
import {type Load, openBooks} from "./books.js";
import {connect, type Service} from "./connect.js";
import {withOwnFeeds} from "./feeds.js";
import {addProblem, emptyReport, type LoadReport, type Log, misplacedText, untimelyText} from "./report.js";
import {deriveShown, publishAtEnd, retainNow, warnOfRules} from "./upkeep.js";

/** How a load is run. */
export interface LoadOptions {
  log: Log;
  signal: AbortSignal;
  /** Whether the store stays open for the whole load (default), or is opened for each commit, so that others can read it. */
  hold?: boolean;
  /** Whether the load needs the service (default); a load of files does not. */
  online?: boolean;
  /** Whether the rows of a load of files are simulated. */
  simulated?: boolean | undefined;
  /** Whether the derived tables are brought up to date at the end (default). */
  derives?: boolean;
  /** Whether the snapshot is written at the end, if anything was received (default). */
  publishes?: boolean;
  /** How long it may still derive and publish after an interruption, in ms; `feedbook derive` and `publish` do the rest. */
  momentMs?: number;
}

/**
 * Runs one load: books its start, lets `work` fill the books, commits, books its end, and publishes the snapshot. If no
 * service is configured, the sandbox runs in this process meanwhile. Answers received before `work` throws are kept.
 */
export async function runLoad(
  settings: Settings,
  command: string,
  work: (load: Load) => Promise<unknown>,
  options: LoadOptions
): Promise<LoadReport> {
  const {log, signal, hold = true, online = true, derives = true, publishes = true, momentMs = 400} = options;
  const started = performance.now();
  const run = async (service: Service | null): Promise<LoadReport> => {
    const {withStore, close} = await openAccess(settings, {hold, signal});
    try {
      const simulated = service === null ? options.simulated === true : service.simulated;
      const loadId = await withStore((store) => startLoad(store, command, simulated, {hold}));
      const report = {...emptyReport(loadId, command), simulated};
      const books = openBooks(settings, withStore, report, hold ? {} : {entries: Infinity, ms: Infinity});
      const own = settings.catalogue;
      if (own.length > 0) books.addFeeds(withOwnFeeds(await withStore(readFeeds), own));
      const [removed, known] = [new Set<number | string>(), new Map()];
      const reached = {settings: service?.settings ?? settings, client: service?.client ?? offline};
      const load = {...reached, report, books, log, signal, withStore, removed, known};
      await carryOut(load, work, {hold, derives, publishes, momentMs, started});
      return report;
    } finally {
      close();
    }
  };
  return online ? connect(settings, log, run) : run(null);
}

function offline(): never {
  throw new Error("no service to ask: this load is offline");
}

interface Ending extends Required<Pick<LoadOptions, "hold" | "derives" | "publishes" | "momentMs">> {
  started: number;
}

async function carryOut(
  load: Load,
  work: (load: Load) => Promise<unknown>,
  {hold, derives, publishes, momentMs, started}: Ending
): Promise<void> {
  const {report, books, withStore} = load;
  const failures: unknown[] = []; // the first is thrown at the end; the steps after it are still done
  let inUse = false;
  async function attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (inUse && load.signal.aborted) return undefined; // after Ctrl-C, later steps do not wait for the store again
    return step().catch((error: unknown) => {
      if (!isInterruption(error, load.signal)) failures.push(error);
      inUse = error instanceof TransientStoreError;
      return undefined;
    });
  }

  await attempt(async () => work(load));
  inUse = false; // commits in any case, if the store is free again
  load.log.done();
  await attempt(books.flush);
  await attempt(() => findExponents(load));
  report.interrupted = load.signal.aborted;
  const [misplaced, untimely] = [misplacedText(report.misplaced), untimelyText(report.untimely)];
  if (misplaced !== null) addProblem(report, misplaced);
  if (untimely !== null) load.log.warn(untimely);
  const error = failures.length === 0 ? report.problems.slice(0, 5).join("; ") : messageOf(failures[0]);
  const status = error !== "" ? "failed" : report.interrupted ? "interrupted" : "done";
  await attempt(() => withStore((store) => finishLoad(store, report.loadId, status, error === "" ? undefined : error)));
  report.seconds = (performance.now() - started) / 1000;
  const rest = {...load, signal: load.signal.aborted ? AbortSignal.timeout(momentMs) : load.signal};
  const derived = derives ? await attempt(() => deriveNow(rest, hold)) : undefined;
  if (derives && report.command !== "watch") await attempt(() => warnOfRules(load)); // a watch did
  await attempt(async () => {
    const dropped = derived?.due === 0 && !load.signal.aborted ? await retainOrWarn(load) : null;
    if (report.responses === 0 && (derived?.hours ?? 0) === 0 && dropped === null) return;
    const published = publishes ? await publishAtEnd(rest, derived) : null;
    if (published === null) return;
    report.publishSeconds = published.seconds;
    report.snapshot = {bytes: published.bytes, cut: published.parts.filter(({whole}) => !whole)};
  });
  if (failures.length > 0) throw failures[0];
}

function isInterruption(error: unknown, {aborted, reason}: AbortSignal): boolean {
  if (!aborted || !(error instanceof Error)) return false;
  return error === reason || error instanceof InterruptedError || error.name === "AbortError";
}

// Fills in the exponents that updates without one get, and the exponents of other updates of these feeds.
async function findExponents({report, withStore}: Load): Promise<void> {
  const ids = Object.keys(report.exponentless);
  if (ids.length === 0) return;
  for (const {priceFeedId, ...found} of await withStore((store) => readExponents(store, ids)))
    Object.assign(report.exponentless[priceFeedId] ?? {}, found);
}

// Even if this load received nothing: a killed load may have left hours due.
async function deriveNow(load: Load, held: boolean): Promise<Derived> {
  const derived = await deriveShown(load, {held});
  load.report.deriveSeconds = derived.seconds;
  if (derived.due > 0)
    load.log.note(
      `not derived yet: ${countText(derived.due, "hour")} of feeds; the next load does it, or feedbook derive`
    );
  return derived;
}

async function retainOrWarn(load: Load): Promise<Dropped | null> {
  return retainNow(load).catch((error: unknown) => {
    load.log.warn(`old updates are not dropped: ${messageOf(error)}`);
    return null;
  });
}
