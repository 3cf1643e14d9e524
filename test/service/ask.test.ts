import {getEventListeners} from "node:events";
import {describe, expect, it, onTestFinished} from "vitest";
import {readBody} from "../../loaders/rows/body.js";
import {startSandbox} from "../../loaders/sandbox/server.js";
import {askFeeds, type RejectedFeed} from "../../loaders/service/ask.js";
import {type CallOptions, createClient, type ServiceClient} from "../../loaders/service/client.js";
import type {Answer, FeedSelection} from "../../loaders/service/endpoints.js";
import {answerTo, type Reply, serve, settingsFor} from "./loopback.js";

const t0 = 1_778_594_100_000_000;

interface Asked {
  priceFeedIds: number[];
  timestamp?: number;
}

// A service that refuses bad feeds, and answers with what it was asked after a while.
function refusing(bad: Record<number, string>, ms = 0): Reply {
  return (response, {body}) => {
    const asked: Asked = JSON.parse(body);
    const refused = asked.priceFeedIds.find((id) => id in bad);
    setTimeout(() => {
      if (refused === undefined) response.end(body);
      else response.writeHead(403, {"content-type": "text/plain"}).end(bad[refused]);
    }, ms);
  };
}

async function clientOf(...replies: Reply[]) {
  const {url, seen} = await serve(...replies);
  return {client: createClient(settingsFor(url)), seen};
}

function told(result: Answer | RejectedFeed): string {
  if ("kind" in result) return `-${result.feed} ${result.reason}`;
  const {priceFeedIds, timestamp}: Asked = JSON.parse(result.body);
  return `${priceFeedIds}${timestamp === undefined ? "" : ` at ${(timestamp - t0) / 1e6}`}`;
}

async function all(results: AsyncIterable<Answer | RejectedFeed>): Promise<string[]> {
  const list: string[] = [];
  for await (const result of results) list.push(told(result));
  return list.sort();
}

// A client without network, whose answers take as long as `ms`, or for ever.
function stub(ms: number | null) {
  const started: number[] = [];
  const aborted: number[] = [];
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
    return answerTo(at, {priceFeedIds: [1], timestamp: at});
  }
  const none = () => Promise.reject(new Error("not asked for"));
  const client: ServiceClient = {price, latestPrice: none, reducePrice: none, catalogue: none};
  return {client, started, aborted};
}

function watchUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return unhandled;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('askFeeds(client, "latest_price", feeds, {batchSize, concurrency})', () => {
  it("asks batch by batch; refused feeds come once, with the reason", async () => {
    const {client, seen} = await clientOf(refusing({3: "Unknown feed: 3", 5: "Not entitled: feed 5 (groups: [1])"}));
    const asked = {ids: [1, 2, 3, 4, 5, 6, 7]};
    const results = await all(askFeeds(client, "latest_price", asked, {batchSize: 3, concurrency: 2}));
    expect(results).toEqual(["-3 Unknown feed: 3", "-5 Not entitled: feed 5 (groups: [1])", "1,2", "4,6", "7"]);
    expect(seen).toHaveLength(5);
  });

  it("makes no request of a batch of which nothing is left, nor of no feeds", async () => {
    const {client, seen} = await clientOf(refusing({1: "Unknown feed: 1"}));
    const options = {batchSize: 1, concurrency: 1};
    expect(await all(askFeeds(client, "latest_price", {ids: [1]}, options))).toEqual(["-1 Unknown feed: 1"]);
    expect(await all(askFeeds(client, "latest_price", {ids: []}, options))).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it("goes on without the feeds of a set that is passed again", async () => {
    const {client, seen} = await clientOf(refusing({2: "Unknown feed: 2"}));
    const options = {batchSize: 9, concurrency: 1, removed: new Set<number | string>()};
    expect(await all(askFeeds(client, "latest_price", {ids: [1, 2]}, options))).toEqual(["-2 Unknown feed: 2", "1"]);
    expect(await all(askFeeds(client, "latest_price", {ids: [1, 2]}, options))).toEqual(["1"]);
    expect(seen).toHaveLength(3);
  });
});

describe('askFeeds(client, "price", feeds, {instants, batchSize, concurrency, signal})', () => {
  it("asks every batch at every instant; a refused feed comes once and is asked for no more", async () => {
    const {client, seen} = await clientOf(refusing({3: "Unknown feed: 3"}, 5));
    const seconds = Array.from({length: 10}, (_, second) => second);
    const instants = seconds.map((second) => t0 + second * 1e6);
    const results = await all(askFeeds(client, "price", {ids: [1, 2, 3]}, {instants, batchSize: 2, concurrency: 3}));
    expect(results).toEqual(["-3 Unknown feed: 3", ...seconds.map((second) => `1,2 at ${second}`)]);
    const asked = seen.filter(({body}) => JSON.parse(body).priceFeedIds.includes(3));
    expect(asked.length).toBeLessThanOrEqual(3); // those under way when it was first refused
  });

  it("takes instants only as it goes, so that there may be millions", async () => {
    let taken = 0;
    let closed = false;
    function* instants() {
      try {
        for (; taken < 5_000_000; taken++) yield t0 + taken;
      } finally {
        closed = true;
      }
    }
    const {client} = stub(0);
    let count = 0;
    for await (const _ of askFeeds(client, "price", {ids: [1]}, {instants: instants(), batchSize: 1, concurrency: 4})) {
      count += 1;
      expect(taken - count).toBeLessThanOrEqual(4);
      if (count === 300) break;
    }
    expect(closed).toBe(true);
  });

  it("runs so many batches at a time, also while the caller works on a result", async () => {
    const {client, started} = stub(5);
    const instants = Array.from({length: 40}, (_, index) => t0 + index);
    let count = 0;
    for await (const _ of askFeeds(client, "price", {ids: [1]}, {instants, batchSize: 1, concurrency: 4})) {
      count += 1;
      expect(started.length - count).toBe(Math.min(4, 40 - count));
    }
    expect(count).toBe(40);
  });

  it("closes the connections under way when the caller leaves", async () => {
    const unhandled = watchUnhandled();
    let closed = 0;
    const first: Reply = (response) => response.end("{}");
    const hanging: Reply = (response) => response.on("close", () => (closed += 1));
    const {client, seen} = await clientOf(first, hanging);
    const instants = [0, 1, 2, 3, 4, 5].map((second) => t0 + second * 1e6);
    for await (const _ of askFeeds(client, "price", {ids: [1]}, {instants, batchSize: 1, concurrency: 3})) {
      await pause(40);
      break;
    }
    await pause(40);
    expect(closed).toBe(seen.length - 1);
    expect(closed).toBeGreaterThanOrEqual(2);
    expect(unhandled).toEqual([]);
  });

  it("throws the reason when its signal aborts, and leaves nothing behind on it", async () => {
    const unhandled = watchUnhandled();
    const {client, aborted} = stub(null);
    const controller = new AbortController();
    const reason = new Error("enough");
    const options = {instants: [t0, t0 + 1, t0 + 2], batchSize: 1, concurrency: 2, signal: controller.signal};
    const asking = all(askFeeds(client, "price", {ids: [1]}, options));
    setTimeout(() => controller.abort(reason), 20);
    await expect(asking).rejects.toBe(reason);
    expect(aborted).toEqual([t0, t0 + 1]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await expect(all(askFeeds(client, "price", {ids: [1]}, options))).rejects.toBe(reason);
    expect(unhandled).toEqual([]);
  });

  it("throws the first failure, and none later goes unhandled", async () => {
    const unhandled = watchUnhandled();
    const {client} = await clientOf((response) => response.writeHead(401).end());
    const asking = async () => {
      const instants = [0, 1, 2, 3].map((second) => t0 + second * 1e6);
      for await (const _ of askFeeds(client, "price", {ids: [1]}, {instants, batchSize: 1, concurrency: 4}))
        await pause(50);
    };
    await expect(asking()).rejects.toMatchObject({name: "RefusalError", status: 401});
    await pause(50);
    expect(unhandled).toEqual([]);
  });
});

describe("askFeeds against the sandbox", () => {
  it.each<[string, FeedSelection, "fixed_rate@200ms" | "real_time", [number | string, RegExp][]]>([
    [
      "unknown and unentitled ones, by id, and a coming one is silently absent",
      {ids: [1, 4_000_000, 3063, 3417, 2]},
      "fixed_rate@200ms",
      [
        [4_000_000, /^Unknown feed: 4000000$/],
        [3063, /^Not entitled: feed 3063 \(it requires access to one of the following groups/]
      ]
    ],
    ["one that is too slow, by id", {ids: [1, 112, 2]}, "real_time", [[112, /^Price feed id 112 is not available/]]],
    [
      "one that is too slow, by symbol",
      {symbols: ["Crypto.BTC/USD", "FundingRate.Binance.BTC/USDT", "Crypto.ETH/USD"]},
      "real_time",
      [["FundingRate.Binance.BTC/USDT", /^Price feed id 112 is not available for channel real_time$/]]
    ]
  ])("takes feeds out of a batch: %s", async (_, feeds, channel, removed) => {
    const {url, close} = await startSandbox();
    onTestFinished(close);
    const client = createClient(settingsFor(url, {channel}));
    const [came, refused]: [number[], RejectedFeed[]] = [[], []];
    for await (const result of askFeeds(client, "latest_price", feeds, {batchSize: 100, concurrency: 3})) {
      if ("kind" in result) refused.push(result);
      else came.push(...readBody(result.body).rows.map(({priceFeedId}) => priceFeedId));
    }
    expect(came).toEqual([1, 2]);
    expect(refused).toEqual(
      removed.map(([feed, reason]) => expect.objectContaining({feed, reason: expect.stringMatching(reason)}))
    );
  });
});
