import {join} from "node:path";
import type {Channel} from "../config/choices.js";
import type {Settings} from "../config/settings.js";
import {StoreError} from "../database/error.js";
import {inOwnFolder} from "../database/files.js";
import type {Store} from "../database/store.js";
import {askedOf, feedsOf} from "../load/ask.js";
import {startService} from "../load/connect.js";
import {silent} from "../load/report.js";
import {selectFeeds} from "../load/select.js";
import {columnOf} from "../rows/batch.js";
import {readBody} from "../rows/body.js";
import type {Answer} from "../service/answer.js";
import {askFeeds, type RejectedFeed} from "../service/ask.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {createClient, type ServiceClient} from "../service/client.js";
import {datedSend, type Sighting} from "../service/send.js";
import {readStore, useStore} from "../store/open.js";
import type {Published} from "./clock.js";

/** What asking the service for the configured feeds, as a load does, came to. Nothing of it is kept. */
export interface Visit {
  /** Whether the embedded sandbox was asked, as no service is configured. */
  embedded: boolean;
  baseUrl: string;
  /** How many feeds are configured, and of how many it is known whether they come. */
  feeds: number;
  /** How many feeds the service's catalogue and the config list; null: it has no catalogue. */
  listed: number | null;
  /** What is known of feeds by id, from the store too. */
  known: Map<number, CatalogueEntry>;
  asked: number;
  /** Symbols that no catalogue knows, with the reason. */
  unknown: {feed: number | string; reason: string}[];
  refused: RejectedFeed[];
  /** Feeds that an answer left out. */
  leftOut: (number | string)[];
  latencies: number[];
  sightings: Sighting[];
  published: Published[];
  /** What ended it before all was asked; null: nothing did. */
  failure: unknown;
}

/** Asks for the latest update of every configured feed, with few retries, and no longer than `budgetMs` in all. */
export async function visitService(settings: Settings, budgetMs = 30_000): Promise<Visit> {
  const {settings: reached, embedded, close} = await startService(settings);
  const {send, sightings} = datedSend();
  const visit: Visit = {
    ...{
      embedded,
      baseUrl: reached.baseUrl,
      feeds: 0,
      listed: null,
      known: new Map(),
      asked: 0,
      unknown: [],
      refused: []
    },
    ...{leftOut: [], latencies: [], sightings, published: [], failure: null}
  };
  const client = (channel: Channel = settings.service.channel) =>
    createClient({...reached, service: {...settings.service, ...hasty(settings), channel}}, {send});
  try {
    await ask(visit, settings, client, AbortSignal.timeout(budgetMs));
  } catch (error) {
    visit.failure = error;
  } finally {
    await close();
  }
  return visit;
}

function hasty({service}: Settings): Partial<Settings["service"]> {
  return {retries: Math.min(1, service.retries), timeoutMs: Math.min(8000, service.timeoutMs), maxRetryAfterMs: 2000};
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
  Object.assign(visit, {known, unknown, listed: listed?.length ?? null});
  visit.feeds = visit.unknown.length + asks.reduce((sum, {feeds}) => sum + feedsOf(feeds).length, 0);
  visit.asked = visit.unknown.length;
  const {batchSize, concurrency} = settings.service;
  for (const {feeds, channel} of asks) {
    const options = {batchSize: batchSize.latest_price, concurrency, signal};
    for await (const answer of askFeeds(client(channel), "latest_price", feeds, options)) note(visit, settings, answer);
  }
}

function note(visit: Visit, {rows: {timestampUnit}}: Settings, answer: Answer | RejectedFeed): void {
  if ("kind" in answer) {
    visit.refused.push(answer);
    visit.asked += 1;
    return;
  }
  const {rows, publishedAt} = readBody(answer.body, timestampUnit);
  const asked = askedOf(answer);
  const came = new Set<unknown>(columnOf(rows, "priceFeedId").slice(0, rows.length));
  // Asked by symbol, an answer does not say which came.
  if (typeof asked[0] === "number") visit.leftOut.push(...asked.filter((id) => !came.has(id)));
  else if (rows.length < asked.length) visit.leftOut.push(...asked);
  visit.asked += asked.length;
  visit.latencies.push(answer.latencyMs ?? 0);
  if (publishedAt !== null)
    visit.published.push({publishedAt: publishedAt / 1000, receivedAt: answer.receivedAt.getTime()});
}

// What the store knows of feeds, for a service without a catalogue; nothing, where there is none to read.
async function readWhatThereIs<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await readStore(path, work);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return inOwnFolder((folder) => useStore(join(folder, "empty.duckdb"), {}, work));
  }
}
