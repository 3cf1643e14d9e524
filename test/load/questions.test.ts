import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {askAndBook, loadLatest, type Question} from "../../loaders/load/questions.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {enterPlace, type Loading, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, answerAll, serveFeeds, updateOf} from "../helpers/service.js";
import {type Reply, reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const channel = "fixed_rate@200ms";

const t0 = 1_778_594_100_000_000;

function refusing(...bad: number[]): (asked: Asked) => Reply {
  return (asked) => {
    const refused = bad.filter((id) => asked.priceFeedIds?.includes(id));
    return refused.length === 0 ? answerAll(asked) : reply(403, `Not entitled: feeds ${refused.join(", ")}`);
  };
}

function feedOf(priceFeedId: number): CatalogueEntry {
  const nothing = {symbol: null, name: null, description: null, assetType: null, exponent: null};
  return {priceFeedId, ...nothing, minChannel: null, state: null, fundingIntervalHours: null};
}

function work(endpoint: "latest_price" | "price", questions: Question[]): (load: Load) => Promise<void> {
  return (load) => askAndBook(load, endpoint, questions);
}

function counting(
  endpoint: "latest_price" | "price",
  questions: Question[],
  steps: unknown[]
): (load: Load) => Promise<void> {
  return (load) => {
    const log = {...load.log, step: (...step: unknown[]) => void steps.push(step)};
    return askAndBook({...load, log}, endpoint, questions);
  };
}

describe('askAndBook(load, "latest_price", questions)', () => {
  const config: Loading["config"] = {service: {batchSize: {latest_price: 2}, concurrency: 1}};

  it("asks for all questions in batches, each on its channel, and counts the requests", async () => {
    const {url, asked} = await serveFeeds();
    const steps: unknown[] = [];
    const questions: Question[] = [
      {feeds: {ids: [1, 2, 3]}, channel},
      {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"}
    ];
    await place.load(counting("latest_price", questions, steps), {baseUrl: url, config});
    expect(asked.map(({priceFeedIds, channel}) => [priceFeedIds, channel])).toEqual([
      [[1, 2], channel],
      [[3], channel],
      [[112], "fixed_rate@1000ms"]
    ]);
    expect(steps).toEqual([1, 2, 3].map((done) => [done, 3, "requests"]));
  });

  it("books a refusal once, however many feeds it names, and reports each of them", async () => {
    const {url} = await serveFeeds({answer: refusing(1, 2)});
    const report = await place.load(work("latest_price", [{feeds: {ids: [1, 2, 3]}, channel}]), {
      baseUrl: url,
      config: {service: {batchSize: {latest_price: 3}}}
    });
    const reason = "Not entitled: feeds 1, 2";
    expect(report.removed).toEqual([1, 2].map((feed) => ({feed, reason})));
    const advice = "ask the service for access to it, or leave it out of feeds";
    expect(place.warnings).toEqual([1, 2].map((feed) => `left out: ${feed}: ${reason}; ${advice}`));
    expect(report).toMatchObject({asked: 3, received: 1, missing: 0, refused: 2});
    expect(await place.records("SELECT httpStatus, entries, missingFeeds FROM responses ORDER BY httpStatus")).toEqual([
      {httpStatus: 200, entries: 1, missingFeeds: "[]"},
      {httpStatus: 403, entries: 0, missingFeeds: null}
    ]);
  });

  const unknown = ({priceFeedIds = []}: Asked) => reply(403, `Unknown feed: ${priceFeedIds[0]}`);
  const ids = Array.from({length: 2000}, (_, i) => 4_000_000 + i);

  it("stops where the service refuses one after another that no catalogue lists, and says so", async () => {
    const {url, asked} = await serveFeeds({answer: unknown});
    const loading = place.load(work("latest_price", [{feeds: {ids}, channel}]), {baseUrl: url});
    await expect(loading).rejects.toThrow(
      /^latest_price refused 101 feeds that no catalogue lists, the last with: Unknown feed: 4\d{6}; correct feeds: feedbook feeds lists/
    );
    expect(asked.length).toBeLessThan(101 + 20); // what was under way
    expect(await place.records("SELECT status FROM loads")).toEqual([{status: "failed"}]);
  });

  it("stops where the service refuses a thousand feeds, whatever for", {timeout: 60_000}, async () => {
    const answer = ({priceFeedIds = []}: Asked) => reply(403, `Not entitled: feed ${priceFeedIds[0]}`);
    const {url, asked} = await serveFeeds({answer});
    const loading = place.load(work("latest_price", [{feeds: {ids}, channel}]), {baseUrl: url});
    await expect(loading).rejects.toThrow(
      /^latest_price refused 1001 feeds, the last with: Not entitled: feed 4\d{6};/
    );
    expect(asked.length).toBeLessThan(1001 + 20); // what was under way
  });

  it.each([
    ["that the catalogue lists", unknown, ids],
    ["that it may not have", ({priceFeedIds = []}: Asked) => reply(403, `Not entitled: feed ${priceFeedIds[0]}`), []]
  ])("goes on, however many are refused, of feeds %s", async (_, answer, listed) => {
    const {url} = await serveFeeds({answer});
    const asking = (load: Load) => {
      for (const priceFeedId of listed) load.known.set(priceFeedId, feedOf(priceFeedId));
      return askAndBook(load, "latest_price", [{feeds: {ids: ids.slice(0, 150)}, channel}]);
    };
    expect(await place.load(asking, {baseUrl: url})).toMatchObject({refused: 150, asked: 150});
  });

  it("tells of none missing of a question by symbol: answers name ids only", async () => {
    const {url, asked} = await serveFeeds();
    const report = await place.load(work("latest_price", [{feeds: {symbols: ["A", "B"]}, channel}]), {baseUrl: url});
    expect(asked).toMatchObject([{symbols: ["A", "B"]}]);
    expect(report.missingFeeds).toEqual({});
    expect(await place.records("SELECT missingFeeds FROM responses")).toEqual([{missingFeeds: null}]);
  });
});

describe('askAndBook(load, "price", questions)', () => {
  const config: Loading["config"] = {service: {batchSize: {price: 2}, concurrency: 1}};

  it("asks every batch at every instant, and counts the requests", async () => {
    const {url, asked} = await serveFeeds();
    const steps: unknown[] = [];
    const questions: Question[] = [{feeds: {ids: [1, 2, 3]}, channel, instants: [t0, t0 + 1_000_000]}];
    await place.load(counting("price", questions, steps), {baseUrl: url, config});
    expect(steps).toEqual([1, 2, 3, 4].map((done) => [done, 4, "requests"]));
    expect(asked.map(({priceFeedIds, timestamp}) => [priceFeedIds, timestamp])).toEqual([
      [[1, 2], t0],
      [[3], t0],
      [[1, 2], t0 + 1_000_000],
      [[3], t0 + 1_000_000]
    ]);
  });
});

describe("loadLatest(load)", () => {
  it("asks once for every stable feed of the catalogue, and keeps the catalogue", async () => {
    const feed = {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable", min_channel: "real_time"};
    const catalogue = [
      feed,
      {...feed, pyth_lazer_id: 2, symbol: "Crypto.ETH/USD"},
      {...feed, pyth_lazer_id: 3, state: "beta"}
    ];
    const {url, asked} = await serveFeeds({catalogue});
    const report = await place.load(loadLatest, {baseUrl: url});
    expect(asked).toMatchObject([{path: "/v1/latest_price", priceFeedIds: [1, 2]}]);
    expect(report).toMatchObject({responses: 1, rows: 2});
    expect(await place.records("SELECT count(*) AS n FROM feeds")).toEqual([{n: 3}]);
  });

  it.each([
    [
      "an hour old",
      -3600,
      [expect.stringMatching(/^1 answer of latest_price is not of now \(1 h .*early\): .* cache/)]
    ],
    ["an hour ahead", 3600, [expect.stringMatching(/^1 answer of latest_price is not of now \((1 h|59 min).* late\)/)]],
    ["50 s old", -50, []]
  ])("keeps an update that is %s, and warns if that cannot be the latest", async (_what, seconds, warnings) => {
    const answer = ({priceFeedIds = []}: Asked) =>
      reply(200, updateOf(priceFeedIds, (Date.now() + seconds * 1000) * 1000));
    const {url} = await serveFeeds({catalogue: null, answer});
    const report = await place.load(loadLatest, {
      baseUrl: url,
      config: {feeds: {ids: [1]}, catalogue: [{priceFeedId: 1}]}
    });
    expect(report).toMatchObject({received: 1, missing: 0, rows: 1, problems: []});
    expect(place.warnings).toEqual(warnings);
  });
});
