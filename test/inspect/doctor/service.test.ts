import {readdirSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {examineService} from "../../../loaders/inspect/doctor/service.js";
import {enterPlace, type Loading, type LoadingPlace} from "../../helpers/loading.js";
import {answerAll, serveFeeds, updateOf} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

let place: LoadingPlace;
beforeEach(() => {
  place = enterPlace();
});
afterEach(() => {
  vi.unstubAllEnvs();
  place.leave();
});

async function examine(baseUrl: string, loading: Loading = {}, timeoutMs?: number) {
  const findings = await examineService(place.settings({baseUrl, ...loading}), timeoutMs);
  return Object.fromEntries(findings.map(({what, ok, text}) => [what, [ok, text]]));
}

const two = {feeds: {ids: [1, 2]}, service: {batchSize: {latest_price: 1, price: 1}, concurrency: 1}};

describe("examineService(settings, timeoutMs)", () => {
  it.each<[string, Parameters<typeof serveFeeds>[0], number, RegExp]>([
    ["never answers", {answer: () => () => {}}, 300, /: not all answers came in time; check the network$/],
    [
      "answers one feed of two",
      {answer: (asked) => (asked.priceFeedIds?.includes(1) ? answerAll(asked) : () => {})},
      2000,
      /: not all answers came in time; check the network$/
    ],
    ["fails twice", {answer: () => reply(503, "not now")}, 30_000, /503: not now/],
    ["asks for a long pause", {answer: () => reply(429, "", {"retry-after": "30"})}, 30_000, /429.*in 30 s/],
    ["answers without JSON", {answer: () => reply(200, "<html>welcome</html>")}, 30_000, /body is no JSON/]
  ])("reports a service that %s", async (_what, service, timeoutMs, text) => {
    const {url} = await serveFeeds(service);
    expect(await examine(url, {config: two}, timeoutMs)).toEqual({service: [false, expect.stringMatching(text)]});
  });

  it("asks for all feeds in batches, and needs no token without service.auth", async () => {
    const catalogue = Array.from({length: 250}, (_, id) => ({pyth_lazer_id: id, state: "stable"}));
    const {url, asked} = await serveFeeds({catalogue});
    expect(await examine(url, {config: {service: {auth: null}}})).toMatchObject({
      token: [true, "not needed"],
      feeds: [true, "received: 250 configured feeds"]
    });
    expect(asked.map(({priceFeedIds}) => priceFeedIds?.length).sort()).toEqual([100, 100, 50]);
  });

  it("reports updates that are not of now", async () => {
    const {url} = await serveFeeds({answer: () => reply(200, updateOf([1]))}); // of a fixed day
    expect((await examine(url, {config: {feeds: {ids: [1]}}})).clock).toEqual([
      false,
      expect.stringMatching(/^1 answer of latest_price is not of now .*: a clock, a time zone or a cache is wrong$/)
    ]);
  });

  it("leaves no store, no folder and no note behind", async () => {
    vi.stubEnv("TMPDIR", place.folder);
    const {url} = await serveFeeds();
    expect((await examine(url, {config: two})).service).toEqual([true, expect.stringContaining("; no catalogue")]);
    expect([readdirSync(place.folder), readdirSync(join(place.folder, "data"))]).toEqual([["data"], []]);
    expect([place.notes, place.warnings]).toEqual([[], []]);
  });

  it("says of each feed that is left out what to do", async () => {
    const {url} = await serveFeeds({
      catalogue: [
        {pyth_lazer_id: 7, symbol: "C7", state: "stable"},
        {pyth_lazer_id: 8, symbol: "C8", state: "beta"}
      ],
      answer: () => reply(200, updateOf([]))
    });
    const findings = await examineService(place.settings({baseUrl: url, config: {feeds: {ids: [7, 8, 9]}}}));
    expect(findings.at(-1)).toEqual({
      what: "feeds",
      ok: false,
      text: "missing: 3 of 3 configured feeds",
      feeds: [
        {feed: 7, text: "C7 (7): left out of the answer; its state is stable: ask the service why"},
        {feed: 8, text: "C8 (8): left out of the answer; its state is beta: remove it from feeds until it is stable"},
        {feed: 9, text: "9: left out of the answer; its state is unknown: remove it from feeds until it is stable"}
      ]
    });
  });
});
