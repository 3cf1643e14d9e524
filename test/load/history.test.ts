import fc from "fast-check";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {findGaps} from "../../loaders/inspect/gaps.js";
import {type HistoryOptions, instantsOf, loadHistory, type Range, remainingToAsk} from "../../loaders/load/history.js";
import type {LoadReport} from "../../loaders/load/report.js";
import {readStore} from "../../loaders/store/open.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, answerAll, type ServiceOptions, serveFeeds, updateOf} from "../helpers/service.js";
import {type Reply, reply} from "../service/loopback.js";

describe("history", () => {
  let place: LoadingPlace;

  beforeEach(() => {
    place = enterPlace();
  });

  afterEach(() => place.leave());

  const range: Range = {from: "2026-05-12T13:00:00Z", to: "2026-05-12T13:02:00Z", every: "1m"};
  const first = Date.UTC(2026, 4, 12, 13) * 1000;

  /** Loads a range after another from one service; `asked` gives the feeds and minutes asked for by the last. */
  async function historian(service: ServiceOptions = {}) {
    const {url, asked} = await serveFeeds(service);
    const load = (config: ConfigInput = {}, more: Partial<Range> & HistoryOptions = {}): Promise<LoadReport> => {
      asked.length = 0;
      const ours = {...config, service: {concurrency: 1, ...config.service}};
      return place.load((one) => loadHistory(one, {...range, ...more}, more), {baseUrl: url, config: ours});
    };
    return {
      load,
      url,
      asked: () => asked.map(({priceFeedIds, timestamp}) => `${priceFeedIds} at ${minute(timestamp)}`)
    };
  }

  const minute = (timestamp = 0) => (timestamp - first) / 60_000_000;

  const feeds = (...ids: number[]): ConfigInput => ({feeds: {ids}});

  describe("loadHistory(load, range)", () => {
    it("asks for the selected feeds at every instant, both ends included, and nothing a second time", async () => {
      const {load, asked} = await historian();
      expect(await load(feeds(1, 2))).toMatchObject({rows: 6, alreadyThere: 0});
      expect(asked()).toEqual(["1,2 at 0", "1,2 at 1", "1,2 at 2"]);
      expect(await load(feeds(1, 2))).toMatchObject({rows: 0, responses: 0, alreadyThere: 6});
      expect(asked()).toEqual([]);
    });

    it("asks for the difference only, of a wider range and of more feeds", async () => {
      const {load, asked} = await historian();
      await load(feeds(1));
      expect(await load(feeds(1), {from: "2026-05-12T12:59:00Z", to: "2026-05-12T13:03:00Z"})).toMatchObject({
        rows: 2,
        alreadyThere: 3
      });
      expect(asked()).toEqual(["1 at -1", "1 at 3"]);
      await load(feeds(1, 2), {to: "2026-05-12T13:04:00Z"});
      expect(asked()).toEqual(["2 at 0", "2 at 1", "2 at 2", "2 at 3", "1,2 at 4"]);
    });

    it("asks the embedded sandbox, whose address changes, for nothing a second time", async () => {
      const run = () => place.load((load) => loadHistory(load, range), {config: feeds(1)});
      expect([(await run()).rows, (await run()).alreadyThere]).toEqual([3, 3]);
    });

    it("asks where there was nothing, or a feed did not come, only if told to", async () => {
      const sparse = (asked: Asked): Reply =>
        minute(asked.timestamp) === 1 ? reply(404, "nothing") : reply(200, updateOf([1], asked.timestamp));
      const {load, asked} = await historian({answer: sparse});
      expect(await load(feeds(1, 2))).toMatchObject({rows: 2, nothingThere: 1, missingFeeds: {2: 2}});
      expect(await load(feeds(1, 2))).toMatchObject({responses: 0, alreadyThere: 6});
      await load(feeds(1, 2), {retryMissing: true});
      expect(asked()).toEqual(["2 at 0", "2 at 2", "1,2 at 1"]);
    });

    it("asks no second time where an answer left out every feed", async () => {
      const {load} = await historian({answer: ({timestamp}) => reply(200, updateOf([], timestamp))});
      expect(await load(feeds(1, 2))).toMatchObject({asked: 6, received: 0, missing: 6, missingFeeds: {1: 3, 2: 3}});
      expect(await load(feeds(1, 2))).toMatchObject({asked: 0, alreadyThere: 6});
      expect(await load(feeds(1, 2), {retryMissing: true})).toMatchObject({asked: 6, alreadyThere: 0});
    });

    it("asks again where what came was no update", async () => {
      const {load} = await historian({answer: () => reply(200, "<html>")});
      expect(await load(feeds(1))).toMatchObject({asked: 3, missing: 3, missingFeeds: {}, nothingThere: 0});
      expect(await load(feeds(1))).toMatchObject({asked: 3, alreadyThere: 0});
    });

    const hour = 3_600_000_000;
    const now = () => Date.now() * 1000;

    it.each<[string, (asked: number) => number | null, number, RegExp]>([
      [
        "the latest",
        now,
        0,
        /3 answers .* late\): they are the latest update: the service, or a proxy before it, ignores/
      ],
      [
        "a frozen one",
        () => first - hour,
        0,
        /1 h 2 min early to 1 h early\): all are of 2026-05-12T12:00:00Z: a cache/
      ],
      ["one an hour off", (at) => at + hour, 0, /\(1 h late\): a clock, a time zone or a cache is wrong/],
      ["one years ahead", (at) => at + 87_660 * hour, 0, /\(87660 h late\)/],
      ["one of the next step", (at) => at + 200_000, 0, /\(0.2 s late\)/],
      ["none that says its time", () => null, 0, /they do not say their time \(timestampUs\)/],
      ["a frozen one now and then", (at) => (at === first ? at : first - hour), 1, /^2 answers have other instants/],
      ["one within a step of the channel", (at) => at - 199_999, 3, /^$/]
    ])(
      "answered with %s, counts it as missing, keeps it, and asks again",
      async (_what, instantOf, received, problem) => {
        let right = false;
        const {load} = await historian({
          answer: ({priceFeedIds = [], timestamp = 0}) => {
            const at = right ? timestamp : instantOf(timestamp);
            const text = updateOf(priceFeedIds, at ?? 0);
            return reply(200, at === null ? text.replace(/"timestampUs":"\d+",/, "") : text);
          }
        });
        const report = await load(feeds(1, 2));
        expect(report).toMatchObject({
          asked: 6,
          received: 2 * received,
          missing: 6 - 2 * received,
          rows: 6,
          refused: 0
        });
        expect(report.problems.join()).toMatch(problem);
        expect(await missed()).toEqual(received === 3 ? [] : [0, 1, 2].slice(received));
        right = true;
        expect(await load(feeds(1, 2))).toMatchObject({
          asked: 6 - 2 * received,
          missing: 0,
          alreadyThere: 2 * received
        });
        expect(await load(feeds(1, 2))).toMatchObject({asked: 0, alreadyThere: 6});
      }
    );

    // The minutes at which feed 1 is missing by the views that Quality has, and by the command gaps, if they agree.
    async function missed(): Promise<number[]> {
      const faults = await place.records(
        "SELECT epoch_us(publishedAt) AS us FROM feed_faults WHERE priceFeedId = 1 AND settled"
      );
      const gaps = await readStore(place.settings().storePath, (store) =>
        findGaps(store, {from: null, to: null, feeds: [1]})
      );
      const found = gaps.filter(({kind}) => kind === "other instant");
      const minutes = faults.map(({us}) => minute(Number(us))).sort();
      const listed = [0, 1, 2].filter((at) => found.some((gap) => minute(gap.fromUs) <= at && minute(gap.toUs) >= at));
      expect(listed).toEqual(minutes);
      return minutes;
    }

    it("asks again what an interrupted load did not get", async () => {
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

    it("asks no more for a feed that was refused, at any instant and in any later question", async () => {
      const refusing = (asked: Asked): Reply =>
        asked.priceFeedIds?.includes(9) ? reply(403, "Not entitled: feed 9") : answerAll(asked);
      const {load, asked} = await historian({answer: refusing});
      await load(feeds(1), {to: range.from});
      await load(feeds(1, 9)); // 9 is asked for alone at 13:00, with 1 after that
      expect(asked()).toEqual(["9 at 0", "1 at 1", "1 at 2"]);
      const report = await load({...feeds(1, 9), service: {batchSize: {price: 1}}}, {to: "2026-05-12T13:05:00Z"});
      expect(asked().filter((one) => one.startsWith("9"))).toEqual(["9 at 0"]);
      expect(report.removed).toEqual([{feed: 9, reason: "Not entitled: feed 9"}]);
    });

    it("asks each feed on a channel that it has, with instants on that channel's grid", async () => {
      const slow = {pyth_lazer_id: 112, symbol: "F", state: "stable", min_channel: "fixed_rate@1000ms"};
      const {load, asked} = await historian({catalogue: [slow, {...slow, pyth_lazer_id: 1, min_channel: "real_time"}]});
      const half = {every: "500ms", to: "2026-05-12T13:00:01Z"};
      await expect(load({}, {...half, every: "600ms"})).rejects.toThrow(
        /^invalid step: 600ms is not a multiple of the 1000 ms step of channel fixed_rate@1000ms: give 1000ms$/
      );
      expect(asked()).toEqual([]);
      await load({}, {...half, every: "1s"});
      expect(asked()).toEqual(["112 at 0", `112 at ${1 / 60}`, "1 at 0", `1 at ${1 / 60}`]);
    });
  });

  describe("instantsOf(range, now)", () => {
    const now = Date.UTC(2026, 4, 12, 13, 1, 30);

    it("ends at now, whatever the range says", () => {
      expect(instantsOf(range, now).map(minute)).toEqual([0, 1]);
      expect(instantsOf({from: "now-1m", to: "now+1d", every: "30s"}, now).map(minute)).toEqual([0.5, 1, 1.5]);
    });
  });
});

describe("remainingToAsk(ids, count, runs)", () => {
  it("brings instants at which the same feeds are left together", () => {
    const runs = [
      {ids: [1], first: 1, count: 1},
      {ids: [1, 3], first: 3, count: 2},
      {ids: [2], first: 3, count: 1}
    ];
    expect(remainingToAsk([1, 2], 5, runs)).toEqual([
      {ids: [1, 2], places: [0, 2]},
      {ids: [2], places: [1, 4]}
    ]);
  });

  const run = fc.record({
    ids: fc.uniqueArray(fc.integer({min: 1, max: 5})),
    first: fc.integer({min: 0, max: 9}),
    count: fc.integer({min: 1, max: 10})
  });

  it("leaves each feed at just those instants at which no run has it", () => {
    fc.assert(
      fc.property(fc.array(run, {maxLength: 8}), (runs) => {
        const left = remainingToAsk([1, 2, 3, 4], 10, runs).flatMap(({ids, places}) =>
          places.flatMap((place) => ids.map((id) => `${id} at ${place}`))
        );
        const open = [1, 2, 3, 4].flatMap((id) =>
          Array.from({length: 10}, (_, place) => place)
            .filter((at) => !runs.some(({ids, first, count}) => ids.includes(id) && at >= first && at < first + count))
            .map((place) => `${id} at ${place}`)
        );
        expect(left.sort()).toEqual(open.sort());
      })
    );
  });
});
