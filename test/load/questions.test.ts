import {describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {askAndBook, loadLatest, type Question} from "../../loaders/load/questions.js";
import {eachPlace} from "../helpers/loading.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

const place = eachPlace();

const channel = "fixed_rate@200ms";
const t0 = 1_778_594_100_000_000;
const service = {batchSize: {latest_price: 2, price: 2}, concurrency: 1};
const ask = (endpoint: "latest_price" | "price", questions: Question[]) => (load: Load) =>
  askAndBook(load, endpoint, questions);

describe("askAndBook(load, endpoint, questions)", () => {
  it.each<["latest_price" | "price", Question[], unknown[]]>([
    [
      "latest_price",
      [
        {feeds: {ids: [1, 2, 3]}, channel},
        {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"}
      ],
      [
        [[1, 2], channel, undefined],
        [[3], channel, undefined],
        [[112], "fixed_rate@1000ms", undefined]
      ]
    ],
    [
      "price",
      [{feeds: {ids: [1, 2, 3]}, channel, instants: [t0, t0 + 1e6]}],
      [
        [[1, 2], channel, t0],
        [[3], channel, t0],
        [[1, 2], channel, t0 + 1e6],
        [[3], channel, t0 + 1e6]
      ]
    ]
  ])(
    "requests %s in batches, each on its channel and at each instant, and counts",
    async (endpoint, questions, sent) => {
      const {url, asked} = await serveFeeds();
      const steps: unknown[] = [];
      const work = (load: Load) => {
        const log = {...load.log, step: (...step: unknown[]) => void steps.push(step)};
        return askAndBook({...load, log}, endpoint, questions);
      };
      await place.load(work, {baseUrl: url, config: {service}});
      expect(asked.map(({priceFeedIds, channel, timestamp}) => [priceFeedIds, channel, timestamp])).toEqual(sent);
      expect(steps).toEqual(sent.map((_, i) => [i + 1, sent.length, "requests"]));
    }
  );

  it("books a refusal once, and reports each of the feeds that it names", async () => {
    const reason = "Not entitled: feeds 1, 2";
    const answer = ({priceFeedIds = []}: Asked) =>
      priceFeedIds.includes(1) ? reply(403, reason) : reply(200, updateOf(priceFeedIds));
    const {url} = await serveFeeds({answer});
    const report = await place.load(ask("latest_price", [{feeds: {ids: [1, 2, 3]}, channel}]), {baseUrl: url});
    const removed = [1, 2].map((feed) => ({feed, reason}));
    expect(report).toMatchObject({asked: 3, received: 1, missing: 0, refused: 2, removed});
    const advice = "ask the service for access to it, or leave it out of feeds";
    expect(place.warnings.slice(0, 2)).toEqual([1, 2].map((feed) => `left out: ${feed}: ${reason}; ${advice}`));
    expect(await place.records("SELECT httpStatus, entries, missingFeeds FROM responses ORDER BY httpStatus")).toEqual([
      {httpStatus: 200, entries: 1, missingFeeds: "[]"},
      {httpStatus: 403, entries: 0, missingFeeds: null}
    ]);
  });

  const unknown = ({priceFeedIds = []}: Asked) => reply(403, `Unknown feed: ${priceFeedIds[0]}`);
  const forbidden = ({priceFeedIds = []}: Asked) => reply(403, `Not entitled: feed ${priceFeedIds[0]}`);
  const ids = Array.from({length: 2000}, (_, i) => 4_000_000 + i);

  it.each([
    [
      "a hundred unknown feeds",
      unknown,
      101,
      /^latest_price refused 101 feeds that no catalogue lists, the last with: /
    ],
    ["a thousand feeds, whatever for", forbidden, 1001, /^latest_price refused 1001 feeds, the last with: Not entitled/]
  ])("stops when the service refuses more than %s", {timeout: 60_000}, async (_, answer, most, message) => {
    const {url, asked} = await serveFeeds({answer});
    const loading = place.load(ask("latest_price", [{feeds: {ids}, channel}]), {baseUrl: url});
    await expect(loading).rejects.toThrow(message);
    expect(asked.length).toBeLessThan(most + 20); // those under way
    expect(await place.records("SELECT status FROM loads")).toEqual([{status: "failed"}]);
  });
});

describe("loadLatest(load)", () => {
  it.each([
    ["an hour old", -3600, [/^1 answer of latest_price is not of now \(1 h .*early\): .* cache/]],
    ["an hour ahead", 3600, [/^1 answer of latest_price is not of now \((1 h|59 min).* late\)/]],
    ["50 s old", -50, []]
  ])("keeps an update that is %s, and warns if it is off by over a minute", async (_what, seconds, warnings) => {
    const answer = ({priceFeedIds = []}: Asked) =>
      reply(200, updateOf(priceFeedIds, (Date.now() + seconds * 1000) * 1000));
    const catalogue = [1, 2, 3].map((id) => ({pyth_lazer_id: id, state: id === 3 ? "beta" : "stable"}));
    const {url, asked} = await serveFeeds({catalogue, answer});
    const report = await place.load(loadLatest, {baseUrl: url});
    expect(asked).toMatchObject([{path: "/v1/latest_price", priceFeedIds: [1, 2]}]);
    expect(report).toMatchObject({received: 2, missing: 0, rows: 2, problems: []});
    expect(await place.records("SELECT count(*) AS n FROM feeds")).toEqual([{n: 3}]);
    expect(place.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
  });
});
