import {describe, expect, it} from "vitest";
import type {Answer, FeedSelection} from "../../loaders/service/answer.js";
import {askBatch, batchesOf, type RejectedFeed} from "../../loaders/service/batch.js";
import {RefusalError, TransportError} from "../../loaders/service/errors.js";

type Feeds = (number | string)[];

const answer: Answer = {
  endpoint: "latest_price",
  baseUrl: "http://127.0.0.1",
  request: null,
  requestedAt: new Date(0),
  receivedAt: new Date(0),
  latencyMs: 0,
  httpStatus: 200,
  simulated: false,
  body: ""
};

// A service that refuses a request for the first bad feed in it, naming it by `nameOf`.
function serviceWith(bad: Feeds, nameOf = (feed: number | string) => `Unknown feed: ${feed}`) {
  const asked: Feeds[] = [];
  async function ask(selection: FeedSelection): Promise<Answer> {
    const feeds: Feeds = "ids" in selection ? selection.ids : selection.symbols;
    asked.push(feeds);
    const refused = feeds.find((feed) => bad.includes(feed));
    if (refused === undefined) return {...answer, request: feeds};
    throw new RefusalError("latest_price", "refused", 403, nameOf(refused), {...answer, httpStatus: 403});
  }
  return {ask, asked};
}

async function run(
  batch: Feeds,
  bad: Feeds,
  nameOf?: (feed: number | string) => string,
  removed = new Set<number | string>()
) {
  const {ask, asked} = serviceWith(bad, nameOf);
  const results: (Answer | RejectedFeed)[] = [];
  await askBatch(ask, batch, removed, (result) => results.push(result));
  const told = results.map((result) => ("kind" in result ? `-${result.feed}` : JSON.stringify(result.request)));
  return {asked, told, removed, results};
}

describe("batchesOf(feeds, size)", () => {
  it.each<[FeedSelection, number, Feeds[]]>([
    [{ids: [1, 2, 3, 4, 5]}, 2, [[1, 2], [3, 4], [5]]],
    [{ids: [1, 2]}, 2, [[1, 2]]],
    [{ids: []}, 2, []],
    [{ids: [3, 3, 1, 3]}, 10, [[3, 1]]],
    [{symbols: ["A", "B"]}, 1, [["A"], ["B"]]]
  ])("divides %j by %i into %j", (feeds, size, expected) => {
    expect(batchesOf(feeds, size)).toEqual(expected);
  });
});

describe("askBatch(ask, batch, removed, results)", () => {
  it("asks once where all is well", async () => {
    expect(await run([1, 2], [])).toMatchObject({asked: [[1, 2]], told: ["[1,2]"]});
  });

  it("takes out what is refused, one by one, and asks for the rest", async () => {
    const {asked, told, removed, results} = await run([1, 2, 3, 4], [2, 4]);
    expect(asked).toEqual([
      [1, 2, 3, 4],
      [1, 3, 4],
      [1, 3]
    ]);
    expect(told).toEqual(["-2", "-4", "[1,3]"]);
    expect([...removed]).toEqual([2, 4]);
    expect(results[0]).toEqual({
      kind: "removed",
      feed: 2,
      reason: "Unknown feed: 2",
      answer: expect.objectContaining({httpStatus: 403})
    });
  });

  it("asks nothing where nothing is left", async () => {
    expect(await run([5], [5])).toMatchObject({asked: [[5]], told: ["-5"]});
    expect(await run([5], [], undefined, new Set([5]))).toMatchObject({asked: [], told: []});
    expect(await run([], [])).toMatchObject({asked: [], told: []});
  });

  it("leaves out what was taken out before, without a word", async () => {
    expect(await run([1, 5, 2], [5], undefined, new Set([5]))).toMatchObject({asked: [[1, 2]], told: ["[1,2]"]});
  });

  it("finds by halving what was asked by symbol and is named by id", async () => {
    const symbols = ["A", "B", "C", "D", "E"];
    const {asked, told} = await run(symbols, ["B", "E"], (feed) => `Not entitled: feed ${feed === "B" ? 20 : 50} (…)`);
    expect(told).toEqual(['["A"]', "-B", '["C"]', '["D"]', "-E"]);
    expect(asked.length).toBeLessThan(12);
  });

  it.each([
    ["names a feed that was not asked for", "Unknown feed: 99"],
    ["names none", "Forbidden"],
    ["is empty", ""]
  ])("throws a refusal that %s", async (_, text) => {
    await expect(run([1, 2], [2], () => text)).rejects.toMatchObject({name: "RefusalError", serviceText: text});
  });

  it("keeps what came before a throw", async () => {
    const results: (Answer | RejectedFeed)[] = [];
    const {ask} = serviceWith([1]);
    const failing = async (feeds: FeedSelection) => {
      if ("ids" in feeds && feeds.ids.length === 1) throw new TransportError("latest_price", "gone", 503);
      return ask(feeds);
    };
    await expect(askBatch(failing, [1, 2], new Set(), (result) => results.push(result))).rejects.toThrow("gone");
    expect(results).toMatchObject([{kind: "removed", feed: 1}]);
  });

  it("tells of a feed once, though two batches met it at the same time", async () => {
    const removed = new Set<number | string>();
    const {ask} = serviceWith([5]);
    const results: (Answer | RejectedFeed)[] = [];
    const tell = (result: Answer | RejectedFeed) => void results.push(result);
    await Promise.all([askBatch(ask, [1, 5], removed, tell), askBatch(ask, [2, 5], removed, tell)]);
    expect(results.filter((result) => "kind" in result)).toHaveLength(1);
    expect(results.flatMap((result) => ("kind" in result ? [] : [result.request]))).toEqual([[1], [2]]);
  });
});
