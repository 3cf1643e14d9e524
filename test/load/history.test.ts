import {describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {type HistoryOptions, instantsOf, loadHistory, planHistory, type Range} from "../../loaders/load/history.js";
import {type LoadReport, silent} from "../../loaders/load/report.js";
import {eachPlace} from "../helpers/loading.js";
import {type Asked, answerAll, type ServiceOptions, serveFeeds, updateOf} from "../helpers/service.js";
import {type Reply, reply} from "../service/loopback.js";

const place = eachPlace();

const range: Range = {from: "2026-05-12T13:00:00Z", to: "2026-05-12T13:02:00Z", every: "1m"};
const first = Date.UTC(2026, 4, 12, 13) * 1000;
const minute = (timestamp = 0) => (timestamp - first) / 60_000_000;
const feeds = (...ids: number[]): ConfigInput => ({feeds: {ids}});

/** Loads ranges from one service; `asked` gives the feeds and minutes that the last load requested. */
async function historian(service: ServiceOptions = {}) {
  const {url, asked} = await serveFeeds(service);
  const load = (config: ConfigInput = {}, more: Partial<Range> & HistoryOptions = {}): Promise<LoadReport> => {
    asked.length = 0;
    const own = {...config, service: {concurrency: 1, ...config.service}};
    return place.load((one) => loadHistory(one, {...range, ...more}, more), {baseUrl: url, config: own});
  };
  return {load, url, asked: () => asked.map((one) => `${one.priceFeedIds} at ${minute(one.timestamp)}`)};
}

describe("loadHistory(load, range, options)", () => {
  it("requests every feed at every instant, both ends included, once over all loads", async () => {
    const {load, asked} = await historian();
    expect(await load(feeds(1))).toMatchObject({rows: 3, alreadyThere: 0});
    expect(asked()).toEqual(["1 at 0", "1 at 1", "1 at 2"]);
    const wider = {from: "2026-05-12T12:59:00Z", to: "2026-05-12T13:03:00Z"};
    expect(await load(feeds(1), wider)).toMatchObject({rows: 2, alreadyThere: 3});
    expect(asked()).toEqual(["1 at -1", "1 at 3"]);
    await load(feeds(1, 2), {to: "2026-05-12T13:04:00Z"});
    expect(asked()).toEqual(["2 at 0", "2 at 1", "2 at 2", "2 at 3", "1,2 at 4"]);
    expect(await load(feeds(1, 2))).toMatchObject({responses: 0, alreadyThere: 6});
  });

  it("requests missing updates again only with retryMissing", async () => {
    const sparse = ({timestamp}: Asked): Reply =>
      minute(timestamp) === 1
        ? reply(404, "nothing")
        : reply(200, updateOf(minute(timestamp) === 2 ? [] : [1], timestamp));
    const {load, asked} = await historian({answer: sparse});
    const missing = {rows: 1, nothingThere: 1, missing: 5, missingFeeds: {1: 1, 2: 2}};
    expect(await load(feeds(1, 2))).toMatchObject(missing);
    expect(await load(feeds(1, 2))).toMatchObject({responses: 0, alreadyThere: 6});
    await load(feeds(1, 2), {retryMissing: true});
    expect(asked()).toEqual(["2 at 0", "1,2 at 1", "1,2 at 2"]);
  });

  it("requests an instant again whose answer is not an update", async () => {
    const {load} = await historian({answer: () => reply(200, "<html>")});
    for (const _ of [1, 2])
      expect(await load(feeds(1))).toMatchObject({asked: 3, missing: 3, alreadyThere: 0, nothingThere: 0});
  });

  const hour = 3_600_000_000;

  it.each<[string, (asked: number) => number, number, RegExp]>([
    [
      "the latest update",
      () => Date.now() * 1000,
      0,
      /^3 answers .* late\): they are the latest update: the service, or a proxy before it, ignores/
    ],
    [
      "a fixed update",
      () => first - hour,
      0,
      /1 h 2 min early to 1 h early\): a cache, a proxy, a clock or a time zone may be wrong/
    ],
    ["an update of the next step", (at) => at + 200_000, 0, /\(0.2 s late\)/],
    ["an update within the channel's step", (at) => at - 199_999, 3, /^$/]
  ])("counts %s as missing, keeps it, and requests the instant again", async (_what, instantOf, received, problem) => {
    let right = false;
    const {load} = await historian({
      answer: ({priceFeedIds = [], timestamp = 0}) =>
        reply(200, updateOf(priceFeedIds, right ? timestamp : instantOf(timestamp)))
    });
    const report = await load(feeds(1));
    expect(report).toMatchObject({asked: 3, received, missing: 3 - received, rows: 3});
    expect(report.problems.join()).toMatch(problem);
    right = true;
    expect(await load(feeds(1))).toMatchObject({asked: 3 - received, missing: 0, alreadyThere: received});
    expect(await load(feeds(1))).toMatchObject({asked: 0, alreadyThere: 3});
  });

  it("requests again what an interrupted load did not receive", async () => {
    const controller = new AbortController();
    const {load, asked, url} = await historian({
      answer: (asked) => (response, seen) => {
        answerAll(asked)(response, seen);
        if (minute(asked.timestamp) === 1) controller.abort();
      }
    });
    const config = {...feeds(1), service: {concurrency: 1}};
    const cut = await place.load((one) => loadHistory(one, range), {baseUrl: url, config, signal: controller.signal});
    expect(cut.interrupted).toBe(true);
    expect(cut.rows).toBeLessThan(3);
    expect((await load(feeds(1))).rows).toBe(3 - cut.rows);
    expect(asked()).toContain("1 at 2");
    expect(await place.records("SELECT count(*) AS n, count(DISTINCT publishedAt) AS d FROM feed_updates")).toEqual([
      {n: 3, d: 3}
    ]);
  });

  it("requests each feed on its own channel, at instants on that channel's grid", async () => {
    const slow = {pyth_lazer_id: 112, symbol: "F", state: "stable", min_channel: "fixed_rate@1000ms"};
    const {load, asked} = await historian({catalogue: [slow, {...slow, pyth_lazer_id: 1, min_channel: "real_time"}]});
    const to = "2026-05-12T13:00:01Z";
    await expect(load({}, {to, every: "600ms"})).rejects.toThrow(
      /^invalid step: 600ms is not a multiple of the 1000 ms step of channel fixed_rate@1000ms: give 1000ms$/
    );
    expect(asked()).toEqual([]);
    await load({}, {to, every: "1s"});
    expect(asked()).toEqual(["112 at 0", `112 at ${1 / 60}`, "1 at 0", `1 at ${1 / 60}`]);
  });
});

describe("planHistory(settings, range, options)", () => {
  it("plans the instants that the store lacks, or more with retryMissing and again", async () => {
    const sparse = ({timestamp}: Asked) =>
      minute(timestamp) === 1 ? reply(404, "nothing") : reply(200, updateOf([1], timestamp));
    const {load, url} = await historian({answer: sparse});
    await load(feeds(1));
    const plan = (options: HistoryOptions = {}, more: Partial<Range> = {}) =>
      planHistory(
        place.settings({baseUrl: url, config: feeds(1)}),
        {...range, ...more},
        {
          ...{log: silent, signal: new AbortController().signal, ...options}
        }
      );
    expect(await plan()).toMatchObject({requests: 0, asked: 0, alreadyThere: 3, seconds: 0, measured: true});
    expect(await plan({retryMissing: true})).toMatchObject({requests: 1, asked: 1, alreadyThere: 2});
    expect(await plan({again: true})).toMatchObject({requests: 3, asked: 3, alreadyThere: 0});
    expect(await plan({}, {to: "2026-05-12T13:04:00Z"})).toMatchObject({requests: 2, asked: 2, alreadyThere: 3});
  });

  it("expects no row of a feed without prices", async () => {
    const catalogue = [1, 7].map((id) => ({pyth_lazer_id: id, state: id === 1 ? "stable" : "coming_soon"}));
    const {url} = await serveFeeds({catalogue});
    const options = {log: silent, signal: new AbortController().signal};
    const plan = await planHistory(place.settings({baseUrl: url, config: feeds(1, 7)}), range, options);
    expect(plan).toMatchObject({asked: 6, rows: 3, measured: false});
  });
});

describe("instantsOf(range, now)", () => {
  it("ends at now, whatever the range says", () => {
    const now = Date.UTC(2026, 4, 12, 13, 1, 30);
    expect(instantsOf(range, now).map(minute)).toEqual([0, 1]);
    expect(instantsOf({from: "now-1m", to: "now+1d", every: "30s"}, now).map(minute)).toEqual([0.5, 1, 1.5]);
  });
});
