import {setMaxListeners} from "node:events";
import type {Answer, FeedSelection} from "./answer.js";
import {type Ask, askBatch, batchesOf, type RejectedFeed} from "./batch.js";
import type {ServiceClient} from "./client.js";

/** What to ask, and how much at a time. */
export interface AskOptions {
  /** Instants to ask `price` for, in Unix µs; taken one by one, so they may be generated. */
  instants?: Iterable<number>;
  /** Most feeds per request. */
  batchSize: number;
  /** Most batches at a time. */
  concurrency: number;
  signal?: AbortSignal;
  /** Feeds to leave out; grows by those taken out. Pass the same set again to go on without them. */
  removed?: Set<number | string>;
  /** Is called at once with each feed that is refused; what it throws ends the asking. */
  refused?(removed: RejectedFeed): void;
}

interface Outcome {
  job: number;
  results: (Answer | RejectedFeed)[];
  failure: {error: unknown} | null;
}

/**
 * Asks for feeds, at every instant if it is for `price`, batch by batch; answers come as they complete. A feed that is
 * refused comes once, as RejectedFeed. Holds only what is under way; leaving the loop aborts that.
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
      if (failure === null && !own.signal.aborted) fill(); // requests go on while the caller works on these results
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

// Resolves either way: a job that fails while nobody looks must not end the process.
async function run(job: number, work: Work): Promise<Outcome> {
  const results: (Answer | RejectedFeed)[] = [];
  try {
    await work(results);
    return {job, results, failure: null};
  } catch (error) {
    return {job, results, failure: {error}};
  }
}
