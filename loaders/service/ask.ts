import {setMaxListeners} from "node:events";
import type {ServiceClient} from "./client.js";
import {type Answer, type FeedSelection, RefusalError} from "./endpoints.js";

/** What to request, and how much at a time. */
interface AskOptions {
  /** Instants to request `price` at, in Unix µs; taken one by one, so they may be generated. */
  instants?: Iterable<number>;
  /** Most feeds per request. */
  batchSize: number;
  /** Most batches at a time. */
  concurrency: number;
  signal?: AbortSignal;
  /** Feeds to leave out; refused feeds are added. Pass the same set again to continue without them. */
  removed?: Set<number | string>;
}

/** A feed that the service refused: the rest of its batch was requested again without it. */
export interface RejectedFeed {
  kind: "removed";
  feed: number | string;
  /** The service's text. */
  reason: string;
  /** The refusal. */
  answer: Answer;
}

/** Ids or symbols that are requested together. */
type Batch = readonly (number | string)[];

type Results = AsyncGenerator<Answer | RejectedFeed>;

/**
 * Requests feeds in batches, for `price` at every instant, and yields answers as they complete. A refused feed is yielded
 * once, as RejectedFeed. Memory holds only requests under way; leaving the loop aborts them.
 * @throws what the client rejects with, or the reason of an aborted signal
 */
export async function* askFeeds(
  client: ServiceClient,
  endpoint: "latest_price" | "price",
  feeds: FeedSelection,
  options: AskOptions
): Results {
  const {concurrency, signal} = options;
  const own = new AbortController();
  setMaxListeners(concurrency, own.signal); // one per request under way
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  const batches = askBatches(client, endpoint, feeds, {...options, signal: own.signal});
  const running = new Map<Results, ReturnType<typeof stepOf>>();
  const fill = () => {
    while (running.size < concurrency) {
      const {value: results, done} = batches.next();
      if (done) return;
      running.set(results, stepOf(results));
    }
  };
  try {
    signal?.throwIfAborted();
    for (fill(); running.size > 0; fill()) {
      const step = await Promise.race(running.values());
      running.delete(step.results);
      if ("failure" in step) throw step.failure;
      if (!step.done) {
        running.set(step.results, stepOf(step.results)); // so that requests go on while the caller uses this result
        yield step.value;
      }
      signal?.throwIfAborted();
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    own.abort();
    batches.return(undefined);
    await Promise.all(running.values());
  }
}

// Never rejects: a rejection that nobody awaits yet would end the process.
function stepOf(results: Results) {
  return results.next().then(
    (step) => ({results, ...step}),
    (failure: unknown) => ({results, failure})
  );
}

function* askBatches(
  client: ServiceClient,
  endpoint: "latest_price" | "price",
  feeds: FeedSelection,
  {instants = [], batchSize, removed = new Set(), signal}: AskOptions
): Generator<Results> {
  const batches = batchesOf(feeds, batchSize);
  for (const instant of endpoint === "price" ? instants : [null]) {
    const ask = (asked: FeedSelection) =>
      instant === null ? client.latestPrice(asked, {signal}) : client.price(asked, instant, {signal});
    for (const batch of batches) yield askBatch(ask, batch, removed);
  }
}

// Requests the feeds of a batch that are not in `removed`, and adds refused ones to it.
async function* askBatch(
  ask: (feeds: FeedSelection) => Promise<Answer>,
  batch: Batch,
  removed: Set<number | string>
): Results {
  const left = batch.filter((feed) => !removed.has(feed));
  if (left.length === 0) return;
  try {
    yield await ask(selectionOf(left));
  } catch (error) {
    if (!(error instanceof RefusalError) || error.answer === null) throw error;
    const feeds = refusedFeeds(error, left);
    if (feeds === null) throw error;
    for (const feed of feeds) {
      if (removed.has(feed)) continue; // another batch yielded it
      removed.add(feed);
      yield {kind: "removed", feed, reason: error.serviceText, answer: error.answer};
    }
    const middle = Math.ceil(left.length / 2);
    const parts = feeds.length > 0 ? [left] : [left.slice(0, middle), left.slice(middle)];
    for (const part of parts) yield* askBatch(ask, part, removed);
  }
}

/** Feeds of a selection, without duplicates, in batches of `size`. */
export function batchesOf(feeds: FeedSelection, size: number): Batch[] {
  const all = [...new Set<number | string>("ids" in feeds ? feeds.ids : feeds.symbols)];
  return Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** Feeds of a batch as a selection: they are all ids, or all symbols. */
export function selectionOf(batch: Batch): FeedSelection {
  const ids = batch.filter((feed) => typeof feed === "number");
  return ids.length > 0 ? {ids} : {symbols: batch.filter((feed) => typeof feed === "string")};
}

const aboutFeeds = /unknown (price )?(feed|symbol)|not entitled|not available for channel/i;
const named = /\b(?:feed|symbol)s?(?: ids?)?(?::\s*|\s+)(.+)/i;
const remark = /\([^)]*\)?/g; // "Not entitled: feed 3063 (it requires access to …)"

// The feeds that a refusal names, as in `Unknown feed: 4000000` or `Price feed id 112 is not available for channel real_time`.
// Empty if it names one of the batch in another way, as the service may name ids for symbols; null if it is about something else.
function refusedFeeds({status, serviceText}: RefusalError, batch: Batch): Batch | null {
  if (![400, 403, 404].includes(status)) return null;
  const spelled = new Map(batch.map((feed) => [String(feed), feed]));
  const list = named.exec(serviceText.replace(remark, " "))?.[1]?.split(/[\s,;]+/) ?? [];
  const names = list.map((name) => name.replace(/^["'`[]+|["'`\].:!]+$/g, ""));
  const feeds: (number | string)[] = [];
  for (const name of names) {
    const feed = spelled.get(name);
    if (feed === undefined) break;
    feeds.push(feed);
  }
  if (feeds.length > 0) return feeds;
  const isOtherwise = names.length > 0 && /^\d+$/.test(names[0] ?? "") !== (typeof batch[0] === "number");
  if (!isOtherwise || !aboutFeeds.test(serviceText)) return null;
  return batch.length === 1 ? batch : [];
}
