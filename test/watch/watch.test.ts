import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {type Watching, watch} from "../../loaders/watch/watch.js";
import {holdFile} from "../helpers/holder.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, answerAll, serveFeeds} from "../helpers/service.js";
import {config, enterWatching, forEver, type WatchingPlace} from "../helpers/watching.js";
import {type Reply, reply} from "../service/loopback.js";

describe("watch", () => {
  let place: WatchingPlace;

  beforeEach(() => {
    place = enterWatching();
  });

  afterEach(() => place.leave());

  describe("watch(load, {every, length, publishEvery})", () => {
    it("polls on multiples of the step until its end, and books each poll", async () => {
      const {url, asked} = await serveFeeds();
      const started = performance.now();
      const report = await place.run(url, {every: 250, length: 2000});
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(asked.length).toBeGreaterThanOrEqual(2);
      expect(asked.length).toBeLessThanOrEqual(8);
      expect(report).toMatchObject({rows: asked.length, responses: asked.length, interrupted: false});
      const [least] = await place.records("SELECT min(epoch_ms(requestedAt) % 250) AS late FROM responses");
      expect(least?.late).toBeLessThan(30);
    });

    it("skips the steps that a slow poll missed: requests never pile up", async () => {
      let [running, most] = [0, 0];
      const slow = (asked: Asked): Reply => {
        return (response, seen) => {
          running += 1;
          most = Math.max(most, running);
          setTimeout(() => {
            running -= 1;
            answerAll(asked)(response, seen);
          }, 180);
        };
      };
      const report = await place.runThrough([slow, slow, slow, slow]);
      expect([most, report.rows]).toEqual([1, 5]);
    });

    it("asks the next poll while another is under way, as far as the concurrency goes", async () => {
      let [running, most] = [0, 0];
      const slow = (asked: Asked): Reply => {
        return (response, seen) => {
          most = Math.max(most, ++running);
          setTimeout(() => {
            running -= 1;
            answerAll(asked)(response, seen);
          }, 400);
        };
      };
      const {url, asked} = await serveFeeds({answer: slow});
      await place.run(url, {length: 2000}, {config: {...config, service: {...config.service, concurrency: 3}}});
      expect(most).toBe(3);
      expect(asked.length).toBeGreaterThan(6);
    });

    it("asks on a slower channel only when that has a new update", async () => {
      const catalogue = [
        {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "fixed_rate@50ms"},
        {pyth_lazer_id: 2, symbol: "B", state: "stable", min_channel: "fixed_rate@1000ms"}
      ];
      const {url, asked} = await serveFeeds({catalogue});
      await place.run(url, {length: 3000}, {config: {...config, feeds: {ids: [1, 2]}}});
      const slow = asked.filter(({channel}) => channel === "fixed_rate@1000ms").length;
      expect(slow).toBeGreaterThanOrEqual(2);
      expect(slow).toBeLessThanOrEqual(4);
      expect(asked.length - slow).toBeGreaterThan(10);
    });

    it("ends when interrupted in the middle of a wait", async () => {
      const controller = new AbortController();
      const {url} = await serveFeeds();
      setTimeout(() => controller.abort(), 500);
      const started = performance.now();
      const report = await place.run(url, {every: 3_600_000}, {signal: controller.signal});
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(report.interrupted).toBe(true);
    });

    it("finishes what is under way when interrupted, and commits it", async () => {
      const controller = new AbortController();
      const late = (asked: Asked): Reply => {
        return (response, seen) => {
          controller.abort();
          setTimeout(() => answerAll(asked)(response, seen), 300);
        };
      };
      const {url} = await serveFeeds({answer: late});
      expect(await place.run(url, {}, {signal: controller.signal})).toMatchObject({interrupted: true, rows: 1});
      expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "interrupted", rows: 1}]);
    });

    it("waits for no answer that does not come when interrupted, and tells of no failure", async () => {
      const controller = new AbortController();
      const {url, asked} = await serveFeeds({
        answer: (asked) => (controller.signal.aborted ? answerAll(asked) : () => controller.abort())
      });
      const started = performance.now();
      expect(await place.run(url, {}, {signal: controller.signal})).toMatchObject({
        interrupted: true,
        rows: 0,
        problems: []
      });
      expect([asked.length, place.failures()]).toEqual([1, []]);
      expect(performance.now() - started).toBeLessThan(9000); // the question's own limit is 10 s
    });

    it("publishes meanwhile as often as it is told, and never by itself", async () => {
      const {url} = await serveFeeds();
      const {snapshotPath} = place.settings();
      await place.load(
        async (load) => {
          await watch(load, {...forEver, length: 500});
          expect(existsSync(snapshotPath)).toBe(false);
          await watch(load, {...forEver, length: 2000, publishEvery: 100});
          expect((await querySnapshot(snapshotPath, "SELECT count(*) FROM prices")).rows[0]?.[0]).toBeGreaterThan(0);
        },
        {baseUrl: url, config, hold: false}
      );
    });

    it("goes on where it can not publish, and says so", async () => {
      const {url} = await serveFeeds();
      const settings = {...place.settings({baseUrl: url, config}), snapshotPath: "/nowhere/at/all.duckdb"};
      const report = await place.load(
        (load) => watch({...load, settings}, {...forEver, length: 2000, publishEvery: 100}),
        {
          baseUrl: url,
          config,
          hold: false
        }
      );
      expect(place.warnings).toContainEqual(expect.stringMatching(/^not published: /));
      expect(report.rows).toBeGreaterThan(1);
    });
  });

  async function holdBetweenCommits(path: string): ReturnType<typeof holdFile> {
    for (;;) {
      try {
        return await holdFile(path);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  describe("watch(load, watching) while its store is in use", () => {
    it("pauses while the write buffer is full, says so, and loses nothing", {
      timeout: 120_000
    }, async () => {
      const {url, asked} = await serveFeeds();
      let most = 0;
      await place.load(
        async (load) => {
          const controller = new AbortController();
          const watching = watch({...load, signal: controller.signal}, {...forEver, mostWaitingBytes: 100_000});
          await expect.poll(() => asked.length, {timeout: 20_000}).toBeGreaterThan(0);
          const holder = await holdBetweenCommits(load.settings.storePath);
          place.warnings.length = 0;
          const measure = setInterval(() => {
            most = Math.max(most, load.books.waitingBytes());
          }, 5);
          await expect.poll(() => place.warnings.join("\n"), {timeout: 60_000}).toContain("polling is paused");
          const before = asked.length;
          await new Promise((resolve) => setTimeout(resolve, 500)); // ten instants more
          expect(asked.length).toBeLessThanOrEqual(before + 1);
          await holder.release();
          await expect.poll(() => place.notes, {timeout: 60_000}).toContain("asking again");
          await expect.poll(() => asked.length, {timeout: 60_000}).toBeGreaterThan(before + 3);
          controller.abort();
          await watching;
          clearInterval(measure);
        },
        {baseUrl: url, config, hold: false}
      );
      expect(most).toBeGreaterThan(100_000);
      expect(most).toBeLessThan(110_000); // a response is some 1.3 kB here
      expect(await place.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: asked.length}]);
      expect(place.warnings.filter((text) => /^polling is paused/.test(text))).toHaveLength(1);
    });
  });

  describe("watch(load, watching) of a service that fails or refuses", () => {
    it("tells once that polls fail, and once that they succeed again and after how long", async () => {
      const busy = () => reply(503, "busy");
      const report = await place.runThrough([answerAll, busy, busy, busy, answerAll, answerAll]);
      expect(place.failures()).toEqual([
        "poll failed: latest_price failed once with 503: busy; try again later; backing off, at most a minute between tries, until it answers"
      ]);
      expect(place.notes).toEqual([expect.stringMatching(/^the service answers again, after \d+m?s$/)]);
      expect(report.rows).toBe(4);
    });

    it("backs off from a service that fails", async () => {
      const times: number[] = [];
      const answer = () => {
        times.push(performance.now());
        return reply(503, "busy");
      };
      const {url} = await serveFeeds({answer});
      await expect(place.run(url, {length: 6000})).rejects.toThrow("the last polls failed");
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
      expect(times.length).toBeLessThanOrEqual(9); // 50 ms × 2^n
      expect(gaps.at(-1)).toBeGreaterThan(1000);
    });

    it("waits as long as a busy service says, for all feeds", async () => {
      const times: number[] = [];
      const answer = (asked: Asked): Reply => {
        times.push(performance.now());
        return times.length === 1 ? reply(429, "slow down", {"retry-after": "2"}) : answerAll(asked);
      };
      const {url} = await serveFeeds({answer});
      const service = {...config.service, batchSize: {latest_price: 1}};
      const ids = {feeds: {ids: [1, 2, 3]}, service};
      await place.run(url, {length: 4000}, {config: ids});
      const after = times.filter((time) => time > (times[0] ?? 0) + 100); // what was under way then is none
      expect((after[0] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1900);
      expect(after.length).toBeGreaterThan(3);
    });

    it("goes on with the other batches where one fails", async () => {
      const answer = (asked: Asked): Reply => (asked.priceFeedIds?.includes(2) ? reply(500, "bad") : answerAll(asked));
      const {url} = await serveFeeds({answer});
      const service = {...config.service, concurrency: 3, batchSize: {latest_price: 1}};
      const watching = place.run(url, {length: 2000}, {config: {feeds: {ids: [1, 2, 3]}, service}});
      await expect(watching).rejects.toThrow("the last polls failed: latest_price failed once with 500: bad");
      const held = await place.records(
        "SELECT priceFeedId, count(*) > 10 AS many FROM feed_updates GROUP BY ALL ORDER BY 1"
      );
      expect(held).toEqual([
        {priceFeedId: 1, many: true},
        {priceFeedId: 3, many: true}
      ]);
    });

    it("ends at once where the service refuses the first questions", async () => {
      const {url, asked} = await serveFeeds({answer: () => reply(401)});
      await expect(place.run(url)).rejects.toThrow(/^latest_price refused with 401/);
      expect(asked.length).toBeLessThan(20);
    });

    it("goes on where the service refuses later", async () => {
      const report = await place.runThrough([answerAll, () => reply(401), () => reply(401), answerAll]);
      expect(report.rows).toBe(3);
    });

    it("asks no oftener than told for feeds that stay refused", async () => {
      const answer = (asked: Asked): Reply =>
        asked.priceFeedIds?.includes(2) ? reply(403, "Not entitled: feed 2") : answerAll(asked);
      const {url, asked} = await serveFeeds({answer});
      const report = await place.run(
        url,
        {length: 3000, retryRefused: 1000},
        {config: {...config, feeds: {ids: [1, 2]}}}
      );
      const both = asked.filter(({priceFeedIds}) => priceFeedIds?.length === 2).length;
      expect(both).toBeGreaterThanOrEqual(2);
      expect(both).toBeLessThanOrEqual(4);
      expect(report.removed).toHaveLength(1);
    });

    it("tells of a poll that brings no update body, and counts it as a problem", async () => {
      const report = await place.runThrough([() => reply(200, "<html>"), answerAll, answerAll]);
      expect(place.failures()).toEqual([expect.stringMatching(/^poll failed: latest_price: body is no JSON/)]);
      expect(place.notes).toEqual([expect.stringMatching(/^the service answers again/)]);
      expect([report.rows, report.problems.length]).toEqual([3, 1]);
    });

    it("fails if the last polls failed, with what came before kept", async () => {
      let polls = 0;
      const {url} = await serveFeeds({answer: (asked) => (++polls > 1 ? reply(503, "gone") : answerAll(asked))});
      await expect(place.run(url, {length: 2000})).rejects.toThrow(
        /^the last polls failed: latest_price failed once with 503: gone/
      );
      expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "failed", rows: 1}]);
    });
  });
});

describe("maintenance", () => {
  let place: LoadingPlace;

  beforeEach(() => {
    place = enterPlace();
  });

  afterEach(() => place.leave());

  // Watches a service whose entries change from phase to phase, each until `told` says so many things.
  async function watching(phases: {entry: object; told: number}[], more: Partial<Watching> = {}) {
    const controller = new AbortController();
    const answer = ({priceFeedIds = []}: {priceFeedIds?: number[]}) => {
      while (phases.length > 1 && place.warnings.length >= (phases[0]?.told ?? 0)) phases.shift();
      if (phases.length === 1 && place.warnings.length >= (phases[0]?.told ?? 0)) controller.abort();
      const priceFeeds = priceFeedIds.map((priceFeedId) => ({priceFeedId, ...phases[0]?.entry}));
      return reply(200, JSON.stringify({parsed: {timestampUs: `${Date.now() * 1000}`, priceFeeds}}));
    };
    const {url} = await serveFeeds({answer, catalogue});
    const never = Number.POSITIVE_INFINITY;
    const config = {feeds: {ids: [1, 2]}, service: {channel: "fixed_rate@50ms", retries: 0} as const};
    return place.load(
      (load) => watch(load, {every: 50, length: never, publishEvery: never, newFieldsEvery: 100, ...more}),
      {baseUrl: url, config, command: "watch", hold: false, signal: controller.signal}
    );
  }

  const catalogue = [1, 2].map((id) => ({pyth_lazer_id: id, symbol: `Test.${id}`, state: "stable"}));
  const price = {price: "100", exponent: -2, confidence: 3};

  describe("maintain(load, maintenance)", () => {
    it("tells of new fields and kinds while a watch runs, once, and books them", {timeout: 120_000}, async () => {
      const report = await watching([
        {entry: {...price, venue: "x"}, told: 1},
        {entry: {...price, venue: "x", depth: 5}, told: 2},
        {entry: {...price, venue: 7, depth: 5}, told: 3}
      ]);
      const told = [
        "latest_price sends a field never seen before: venue (text), as for feed 1",
        "latest_price sends a field never seen before: depth (number), as for feed 1",
        "latest_price sends venue as number or text; it was text"
      ];
      expect(place.warnings).toEqual(told);
      expect(report.drift).toHaveLength(3);
      expect(await place.records("SELECT field, change FROM drift")).toEqual([
        {field: "venue", change: "new"},
        {field: "depth", change: "new"},
        {field: "venue", change: "kind"}
      ]);
    });

    it("tells of fields that stopped coming, and of their return, while a watch runs", {timeout: 120_000}, async () => {
      const {confidence, ...without} = price;
      await watching(
        [
          {entry: {...price, venue: "x"}, told: 1},
          {entry: {...without, venue: "x"}, told: 2},
          {entry: {...price, venue: "x"}, told: 3}
        ],
        {stoppedFieldsEvery: 3000}
      );
      expect(place.warnings.slice(1)).toEqual([
        "latest_price sends confidence no more: feed 1 had it",
        "latest_price sends confidence again"
      ]);
    });

    it("tells once when more was rejected than is allowed, and goes on", {timeout: 120_000}, async () => {
      let polls = 0;
      const {url} = await serveFeeds({
        catalogue,
        answer: () => {
          polls += 1;
          const bad = polls % 2 === 0 ? [{priceFeedId: -1}] : [];
          return reply(200, JSON.stringify({parsed: {priceFeeds: [{priceFeedId: 1, ...price}, ...bad]}}));
        }
      });
      const config = {feeds: {ids: [1]}, service: {channel: "fixed_rate@50ms"} as const, rows: {maxRejectedShare: 0.1}};
      const never = Number.POSITIVE_INFINITY;
      const report = await place.load((load) => watch(load, {every: 50, length: 4000, publishEvery: never}), {
        ...{baseUrl: url, config, hold: false}
      });
      expect(place.warnings).toEqual([
        expect.stringMatching(
          /^rejected \d+ of \d+ entries \(.* %\), and rows\.maxRejectedShare allows 10 %: .*; going on$/
        )
      ]);
      expect(report.rows).toBe(polls);
    });

    it("brings the derived tables up to date while a watch runs", {timeout: 120_000}, async () => {
      const {url} = await serveFeeds({
        catalogue,
        answer: () => reply(200, JSON.stringify({parsed: {priceFeeds: [{priceFeedId: 1, ...price}]}}))
      });
      const controller = new AbortController();
      const [config, never] = [{feeds: {ids: [1]}, service: {channel: "fixed_rate@50ms"} as const}, Infinity];
      const running = place.load(
        (load) => watch(load, {every: 50, length: never, publishEvery: never, deriveEvery: 100}),
        {baseUrl: url, config, hold: false, signal: controller.signal}
      );
      const bars = async () => place.records("SELECT count(*) > 0 AS some FROM bars_1m").catch(() => []);
      await expect.poll(bars, {timeout: 60_000, interval: 500}).toEqual([{some: true}]);
      controller.abort();
      await running;
      expect(place.warnings).toEqual([]);
    });

    it("drops old updates while a watch runs, and keeps their bars", {timeout: 120_000}, async () => {
      const updates = 20; // then none, and no old answer: those that go on coming would put off the drop
      let polls = 0;
      const {url} = await serveFeeds({
        catalogue,
        answer: () => {
          polls += 1;
          const ago = polls % 2 === 0 || polls > updates ? 1 : 100; // days
          const timestampUs = String((Math.floor(Date.now() / 1000) - ago * 86_400) * 1e6 + polls);
          const priceFeeds = polls > updates ? [] : [{priceFeedId: 1, ...price}];
          return reply(200, JSON.stringify({parsed: {timestampUs, priceFeeds}}));
        }
      });
      const [controller, never] = [new AbortController(), Number.POSITIVE_INFINITY];
      const config = {feeds: {ids: [1]}, service: {channel: "fixed_rate@50ms"} as const, retain: {rows: "90d"}};
      const running = place.load(
        (load) => watch(load, {every: 50, length: never, publishEvery: never, deriveEvery: 100, retainEvery: 100}),
        {baseUrl: url, config, hold: false, signal: controller.signal}
      );
      await expect.poll(() => polls, {timeout: 60_000}).toBeGreaterThan(updates);
      const days = "(SELECT count(DISTINCT date_part('doy', startedAt)) FROM bars_1m) AS days"; // of both there are bars
      const drops = async () => place.records(`SELECT count(*) > 0 AS some, ${days} FROM retained`).catch(() => []);
      await expect.poll(drops, {timeout: 90_000, interval: 500}).toEqual([{some: true, days: 2}]);
      controller.abort();
      const report = await running;
      expect(place.warnings).toEqual([]);
      expect(report.rows).toBe(Math.min(polls, updates));
      expect(
        await place.records(`SELECT
        (SELECT sum(rows) FROM responses) - (SELECT sum(rows) FROM retained) - count(*) AS lost,
        ${days}
      FROM feed_updates`)
      ).toEqual([{lost: 0, days: 2}]);
    });
  });
});
