import {median} from "d3-array";
import type {Channel} from "../config/choices.js";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {countText} from "../config/size.js";
import {StoreError} from "../database/error.js";
import type {Store} from "../database/store.js";
import {explainRefusal, feedName} from "../load/catalogue.js";
import {startService} from "../load/connect.js";
import {askedOf, feedsOf} from "../load/questions.js";
import {silent} from "../load/report.js";
import {selectFeeds} from "../load/select.js";
import {readBody} from "../rows/body.js";
import {askFeeds, type RejectedFeed} from "../service/ask.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {createClient, type ServiceClient} from "../service/client.js";
import {type Answer, RefusalError} from "../service/endpoints.js";
import {type Send, send} from "../service/exchange.js";
import {readStore, useEmptyStore} from "../store/open.js";
import {check, type FeedProblem, type Finding, failed, type Verdict} from "./check.js";

/** The result of requesting the configured feeds as a load does. Nothing of it is stored. */
interface Visit {
  /** Whether the embedded sandbox was asked, as no service is configured. */
  embedded: boolean;
  baseUrl: string;
  /** How many feeds are configured, and of how many we know whether they come. */
  configured: number;
  asked: number;
  /** How many feeds the service's catalogue and the config list; null if the service has no catalogue. */
  listed: number | null;
  /** Feeds that do not come. */
  problems: FeedProblem[];
  latencies: number[];
  /** Whether the service refused any feed. */
  refused: boolean;
  readings: ClockReading[];
  /** The error that ended the visit early; null if none did. */
  failure: unknown;
}

/** Requests all configured feeds from the service, or the embedded sandbox, and reports what did not work. */
export async function examineService(settings: Settings, budgetMs = 30_000): Promise<Finding[]> {
  const visit = await visitService(settings, budgetMs);
  return [
    await check("service", () => serviceVerdict(visit)),
    await check("token", () => tokenVerdict(visit, settings)),
    // The catalogue may come from another host, which has its own clock.
    await check("clock", () => clockVerdict(visit.readings.filter(({url}) => url.endsWith("/latest_price")))),
    await check("feeds", () => feedsVerdict(visit))
  ];
}

function serviceVerdict({embedded, baseUrl, latencies, listed, failure, readings}: Visit): Verdict {
  const name = embedded ? "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set" : baseUrl;
  const reached = failure === null || isAboutToken(failure) || (failure instanceof ConfigError && readings.length > 0);
  if (!reached && !isTimeout(failure)) return failed(`${name}: ${messageOf(failure)}`);
  const latency = median(latencies);
  if (latency === undefined && isTimeout(failure)) return failed(`${name}: no answer in time; check the network`);
  const speed = latency === undefined ? "answers" : `answers in ${Math.round(latency)} ms`;
  return `${name}: ${speed}; ${listed === null ? "no catalogue" : `${countText(listed, "feed")} in the catalogue`}`;
}

// The text never contains the token, nor any part of it.
function tokenVerdict({embedded, latencies, refused, failure}: Visit, {token, service}: Settings): Verdict {
  if (embedded) return "not needed by the sandbox";
  if (service.auth === null) return "not needed, as service.auth is null";
  const answered = latencies.length > 0 || refused;
  if (token === null) {
    const advice = answered
      ? "the service answers without a token: set service.auth to null"
      : "set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox";
    return {ok: false, misconfigured: true, text: `missing FEEDBOOK_TOKEN: ${advice}`};
  }
  if (answered) return "FEEDBOOK_TOKEN is set, and accepted";
  if (isAboutToken(failure)) return failed(`the service does not accept FEEDBOOK_TOKEN: ${messageOf(failure)}`);
  return "FEEDBOOK_TOKEN is set; not tried, as no feed could be requested";
}

function isAboutToken(failure: unknown): boolean {
  return failure instanceof RefusalError && failure.endpoint !== "catalogue" && [401, 403].includes(failure.status);
}

function isTimeout(failure: unknown): boolean {
  return failure instanceof DOMException;
}

/**
 * Compares the local clock with the service's `Date` headers. These have whole seconds, rounded down, of a moment between
 * sending and receiving: so a difference below a second is not reported.
 */
export function clockVerdict(readings: readonly ClockReading[]): Verdict {
  const dated = readings.flatMap(({serverAt, ...at}) => (serverAt === null ? [] : [{...at, serverAt}]));
  if (dated.length === 0) return "not compared: no response had a Date header";
  const aheadMs = Math.max(...dated.map(({sentAt, serverAt}) => sentAt - serverAt - 1000));
  const behindMs = Math.max(...dated.map(({receivedAt, serverAt}) => serverAt - receivedAt));
  const leastMs = Math.max(aheadMs, behindMs); // the smallest difference that explains the headers
  if (leastMs < 1000) return "agrees with the service's clock to the second";
  const found = `the local clock is ${leastMs} ms or more ${aheadMs > behindMs ? "ahead of" : "behind"} the service's`;
  const loss = aheadMs > 60_000 ? "; load history records instants of the future as missing" : "";
  return failed(
    `${found}: ages and the newest instants of a load are wrong by as much${loss}; set the clock, for example with NTP`
  );
}

function feedsVerdict({configured, asked, failure, problems: feeds}: Visit): Verdict {
  if (failure instanceof ConfigError) throw failure;
  if (asked === 0 && failure !== null) return failed("not checked: the service gave no update");
  const unchecked =
    asked < configured
      ? `; ${configured - asked} of ${configured} not checked, as a request failed or time ran out`
      : "";
  if (feeds.length === 0 && unchecked === "")
    return configured === 1 ? "the configured feed comes" : `all ${configured} configured feeds come`;
  const of = `${feeds.length} of ${countText(asked, "requested feed")} ${asked === 1 ? "does" : "do"} not come`;
  return {ok: false, text: of + unchecked, feeds};
}

// Requests the latest update of every configured feed, with few retries, and within `budgetMs` in all.
async function visitService(settings: Settings, budgetMs: number): Promise<Visit> {
  const {settings: connected, embedded, close} = await startService(settings);
  const {send, readings} = clockedSend();
  const visit: Visit = {
    ...{embedded, baseUrl: connected.baseUrl, configured: 0, asked: 0, listed: null, problems: []},
    ...{latencies: [], refused: false, readings, failure: null}
  };
  const {retries, timeoutMs} = settings.service;
  const impatient = {retries: Math.min(1, retries), timeoutMs: Math.min(8000, timeoutMs), maxRetryAfterMs: 2000};
  const client = (channel: Channel = settings.service.channel) =>
    createClient({...connected, service: {...settings.service, ...impatient, channel}}, {send});
  try {
    await ask(visit, settings, client, AbortSignal.timeout(budgetMs));
  } catch (error) {
    visit.failure = error;
  } finally {
    await close();
  }
  return visit;
}

async function ask(
  visit: Visit,
  settings: Settings,
  client: (channel?: Channel) => ServiceClient,
  signal: AbortSignal
): Promise<void> {
  const withStore = <T>(work: (store: Store) => Promise<T>) => readStoreOrEmpty(settings.storePath, work);
  const catalogue = () => client().catalogue({signal});
  const {asks, known, listed, unknown} = await selectFeeds({settings, catalogue, log: silent, signal, withStore});
  visit.listed = listed?.length ?? null;
  visit.configured = unknown.length + asks.reduce((sum, {feeds}) => sum + feedsOf(feeds).length, 0);
  visit.asked = unknown.length;
  for (const {feed, reason} of unknown)
    visit.problems.push(problemOf(known, feed, "unknown", `${reason}; correct it in feeds`));
  const {batchSize, concurrency} = settings.service;
  for (const {feeds, channel} of asks) {
    const options = {batchSize: batchSize.latest_price, concurrency, signal};
    for await (const answer of askFeeds(client(channel), "latest_price", feeds, options)) {
      if ("kind" in answer) noteRefusal(visit, known, answer);
      else noteAnswer(visit, known, answer, settings);
    }
  }
}

type KnownFeeds = ReadonlyMap<number, CatalogueEntry>;

function noteRefusal(visit: Visit, known: KnownFeeds, rejected: RejectedFeed): void {
  const problem = /unknown/i.test(rejected.reason) ? "unknown" : "refused";
  visit.problems.push(problemOf(known, rejected.feed, problem, explainRefusal(rejected, known)));
  visit.refused = true;
  visit.asked += 1;
}

function noteAnswer(visit: Visit, known: KnownFeeds, answer: Answer, {rows: {timestampUnit}}: Settings): void {
  const {rows} = readBody(answer.body, timestampUnit);
  const asked = askedOf(answer);
  const came = new Set<unknown>(rows.map(({priceFeedId}) => priceFeedId));
  // An answer has ids only: of feeds requested by symbol it does not say which are missing.
  const bySymbol = rows.length < asked.length ? asked : [];
  const leftOut = typeof asked[0] === "number" ? asked.filter((id) => !came.has(id)) : bySymbol;
  for (const feed of leftOut) visit.problems.push(problemOf(known, feed, "left out", leftOutText(known, feed)));
  visit.asked += asked.length;
  visit.latencies.push(answer.latencyMs ?? 0);
}

function problemOf(
  known: KnownFeeds,
  feed: number | string,
  problem: FeedProblem["problem"],
  text: string
): FeedProblem {
  if (typeof feed === "string") return {priceFeedId: null, symbol: feed, problem, text};
  return {priceFeedId: feed, symbol: known.get(feed)?.symbol ?? null, problem, text};
}

function leftOutText(known: KnownFeeds, feed: number | string): string {
  if (typeof feed === "string") return `${feed}: this or another symbol was left out of an answer; give ids instead`;
  const entry = known.get(feed);
  const text = `${feedName(feed, entry?.symbol)}: left out of the answer`;
  if (entry === undefined) return `${text}; no catalogue lists it: remove it from feeds`;
  if (entry.state === "stable") return `${text}, though the catalogue lists it as stable; ask the service why`;
  return `${text}, as its state is ${entry.state ?? "unknown"}; remove it from feeds until it is stable`;
}

// If the service has no catalogue, the store's feeds stand in for it. Without a readable store there are none.
function readStoreOrEmpty<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  return readStore(path, work).catch((error: unknown) => {
    if (error instanceof StoreError) return useEmptyStore(work);
    throw error;
  });
}

/** The times of a request: sent and received by the local clock (epoch ms), and the answer's `Date` header (whole seconds). */
export interface ClockReading {
  url: string;
  sentAt: number;
  receivedAt: number;
  serverAt: number | null;
}

/** A `send` that also records the times of each request. */
export function clockedSend(now: () => number = Date.now): {send: Send; readings: ClockReading[]} {
  const readings: ClockReading[] = [];
  return {
    readings,
    async send(url, sent) {
      const sentAt = now();
      const reply = await send(url, sent);
      const date = Date.parse(reply.headers.get("date") ?? "");
      readings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return reply;
    }
  };
}
