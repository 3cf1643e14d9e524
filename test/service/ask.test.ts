import {getEventListeners} from "node:events";
import {describe, expect, it, onTestFinished} from "vitest";
import {askFeeds, type RejectedFeed} from "../../loaders/service/ask.js";
import type {CallOptions, ServiceClient} from "../../loaders/service/client.js";
import {type Answer, type FeedSelection, RefusalError} from "../../loaders/service/endpoints.js";
import {answerTo} from "./loopback.js";

type Feeds = (number | string)[];

const t0 = 1_778_594_100_000_000;
const [batchSize, concurrency] = [100, 1];
const none = () => Promise.reject(new Error("unexpected request"));
const noClient: ServiceClient = {latestPrice: none, price: none, reducePrice: none, catalogue: none};

const feedsIn = (selection: FeedSelection): Feeds => ("ids" in selection ? selection.ids : selection.symbols);
const selectionOf = (feeds: Feeds): FeedSelection =>
  typeof feeds[0] === "string" ? {symbols: feeds.map(String)} : {ids: feeds.map(Number)};

/** A client whose service refuses each request that contains one of the bad feeds, with the text of the first. */
function refusing(bad: Record<string, string>, status = 403) {
  const requests: Feeds[] = [];
  async function answer(selection: FeedSelection, timestamp?: number): Promise<Answer> {
    const feeds = feedsIn(selection);
    requests.push(feeds);
    const response = answerTo(timestamp === undefined ? `${feeds}` : `${feeds} at ${timestamp - t0}`);
    const refused = feeds.find((feed) => feed in bad);
    if (refused === undefined) return response;
    throw new RefusalError("latest_price", "refused", status, bad[refused] ?? "", {...response, httpStatus: status});
  }
  return {client: {...noClient, latestPrice: (feeds: FeedSelection) => answer(feeds), price: answer}, requests};
}

/** A client whose answers take `ms`, or never come (null). */
function slow(ms: number | null) {
  const [started, aborted]: [number[], number[]] = [[], []];
  async function price(_: FeedSelection, at: number, {signal}: CallOptions = {}): Promise<Answer> {
    started.push(at);
    await new Promise((resolve, reject) => {
      const abort = () => {
        aborted.push(at);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort);
      if (ms === null) return;
      setTimeout(() => {
        signal?.removeEventListener("abort", abort); // as the client does
        resolve(null);
      }, ms);
    });
    return answerTo(at);
  }
  return {client: {...noClient, price}, started, aborted};
}

async function all(results: AsyncIterable<Answer | RejectedFeed>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const result of results) list.push("kind" in result ? `-${result.feed} ${result.reason}` : result.request);
  return list.sort();
}

function watchUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return unhandled;
}

describe('askFeeds(client, "latest_price", feeds, {batchSize, concurrency, removed})', () => {
  it("requests batch by batch, and yields each refused feed once with the service's text", async () => {
    const {client, requests} = refusing({3: "Unknown feed: 3", 5: "Not entitled: feed 5 (groups: [1])"});
    const feeds = {ids: [1, 2, 3, 4, 5, 6, 7]};
    expect(await all(askFeeds(client, "latest_price", feeds, {batchSize: 3, concurrency: 2}))).toEqual([
      ...["-3 Unknown feed: 3", "-5 Not entitled: feed 5 (groups: [1])", "1,2", "4,6", "7"]
    ]);
    expect(requests).toHaveLength(5);
  });

  it("leaves out the feeds in `removed`, and makes no request without feeds", async () => {
    const {client, requests} = refusing({2: "Unknown feed: 2"});
    const options = {batchSize, concurrency, removed: new Set<number | string>()};
    await all(askFeeds(client, "latest_price", {ids: [1, 2]}, options));
    expect(await all(askFeeds(client, "latest_price", {ids: [1, 2]}, options))).toEqual(["1"]);
    expect(await all(askFeeds(client, "latest_price", {ids: [2]}, options))).toEqual([]);
    expect(await all(askFeeds(client, "latest_price", {ids: []}, options))).toEqual([]);
    expect(requests).toEqual([[1, 2], [1], [1]]);
  });

  const ids = [1, 2, 112, 3063, 4000000];
  const symbols = ["Crypto.BTC/USD", "Crypto.BTC/USDT", "FX.EUR/USD"];

  it.each<[string, Feeds, Feeds]>([
    ["Unknown feed: 4000000", ids, [4000000]],
    ["Not entitled: feed 3063 (it requires access to feed 1)", ids, [3063]],
    ["Price feed id 112 is not available for channel real_time", ids, [112]],
    ["Unknown feed: 'Crypto.BTC/USDT'", symbols, ["Crypto.BTC/USDT"]],
    ["Not entitled: feed 20 (…)", symbols, ["FX.EUR/USD"]], // an id, asked by symbol: found by halving
    ["Unknown feed: Crypto.BTC/USD", ids, [2, 4000000]]
  ])("takes the feeds of %j out of %j: %j", async (text, batch, bad) => {
    const {client} = refusing(Object.fromEntries(bad.map((feed) => [feed, text])));
    const good = batch.filter((feed) => !bad.includes(feed));
    const results = await all(askFeeds(client, "latest_price", selectionOf(batch), {batchSize, concurrency}));
    const answered = results.filter((result) => !String(result).startsWith("-"));
    expect(results.length - answered.length).toBe(bad.length);
    expect(answered.join().split(",").sort()).toEqual(good.map(String).sort());
  });

  it.each([
    ["Unknown feed: 99", 403],
    ["", 400],
    ["your plan allows 1 feed", 403],
    ["Unknown feed: 2", 401]
  ])("throws a refusal that names no requested feed: %j with %i", async (text, status) => {
    const asking = all(askFeeds(refusing({2: text}, status).client, "latest_price", {ids}, {batchSize, concurrency}));
    await expect(asking).rejects.toMatchObject({name: "RefusalError", serviceText: text, status});
  });
});

describe('askFeeds(client, "price", feeds, {instants, batchSize, concurrency, signal})', () => {
  it("requests every batch at every instant, and yields a feed once that several requests refuse", async () => {
    const {client, requests} = refusing({3: "Unknown feed: 3"});
    const seconds = Array.from({length: 10}, (_, second) => second);
    const instants = seconds.map((second) => t0 + second);
    const results = await all(askFeeds(client, "price", {ids: [1, 2, 3]}, {instants, batchSize: 2, concurrency: 3}));
    expect(results).toEqual(["-3 Unknown feed: 3", ...seconds.map((second) => `1,2 at ${second}`)]);
    expect(requests.filter((feeds) => feeds.includes(3)).length).toBeLessThanOrEqual(3); // those under way
  });

  it("takes instants one by one, and closes them when the caller leaves", async () => {
    let [taken, count, closed] = [0, 0, false];
    function* instants() {
      try {
        for (; taken < 5_000_000; taken++) yield t0 + taken;
      } finally {
        closed = true;
      }
    }
    const options = {instants: instants(), batchSize, concurrency: 4};
    for await (const _ of askFeeds(slow(0).client, "price", {ids: [1]}, options)) {
      count += 1;
      expect(taken - count).toBeLessThanOrEqual(4);
      if (count === 300) break;
    }
    expect(closed).toBe(true);
  });

  it("throws the reason when its signal aborts, and leaves no listener on it", async () => {
    const unhandled = watchUnhandled();
    const {client, aborted} = slow(null);
    const controller = new AbortController();
    const reason = new Error("enough");
    const options = {instants: [t0, t0 + 1, t0 + 2], batchSize, concurrency: 2, signal: controller.signal};
    const asking = all(askFeeds(client, "price", {ids: [1]}, options));
    setTimeout(() => controller.abort(reason), 20);
    await expect(asking).rejects.toBe(reason);
    expect(aborted).toEqual([t0, t0 + 1]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await expect(all(askFeeds(client, "price", {ids: [1]}, options))).rejects.toBe(reason);
    expect(unhandled).toEqual([]);
  });
});
