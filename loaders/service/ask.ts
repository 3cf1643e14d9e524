import {setMaxListeners} from "node:events";
import type {ServiceClient} from "./client.js";
import type {FeedSelection} from "./endpoints.js";
import {type Answer, RefusalError} from "./endpoints.js";

/** What to ask, and how much at a time. */
interface AskOptions {
  /** Instants to ask `price` for, in Unix µs; taken one by one, so they may be generated. */
  instants?: Iterable<number>;
  /** Most feeds per request. */
  batchSize: number;
  /** Most batches at a time. */
  concurrency: number;
  signal?: AbortSignal;
  /** Feeds to leave out; refused feeds are added. Pass the same set again to continue without them. */
  removed?: Set<number | string>;
  /** Called at once with each refused feed; if it throws, no more is asked. */
  refused?(removed: RejectedFeed): void;
}

interface Outcome {
  job: number;
  results: (Answer | RejectedFeed)[];
  failure: {error: unknown} | null;
}

/**
 * Asks for feeds in batches, for `price` at every instant, and yields answers as they complete. A refused feed is yielded
 * once, as RejectedFeed. Memory holds only requests under way; leaving the loop aborts them.
 * @throws what the client rejects with, or the reason of an aborted signal
 */
export async function* askFeeds(
  client: ServiceClient,
  endpoint: "latest_price" | "price",
  feeds: FeedSelection,
  options: AskOptions
): AsyncGenerator<Answer | RejectedFeed> {
  const {concurrency, signal} = options;
  const own = new AbortController();
  setMaxListeners(concurrency, own.signal); // one per request under way
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  const jobs = jobsOf(asksOf(client, endpoint, options, own.signal), feeds, options);
  const running = new Map<number, Promise<Outcome>>();
  let count = 0;

  function fill(): void {
    while (running.size < concurrency) {
      const {value: work, done} = jobs.next();
      if (done) return;
      running.set(count, run(count, work));
      count += 1;
    }
  }

  try {
    signal?.throwIfAborted();
    fill();
    while (running.size > 0) {
      const {job, results, failure} = await Promise.race(running.values());
      running.delete(job);
      if (failure === null && !own.signal.aborted) fill(); // so that requests go on while the caller uses these results
      yield* results;
      if (failure !== null) throw failure.error;
      signal?.throwIfAborted();
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    own.abort();
    jobs.return(undefined);
    await Promise.all(running.values());
  }
}

type Work = (results: (Answer | RejectedFeed)[]) => Promise<void>;

function* jobsOf(
  asks: Iterable<Ask>,
  feeds: FeedSelection,
  {batchSize, removed = new Set(), refused = () => {}}: AskOptions
): Generator<Work> {
  const batches = batchesOf(feeds, batchSize);
  const reportTo = (results: (Answer | RejectedFeed)[]) => (result: Answer | RejectedFeed) => {
    results.push(result);
    if ("kind" in result) refused(result);
  };
  for (const ask of asks) {
    for (const batch of batches) {
      if (batch.some((feed) => !removed.has(feed))) yield (results) => askBatch(ask, batch, removed, reportTo(results));
    }
  }
}

function* asksOf(
  client: ServiceClient,
  endpoint: "latest_price" | "price",
  {instants}: AskOptions,
  signal: AbortSignal
): Generator<Ask> {
  if (endpoint === "latest_price") {
    yield (feeds) => client.latestPrice(feeds, {signal});
    return;
  }
  if (instants === undefined) throw new TypeError("price is asked at instants: none given");
  for (const instant of instants) yield (feeds) => client.price(feeds, instant, {signal});
}

// Never rejects: a rejection that nobody awaits yet would end the process.
async function run(job: number, work: Work): Promise<Outcome> {
  const results: (Answer | RejectedFeed)[] = [];
  try {
    await work(results);
    return {job, results, failure: null};
  } catch (error) {
    return {job, results, failure: {error}};
  }
}

/** A feed that the service refused: the rest of its batch was asked for again without it. */
export interface RejectedFeed {
  kind: "removed";
  feed: number | string;
  /** The service's text. */
  reason: string;
  /** The refusal. */
  answer: Answer;
}

/** Asks the service for some feeds, once. */
export type Ask = (feeds: FeedSelection) => Promise<Answer>;

/** Feeds of a selection, without duplicates, in batches of `size`. */
export function batchesOf(feeds: FeedSelection, size: number): Batch[] {
  const all = [...new Set<number | string>("ids" in feeds ? feeds.ids : feeds.symbols)];
  return Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));
}

/**
 * Asks for the feeds of a batch that are not in `removed`, and adds refused ones to it. Answers and refusals are reported at
 * once; if `report` throws, no more is asked.
 */
export async function askBatch(
  ask: Ask,
  batch: Batch,
  removed: Set<number | string>,
  report: (result: Answer | RejectedFeed) => void
): Promise<void> {
  const left = batch.filter((feed) => !removed.has(feed));
  if (left.length === 0) return;
  try {
    report(await ask(selectionOf(left)));
  } catch (error) {
    const culprits = rejectedFeeds(error, left);
    if (culprits === null || !(error instanceof RefusalError) || error.answer === null) throw error;
    if (culprits !== "split") {
      takeOut(culprits.feeds, removed, error.serviceText, error.answer).forEach(report);
      return askBatch(ask, left, removed, report);
    }
    const middle = Math.ceil(left.length / 2);
    await askBatch(ask, left.slice(0, middle), removed, report);
    await askBatch(ask, left.slice(middle), removed, report);
  }
}

// Another batch may have reported a feed already.
function takeOut(feeds: Batch, removed: Set<number | string>, reason: string, answer: Answer): RejectedFeed[] {
  const fresh = feeds.filter((feed) => !removed.has(feed));
  for (const feed of fresh) removed.add(feed);
  return fresh.map((feed) => ({kind: "removed", feed, reason, answer}));
}

/** Feeds of a batch as a selection: they are all ids, or all symbols. */
export function selectionOf(batch: Batch): FeedSelection {
  const ids = batch.filter((feed) => typeof feed === "number");
  return ids.length > 0 ? {ids} : {symbols: batch.filter((feed) => typeof feed === "string")};
}

/** Ids or symbols that were asked for together. */
export type Batch = readonly (number | string)[];

/** Which feeds of a batch a refusal is about; `split`: some feed that it does not name, found by halving the batch. */
export type Rejected = {feeds: Batch} | "split" | null;

const aboutFeeds = /unknown (price )?(feed|symbol)|not entitled|not available for channel/i;
const named = /\b(?:feed|symbol)s?(?: ids?)?(?::\s*|\s+)(.+)/i;
const remark = /\([^)]*\)?/g; // "Not entitled: feed 3063 (it requires access to …)"

/**
 * The feeds that a refusal names, as in `Unknown feed: 4000000`, `Not entitled: feed 3063 (…)` or `Price feed id 112 is
 * not available for channel real_time`; null if it is about something else. Asked by symbol, the service may name an id.
 */
export function rejectedFeeds(error: unknown, batch: Batch): Rejected {
  if (!(error instanceof RefusalError) || ![400, 403, 404].includes(error.status)) return null;
  const spelled = new Map(batch.map((feed) => [String(feed), feed]));
  const text = error.serviceText.replace(remark, " ");
  const names =
    named
      .exec(text)?.[1]
      ?.split(/[\s,;]+/)
      .map(bare) ?? [];
  const feeds = leading(names, spelled);
  if (feeds.length > 0) return {feeds};
  const otherwiseNamed = names.length > 0 && /^\d+$/.test(names[0] ?? "") !== (typeof batch[0] === "number");
  if (!otherwiseNamed || !aboutFeeds.test(text)) return null;
  return batch.length === 1 ? {feeds: batch} : "split";
}

// The names at the start of a list, up to the first word that was not asked for.
function leading(list: readonly string[], spelled: ReadonlyMap<string, number | string>): Batch {
  const feeds: (number | string)[] = [];
  for (const name of list) {
    const feed = spelled.get(name);
    if (feed === undefined) return feeds;
    feeds.push(feed);
  }
  return feeds;
}

function bare(name: string): string {
  return name.replace(/^["'`[]+|["'`\].:!]+$/g, "");
}
