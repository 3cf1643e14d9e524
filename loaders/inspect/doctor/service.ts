import {join} from "node:path";
import {ConfigError, messageOf} from "../../config/errors.js";
import {assertToken, type Settings} from "../../config/settings.js";
import {countText} from "../../config/size.js";
import type {Load} from "../../load/books.js";
import {explainRefusal, feedName, type KnownFeeds} from "../../load/catalogue.js";
import {runLoad} from "../../load/load.js";
import {untimelyText} from "../../load/off-times.js";
import {askAndBook} from "../../load/questions.js";
import {type LoadReport, silent} from "../../load/report.js";
import {noteSelected, selectFeeds, selectingOf} from "../../load/select.js";
import {RefusalError} from "../../service/endpoints.js";
import type {WithStore} from "../../store/access.js";
import {inOwnFolder} from "../../store/database/files.js";
import {readStore, useEmptyStore} from "../../store/open.js";
import {check, type Finding, failed, type Verdict} from "./check.js";

/** What a load found; `listed`: how many feeds the catalogue lists, null without one. */
interface Trial {
  report: LoadReport;
  known: KnownFeeds;
  listed: number | null;
}

/** Loads the latest updates into a temporary store, within `timeoutMs`, and reports what did not work. */
export async function examineService(settings: Settings, timeoutMs = 30_000): Promise<Finding[]> {
  const {baseUrl, service} = settings;
  const name = baseUrl ?? "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set";
  const token = await check("token", () => {
    assertToken(settings);
    return baseUrl === null || service.auth === null ? "not needed" : "FEEDBOOK_TOKEN is set, and accepted";
  });
  if (!token.ok) return [token];
  try {
    const trial = await tryLoad(settings, AbortSignal.timeout(timeoutMs));
    const reached = await check("service", () => serviceVerdict(name, trial));
    if (!reached.ok) return [reached];
    const late = untimelyText(trial.report.untimely);
    const clock = await check("clock", () => (late === null ? "the latest updates are of now" : failed(late)));
    return [reached, token, clock, await check("feeds", () => feedsVerdict(trial))];
  } catch (error) {
    if (error instanceof ConfigError) return [await check("feeds", () => Promise.reject(error))];
    if (!isAboutToken(error)) return [await check("service", () => failed(`${name}: ${messageOf(error)}`))];
    const refused = `the service does not accept FEEDBOOK_TOKEN: ${messageOf(error)}`;
    return [await check("service", () => `${name}: answers`), await check("token", () => failed(refused))];
  }
}

function serviceVerdict(name: string, {report, listed}: Trial): Verdict {
  if (report.problems.length > 0) return failed(`${name}: ${report.problems.join("; ")}`);
  if (report.interrupted) return failed(`${name}: not all answers came in time; check the network`);
  return `${name}: answers; ${listed === null ? "no catalogue" : `${countText(listed, "feed")} in the catalogue`}`;
}

function isAboutToken(error: unknown): boolean {
  return error instanceof RefusalError && error.endpoint !== "catalogue" && [401, 403].includes(error.status);
}

function feedsVerdict({report, known}: Trial): Verdict {
  const {removed, missingFeeds, refused} = report;
  const asked = report.asked + removed.length - refused; // unknown symbols were not asked for
  const missing = report.missing + removed.length;
  if (missing === 0) return `received: ${countText(asked, "configured feed")}`;
  const feeds = [
    ...removed.map((each) => ({feed: each.feed, text: explainRefusal(each, known)})),
    ...Object.keys(missingFeeds).map((id) => ({feed: Number(id), text: leftOutText(known, Number(id))}))
  ];
  return {ok: false, text: `missing: ${missing} of ${countText(asked, "configured feed")}`, feeds};
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
  // If the service has no catalogue, the store's feeds stand in for it.
  const withStore: WithStore = (work) => readStore(settings.storePath, work).catch(() => useEmptyStore(work));
  const found: Omit<Trial, "report"> = {known: new Map(), listed: null};
  return await inOwnFolder(async (folder) => {
    const trying = {...settings, storePath: join(folder, "try.duckdb"), service: {...settings.service, ...impatient}};
    const work = async (load: Load) => {
      const selected = await selectFeeds({...selectingOf(load), withStore});
      Object.assign(found, {known: selected.known, listed: selected.listed?.length ?? null});
      await askAndBook(load, "latest_price", noteSelected(load, selected));
    };
    const options = {log: silent, signal, derives: false, publishes: false};
    const report = await runLoad(trying, "doctor", work, options);
    return {...found, report};
  });
}
