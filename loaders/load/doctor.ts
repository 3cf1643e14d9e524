import {existsSync, statSync} from "node:fs";
import {statfs} from "node:fs/promises";
import {dirname, join} from "node:path";
import {ConfigError, messageOf} from "../config/errors.js";
import {assertToken, type Settings} from "../config/settings.js";
import {countText, sizeText} from "../config/size.js";
import {isLoading, lastChange, notDerived, readWhole, sqlOf} from "../inspect/status.js";
import {RefusalError} from "../service/endpoints.js";
import {querySnapshot} from "../snapshot/snapshot.js";
import type {WithStore} from "../store/access.js";
import {BusyStoreError} from "../store/database/error.js";
import {inOwnFolder} from "../store/database/files.js";
import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Load} from "./books.js";
import {explainRefusal, feedName, type KnownFeeds, noteSelected, selectFeeds} from "./feeds.js";
import {runLoad} from "./load.js";
import {askAndBook} from "./questions.js";
import {type LoadReport, silent, untimelyText} from "./report.js";

/** One line of the doctor: ok, or what to do. The values of `what` are the stable names of `doctor --json`. */
export interface Finding {
  what: "configuration" | "service" | "token" | "clock" | "feeds" | "store" | "snapshot" | "disk";
  ok: boolean;
  text: string;
  /** Whether the settings are wrong. */
  misconfigured?: boolean;
  /** In the check `feeds`: each feed that a load would not get, with what to do. */
  feeds?: {feed: number | string; text: string}[];
}

/** The finding of a check, which returns its text or throws its fault. */
export async function check(what: Finding["what"], run: () => string | Promise<string>): Promise<Finding> {
  try {
    return {what, ok: true, text: await run()};
  } catch (error) {
    return {what, ok: false, text: messageOf(error), ...(error instanceof ConfigError ? {misconfigured: true} : {})};
  }
}

/** What a load found; `listed`: how many feeds the catalogue lists, null without one. */
interface Trial {
  report: LoadReport;
  known: KnownFeeds;
  listed: number | null;
}

const trialMs = 30_000;

/** Loads the latest updates into a temporary store, and reports what did not work. */
export async function examineService(settings: Settings): Promise<Finding[]> {
  const {baseUrl, service} = settings;
  const name = baseUrl ?? "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set";
  const token = await check("token", () => {
    assertToken(settings);
    return baseUrl === null || service.auth === null ? "not needed" : "FEEDBOOK_TOKEN is set, and accepted";
  });
  if (!token.ok) return [token];
  try {
    const trial = await tryLoad(settings, AbortSignal.timeout(trialMs));
    const reached = await check("service", () => serviceText(name, trial));
    if (!reached.ok) return [reached];
    const late = untimelyText(trial.report.untimely);
    const clock: Finding = {what: "clock", ok: late === null, text: late ?? "the latest updates are of now"};
    return [reached, token, clock, feedsFinding(trial)];
  } catch (error) {
    const failed = (what: Finding["what"], text: string): Finding => ({what, ok: false, text});
    if (error instanceof ConfigError) return [{...failed("feeds", messageOf(error)), misconfigured: true}];
    if (!isAboutToken(error)) return [failed("service", `${name}: ${messageOf(error)}`)];
    const refused = `the service does not accept FEEDBOOK_TOKEN: ${messageOf(error)}`;
    return [{what: "service", ok: true, text: `${name}: answers`}, failed("token", refused)];
  }
}

function serviceText(name: string, {report, listed}: Trial): string {
  if (report.problems.length > 0) throw new Error(`${name}: ${report.problems.join("; ")}`);
  if (report.interrupted) throw new Error(`${name}: not all answers came in time; check the network`);
  return `${name}: answers; ${listed === null ? "no catalogue" : `${countText(listed, "feed")} in the catalogue`}`;
}

function isAboutToken(error: unknown): boolean {
  return error instanceof RefusalError && error.endpoint !== "catalogue" && [401, 403].includes(error.status);
}

function feedsFinding({report, known}: Trial): Finding {
  const {removed, missingFeeds, refused} = report;
  const asked = report.asked + removed.length - refused; // unknown symbols were not asked for
  const missing = report.missing + removed.length;
  if (missing === 0) return {what: "feeds", ok: true, text: `received: ${countText(asked, "configured feed")}`};
  const feeds = [
    ...removed.map((each) => ({feed: each.feed, text: explainRefusal(each, known)})),
    ...Object.keys(missingFeeds).map((id) => ({feed: Number(id), text: leftOutText(known, Number(id))}))
  ];
  return {what: "feeds", ok: false, text: `missing: ${missing} of ${countText(asked, "configured feed")}`, feeds};
}

function leftOutText(known: KnownFeeds, id: number): string {
  const {symbol = null, state = null} = known.get(id) ?? {};
  const advice = state === "stable" ? "ask the service why" : "remove it from feeds until it is stable";
  return `${feedName(id, symbol)}: left out of the answer; its state is ${state ?? "unknown"}: ${advice}`;
}

// A load as any other, but with few retries, and into a store that is removed afterwards.
async function tryLoad(settings: Settings, signal: AbortSignal): Promise<Trial> {
  const {retries, timeoutMs} = settings.service;
  const impatient = {retries: Math.min(1, retries), timeoutMs: Math.min(8000, timeoutMs), maxRetryAfterMs: 2000};
  const found: Omit<Trial, "report"> = {known: new Map(), listed: null};
  return await inOwnFolder(async (folder) => {
    const trying = {...settings, storePath: join(folder, "try.duckdb"), service: {...settings.service, ...impatient}};
    const work = async (load: Load) => {
      // If the service has no catalogue, the store's feeds stand in for it.
      const withStore: WithStore = (read) => readStore(settings.storePath, read).catch(() => load.withStore(read));
      const selected = await selectFeeds({...load, withStore});
      Object.assign(found, {known: selected.known, listed: selected.listed?.length ?? null});
      await askAndBook(load, "latest_price", noteSelected(load, selected));
    };
    const options = {log: silent, signal, derives: false, publishes: false};
    return {report: await runLoad(trying, "doctor", work, options), ...found};
  });
}

const leastBytes = 1e9;

/** Checks the store, the snapshot and the disk. */
export async function examineStore(settings: Settings): Promise<Finding[]> {
  const {storePath} = settings;
  const change = {at: 0, running: false}; // when a load last changed the store (epoch ms), and whether one is running
  const read = async (store: Store) => {
    Object.assign(change, {at: await lastChange(store), running: await isLoading(store)});
    return storeText(store);
  };
  const checkStore = async () => {
    if (!existsSync(storePath)) return `none yet at ${storePath}: a load makes it`;
    return readStore(storePath, read).catch((error: unknown) => {
      if (error instanceof BusyStoreError) return `not checked, as a load is using it: ${error.message}`;
      throw error;
    });
  };
  return [
    await check("store", checkStore),
    await check("snapshot", () => snapshotText(settings, change)),
    await check("disk", () => diskText(storePath))
  ];
}

async function storeText(store: Store): Promise<string> {
  const {connection, path} = store;
  await readWhole(store);
  const [wrong = {}] = await queryRecords(connection, sqlOf("integrity"));
  const found = Object.entries(wrong).flatMap(([name, count]) => (Number(count) > 0 ? [`${count} ${name}`] : []));
  const advice = "restore a backup, or load into another store";
  if (found.length > 0) throw new Error(`${path}: the books do not balance (${found.join(", ")}): ${advice}`);
  const due = await notDerived(store);
  if (due !== null) throw new Error(`${path}: ${due}`);
  const [held] = await queryRecords(connection, "SELECT count(*) AS updates FROM feed_updates");
  return `${path}: ${countText(Number(held?.updates), "update")}, the books balance, nothing torn, doubled or damaged`;
}

async function snapshotText(
  {storePath, snapshotPath: path}: Settings,
  change: {at: number; running: boolean}
): Promise<string> {
  const none = !existsSync(path);
  if (none && !existsSync(storePath)) return "none yet: a load writes it when it ends";
  if (none) throw new Error(`none at ${path}: run feedbook publish to write it`);
  const result = await querySnapshot(path, "SELECT count(*) FROM prices").catch(() => null); // damaged, or no snapshot
  if (result === null) throw new Error(`${path} cannot be read: run feedbook publish to write it anew`);
  const text = `${path}: ${countText(Number(result.rows[0]?.[0]), "price")}`;
  if (statSync(path).mtimeMs >= change.at) return text;
  if (change.running) return `${text}; the running load writes it anew when it ends`;
  throw new Error(`${text}, older than the store's last change: run feedbook publish to write it anew`);
}

// Checks the disk of the store, which may not exist yet.
async function diskText(storePath: string): Promise<string> {
  let folder = dirname(storePath);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = await statfs(folder);
  const text = `${sizeText(bavail * bsize)} free at the store`;
  if (bavail * bsize >= leastBytes) return text;
  throw new Error(`${text}: make room, or move the store to a larger disk (--store, FEEDBOOK_STORE)`);
}
