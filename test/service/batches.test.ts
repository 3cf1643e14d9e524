import {describe, expect, it} from "vitest";
import {askBatch, type Batch, batchesOf, type RejectedFeed, rejectedFeeds} from "../../loaders/service/ask.js";
import type {FeedSelection} from "../../loaders/service/endpoints.js";
import {type Answer, RefusalError, TransportError} from "../../loaders/service/endpoints.js";
import {answerTo} from "./loopback.js";

type Feeds = (number | string)[];

// A service that refuses a request for the first bad feed in it, naming it by `nameOf`.
function serviceWith(bad: Feeds, nameOf = (feed: number | string) => `Unknown feed: ${feed}`) {
  const asked: Feeds[] = [];
  async function ask(selection: FeedSelection): Promise<Answer> {
    const feeds: Feeds = "ids" in selection ? selection.ids : selection.symbols;
    asked.push(feeds);
    const refused = feeds.find((feed) => bad.includes(feed));
    if (refused === undefined) return answerTo(feeds);
    throw new RefusalError("latest_price", "refused", 403, nameOf(refused), {...answerTo(feeds), httpStatus: 403});
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

const ids: Batch = [1, 2, 112, 3063, 4000000];
const symbols: Batch = ["Crypto.BTC/USD", "Crypto.BTC/USDT", "FX.EUR/USD"];

function refusal(text: string, status = 403): RefusalError {
  return new RefusalError("latest_price", text, status, text, null);
}

describe("rejectedFeeds(error, batch)", () => {
  it.each<[string, Batch, Batch]>([
    ["Unknown feed: 4000000", ids, [4000000]],
    ["Unknown feeds: 2, 112", ids, [2, 112]],
    ["Not entitled: feed 3063 (it requires access to one of the following groups: [1, 2])", ids, [3063]],
    ["Not entitled: feed 3063 (it requires access to feed 1)", ids, [3063]],
    ["Price feed id 112 is not available for channel real_time", ids, [112]],
    ["Unknown symbol: Crypto.BTC/USD", symbols, ["Crypto.BTC/USD"]],
    ["Unknown feed: 'Crypto.BTC/USDT'", symbols, ["Crypto.BTC/USDT"]],
    ["Not entitled: feed FX.EUR/USD (…)", symbols, ["FX.EUR/USD"]],
    ["Unknown feed: 9", ["FX.EUR/USD"], ["FX.EUR/USD"]]
  ])("from %j takes out of %j: %j", (text, batch, feeds) => {
    expect(rejectedFeeds(refusal(text), batch)).toEqual({feeds});
  });

  it.each([
    ["Not entitled: feed 3063 (it requires access to one of the following groups: [1, 2])", symbols],
    ["Unknown feed: 9", symbols],
    ["Price feed id 112 is not available for channel real_time", symbols],
    ["Unknown feed: Crypto.BTC/USD", ids]
  ])("cannot tell which of the batch %j means, as it is named otherwise", (text, batch) => {
    expect(rejectedFeeds(refusal(text), batch)).toBe("split");
  });

  it.each([
    ["Unknown feed: 5", ids],
    ["Unknown feed: 40000000", ids],
    ["Unknown symbol: Crypto.BTC", symbols],
    ["no price feed ids specified", ids],
    ["Forbidden", ids],
    ["", ids],
    ["your plan allows 1 feed", ids]
  ])("finds nobody in %j", (text, batch) => {
    expect(rejectedFeeds(refusal(text), batch)).toBeNull();
  });

  it.each([
    [400, true],
    [403, true],
    [404, true],
    [401, false],
    [302, false]
  ])("at status %i looks at the text: %j", (status, looks) => {
    expect(rejectedFeeds(refusal("Unknown feed: 1", status), ids) !== null).toBe(looks);
  });

  it("finds nobody in another error", () => {
    expect(rejectedFeeds(new TransportError("price", "Unknown feed: 1", 503), ids)).toBeNull();
    expect(rejectedFeeds(new Error("Unknown feed: 1"), ids)).toBeNull();
  });
});
