import {median} from "d3-array";
import type {Channel} from "../config/choices.js";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {StoreError} from "../database/error.js";
import type {Store} from "../database/store.js";
import {explainRefusal, feedName} from "../load/catalogue.js";
import {startService} from "../load/connect.js";
import {askedOf, feedsOf} from "../load/questions.js";
import {silent} from "../load/report.js";
import {selectFeeds} from "../load/select.js";
import {readBody} from "../rows/body.js";
import {feedIdsOf} from "../rows/columns.js";
import {askFeeds, type RejectedFeed} from "../service/ask.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {createClient, type ServiceClient} from "../service/client.js";
import {type Answer, RefusalError} from "../service/endpoints.js";
import {type Send, send} from "../service/exchange.js";
import {readStore, useEmptyStore} from "../store/open.js";
import {check, type FeedProblem, type Finding, fix, type Verdict} from "./check.js";

/** What asking the service for the configured feeds, as a load does, came to. Nothing of it is kept. */
interface Visit {
  /** Whether the embedded sandbox was asked, as no service is configured. */
  embedded: boolean;
  baseUrl: string;
  /** How many feeds are configured, and of how many it is known whether they come. */
  configured: number;
  asked: number;
  /** How many feeds the service's catalogue and the config list; null: it has no catalogue. */
  listed: number | null;
  /** Feeds that do not come. */
  problems: FeedProblem[];
  latencies: number[];
  /** Whether the service refused any feed. */
  refused: boolean;
  sightings: Sighting[];
  /** What ended it before all was asked; null: nothing did. */
  failure: unknown;
}

/** Asks the service, or the embedded sandbox, for all configured feeds, and reports what of that did not work. */
export async function examineService(settings: Settings, budgetMs = 30_000): Promise<Finding[]> {
  const visit = await visitService(settings, budgetMs);
  return [
    await check("service", () => serviceVerdict(visit)),
    await check("token", () => tokenVerdict(visit, settings)),
    // The catalogue may come from another host, with a clock of its own.
    await check("clock", () => clockVerdict(visit.sightings.filter(({url}) => url.endsWith("/latest_price")))),
    await check("feeds", () => feedsVerdict(visit))
  ];
}

function serviceVerdict({embedded, baseUrl, latencies, listed, failure, sightings}: Visit): Verdict {
  const name = embedded ? "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set" : baseUrl;
  const reached = failure === null || isAboutToken(failure) || (failure instanceof ConfigError && sightings.length > 0);
  if (!reached && !isBudget(failure)) return fix(`${name}: ${messageOf(failure)}`);
  const latency = median(latencies);
  if (latency === undefined && isBudget(failure)) return fix(`${name}: no answer in time; check the network`);
  const speed = latency === undefined ? "answers" : `answers in ${Math.round(latency)} ms`;
  return `${name}: ${speed}; ${listed === null ? "no catalogue" : `${listed} feeds in the catalogue`}`;
}

// Never the token itself, nor anything of it.
function tokenVerdict({embedded, latencies, refused, failure}: Visit, {token, service}: Settings): Verdict {
  if (embedded) return "not needed by the sandbox";
  if (service.auth === null) return "not needed, as service.auth is null";
  const answered = latencies.length > 0 || refused;
  if (token === null) {
    const advice = answered
      ? "the service answers without: set service.auth to null"
      : "set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox";
    return {ok: false, misconfigured: true, text: `missing FEEDBOOK_TOKEN: ${advice}`};
  }
  if (answered) return "FEEDBOOK_TOKEN is set, and accepted";
  if (isAboutToken(failure)) return fix(`FEEDBOOK_TOKEN is set, and not accepted: ${messageOf(failure)}`);
  return "FEEDBOOK_TOKEN is set; not tried, as no feed could be asked for";
}

function isAboutToken(failure: unknown): boolean {
  return failure instanceof RefusalError && failure.endpoint !== "catalogue" && [401, 403].includes(failure.status);
}

// A visit ended because its time was over.
function isBudget(failure: unknown): boolean {
  return failure instanceof DOMException;
}

/**
 * How the local clock stands to the service's, as far as its `Date` headers say: a whole second, cut off, of a moment
 * between sending and receiving. It matters from a second on.
 */
export function clockVerdict(sightings: readonly Sighting[]): Verdict {
  const dated = sightings.flatMap(({serverAt, ...at}) => (serverAt === null ? [] : [{...at, serverAt}]));
  if (dated.length === 0) return "not compared: no response gave the service's time";
  const aheadMs = Math.max(...dated.map(({sentAt, serverAt}) => sentAt - serverAt - 1000));
  const behindMs = Math.max(...dated.map(({receivedAt, serverAt}) => serverAt - receivedAt));
  const leastMs = Math.max(aheadMs, behindMs); // by this much at least, one way or the other
  if (leastMs < 1000) return "agrees with the service's, as far as its Date says";
  const found = `the local clock is ${leastMs} ms or more ${aheadMs > behindMs ? "ahead of" : "behind"} the service's`;
  const loss = aheadMs > 60_000 ? "; a history books instants to come as missing" : "";
  return fix(
    `${found}: ages and the newest instants of a load are wrong by as much${loss}; set the clock, as with NTP`
  );
}

function feedsVerdict({configured, asked, failure, problems: feeds}: Visit): Verdict {
  if (failure instanceof ConfigError) throw failure;
  if (asked === 0 && failure !== null) return fix("not checked: the service gave no update");
  const left =
    asked < configured ? `; ${configured - asked} of ${configured} not checked, as time was short or it failed` : "";
  if (feeds.length === 0 && left === "") return `all ${configured} configured feeds come`;
  return {ok: false, text: `${feeds.length} of ${asked} feeds asked for do not come${left}`, feeds};
}

// Asks for the latest update of every configured feed, with few retries, and no longer than `budgetMs` in all.
async function visitService(settings: Settings, budgetMs: number): Promise<Visit> {
  const {settings: reached, embedded, close} = await startService(settings);
  const {send, sightings} = datedSend();
  const visit: Visit = {
    ...{embedded, baseUrl: reached.baseUrl, configured: 0, asked: 0, listed: null, problems: []},
    ...{latencies: [], refused: false, sightings, failure: null}
  };
  const {retries, timeoutMs} = settings.service;
  const hasty = {retries: Math.min(1, retries), timeoutMs: Math.min(8000, timeoutMs), maxRetryAfterMs: 2000};
  const client = (channel: Channel = settings.service.channel) =>
    createClient({...reached, service: {...settings.service, ...hasty, channel}}, {send});
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
  const withStore = <T>(work: (store: Store) => Promise<T>) => readWhatThereIs(settings.storePath, work);
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
  const came = new Set<unknown>(feedIdsOf(rows));
  // Asked by symbol, an answer does not say which came.
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
  const left = `${feedName(feed, entry?.symbol)}: left out of the answer`;
  if (entry === undefined) return `${left}; no catalogue lists it: leave it out of feeds`;
  if (entry.state === "stable") return `${left}, though the catalogue lists it as stable; ask the service why`;
  return `${left}, as it is ${entry.state ?? "in no known state"}; leave it out of feeds until it is stable`;
}

// What the store knows of feeds, for a service without a catalogue; nothing, where there is none to read.
function readWhatThereIs<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  return readStore(path, work).catch((error: unknown) => {
    if (error instanceof StoreError) return useEmptyStore(work);
    throw error;
  });
}

/** When a response came: by the local clock (epoch ms) sent and received, and by its own `Date` header (a whole second). */
export interface Sighting {
  url: string;
  sentAt: number;
  receivedAt: number;
  serverAt: number | null;
}

/** A `send` that notes when each response came, for whoever compares clocks; what it does is otherwise the same. */
export function datedSend(now: () => number = Date.now): {send: Send; sightings: Sighting[]} {
  const sightings: Sighting[] = [];
  return {
    sightings,
    async send(url, sent) {
      const sentAt = now();
      const reply = await send(url, sent);
      const date = Date.parse(reply.headers.get("date") ?? "");
      sightings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return reply;
    }
  };
}
