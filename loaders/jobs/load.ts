import type {Channel} from "../config/choices.js";
import {assertToken, type Settings} from "../config/settings.js";
import {type Sandbox, startSandbox} from "../sandbox/server.js";
import {createClient, type ServiceClient} from "../service/client.js";
import {touchLoaders} from "../site/touch.js";
import {finishLoad, startLoad} from "../store/loads.js";
import {openStore} from "../store/open.js";
import {publish} from "../store/publish.js";
import {type Books, openBooks, type WithStore} from "./books.js";
import type {Log} from "./log.js";
import {emptyReport, type LoadReport} from "./report.js";

const writerWaitMs = 10_000; // another load, or a reader that takes its time

/** What a load works with. */
export interface Load {
  settings: Settings;
  report: LoadReport;
  books: Books;
  log: Log;
  signal: AbortSignal;
  withStore: WithStore;
  /** Feeds that the service refused: they are not asked for again. */
  removed: Set<number | string>;
  /** The service, asked on a channel (the configured one by default). */
  client(channel?: Channel): ServiceClient;
}

/** How a load is run. */
export interface LoadOptions {
  log: Log;
  signal: AbortSignal;
  /** Whether the store is held for the whole load (default), or opened for each commit, so that others can read between. */
  hold?: boolean;
  /** Whether the service is asked at all (default): a load of files needs none. */
  online?: boolean;
  /** Whether the rows of a load of files are simulated. */
  simulated?: boolean | undefined;
}

/**
 * Runs one load: books its start, lets `work` fill the books, commits, books its end, and publishes the snapshot. With
 * no service configured the sandbox runs in this process meanwhile. What was good is kept even if `work` throws.
 */
export async function runLoad(
  settings: Settings,
  command: string,
  work: (load: Load) => Promise<void>,
  options: LoadOptions
): Promise<LoadReport> {
  const {log, signal, hold = true, online = true} = options;
  const started = performance.now();
  if (online) assertToken(settings);
  const {withStore, close} = await keepStore(settings, hold);
  let sandbox: Sandbox | null = null;
  try {
    if (online && settings.baseUrl === null) sandbox = await startSandbox({seed: settings.sandbox.seed});
    if (sandbox) log.note(`sandbox: simulated feeds at ${sandbox.url}, as no FEEDBOOK_BASE_URL is set`);
    const simulated = sandbox ? true : online ? null : options.simulated === true;
    const loadId = await withStore((store) => startLoad(store, command, simulated));
    const report = {...emptyReport(loadId, command), simulated};
    const books = openBooks(settings, withStore, report);
    const reached = sandbox ? {...settings, baseUrl: sandbox.url, token: "sandbox"} : settings;
    const client = clientsOf(reached, log);
    await carryOut({settings: reached, report, books, log, signal, withStore, removed: new Set(), client}, work);
    report.seconds = (performance.now() - started) / 1000;
    return report;
  } finally {
    close();
    await sandbox?.close();
  }
}

async function carryOut(load: Load, work: (load: Load) => Promise<void>): Promise<void> {
  const {report, books, withStore, settings} = load;
  let failure: unknown;
  try {
    await work(load);
  } catch (error) {
    if (!load.signal.aborted) failure = error;
  }
  load.log.done();
  try {
    await books.flush();
  } catch (error) {
    failure ??= error;
  }
  report.interrupted = load.signal.aborted;
  const error = failure === undefined ? report.problems.slice(0, 5).join("; ") : messageOf(failure);
  const status = error !== "" ? "failed" : report.interrupted ? "interrupted" : "done";
  await withStore(async (store) => {
    await finishLoad(store, report.loadId, status, error === "" ? undefined : error);
    if (report.responses > 0) await publish(store, settings.snapshotPath);
  });
  touchLoaders();
  if (failure !== undefined) throw failure;
}

/** Writes the snapshot, and tells a running preview. */
export async function publishNow({withStore, settings}: Load): Promise<void> {
  await withStore((store) => publish(store, settings.snapshotPath));
  touchLoaders();
}

async function keepStore(settings: Settings, hold: boolean): Promise<{withStore: WithStore; close(): void}> {
  const open = () => openStore(settings.storePath, {...settings.rows, waitMs: writerWaitMs});
  if (hold) {
    const store = await open();
    return {withStore: (work) => work(store), close: store.close};
  }
  const withStore: WithStore = async (work) => {
    const store = await open();
    try {
      return await work(store);
    } finally {
      store.close();
    }
  };
  return {withStore, close() {}};
}

function clientsOf(settings: Settings, log: Log): (channel?: Channel) => ServiceClient {
  const clients = new Map<Channel, ServiceClient>();
  return (channel = settings.service.channel) => {
    const client = clients.get(channel) ?? clientOf(settings, channel, log);
    clients.set(channel, client);
    return client;
  };
}

function clientOf({baseUrl, token, service}: Settings, channel: Channel, log: Log): ServiceClient {
  if (baseUrl === null) throw new Error("no service to ask: this load is offline");
  return createClient({baseUrl, token, service: {...service, channel}}, {log: log.warn});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
