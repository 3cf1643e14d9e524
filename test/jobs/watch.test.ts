import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {LoadReport} from "../../loaders/jobs/report.js";
import {type Watching, watch} from "../../loaders/jobs/watch.js";
import {querySnapshot} from "../../loaders/store/snapshot.js";
import {holdFile} from "../helpers/holder.js";
import {enterPlace, type Loading, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, answerAll, serveFeeds} from "../helpers/service.js";
import {type Reply, reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const config: Loading["config"] = {
  feeds: {ids: [1]},
  service: {channel: "fixed_rate@50ms", retries: 0, concurrency: 1}
};
const forEver: Watching = {every: 50, length: Number.POSITIVE_INFINITY, publishEvery: Number.POSITIVE_INFINITY};

const run = (baseUrl: string, more: Partial<Watching> = {}, loading: Loading = {}) =>
  place.load((load) => watch(load, {...forEver, ...more}), {
    baseUrl,
    config,
    command: "watch",
    hold: false,
    ...loading
  });

// Watches until a poll has no answer of its own, which interrupts the watch; it is answered all the same.
async function runThrough(answers: ((asked: Asked) => Reply)[]): Promise<LoadReport> {
  const controller = new AbortController();
  let polls = 0;
  const answer = (asked: Asked): Reply => {
    if (polls >= answers.length) controller.abort();
    return (answers[polls++] ?? answerAll)(asked);
  };
  return run((await serveFeeds({answer})).url, {}, {signal: controller.signal});
}

const failures = () => place.warnings.filter((text) => text.startsWith("poll failed"));

async function holdBetweenCommits(path: string): ReturnType<typeof holdFile> {
  for (;;) {
    try {
      return await holdFile(path);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describe("watch(load, {every, length, publishEvery})", () => {
  it("polls on multiples of the step until its end, and books each poll", async () => {
    const {url, asked} = await serveFeeds();
    const started = performance.now();
    const report = await run(url, {every: 250, length: 2000});
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
    const report = await runThrough([slow, slow, slow, slow]);
    expect([most, report.rows]).toEqual([1, 5]);
  });

  it("tells once that polls fail, and once that they succeed again and after how long", async () => {
    const busy = () => reply(503, "busy");
    const report = await runThrough([answerAll, busy, busy, busy, answerAll, answerAll]);
    expect(failures()).toEqual([
      "poll failed: latest_price failed once with 503: busy; try again later; asking ever more seldom, at least once a minute, until it answers"
    ]);
    expect(place.notes).toEqual([expect.stringMatching(/^the service answers again, after \d+m?s$/)]);
    expect(report.rows).toBe(4);
  });

  it("asks a service that fails ever more seldom", async () => {
    const times: number[] = [];
    const answer = () => {
      times.push(performance.now());
      return reply(503, "busy");
    };
    const {url} = await serveFeeds({answer});
    await expect(run(url, {length: 6000})).rejects.toThrow("the last polls failed");
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
    await run(url, {length: 4000}, {config: ids});
    const after = times.filter((time) => time > (times[0] ?? 0) + 100); // what was under way then is none
    expect((after[0] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1900);
    expect(after.length).toBeGreaterThan(3);
  });

  it("goes on with the other batches where one fails", async () => {
    const answer = (asked: Asked): Reply => (asked.priceFeedIds?.includes(2) ? reply(500, "bad") : answerAll(asked));
    const {url} = await serveFeeds({answer});
    const service = {...config.service, concurrency: 3, batchSize: {latest_price: 1}};
    const watching = run(url, {length: 2000}, {config: {feeds: {ids: [1, 2, 3]}, service}});
    await expect(watching).rejects.toThrow("the last polls failed: latest_price failed once with 500: bad");
    const held = await place.records(
      "SELECT priceFeedId, count(*) > 10 AS many FROM feed_updates GROUP BY ALL ORDER BY 1"
    );
    expect(held).toEqual([
      {priceFeedId: 1, many: true},
      {priceFeedId: 3, many: true}
    ]);
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
    await run(url, {length: 2000}, {config: {...config, service: {...config.service, concurrency: 3}}});
    expect(most).toBe(3);
    expect(asked.length).toBeGreaterThan(6);
  });

  it("asks on a slower channel only when that has a new update", async () => {
    const catalogue = [
      {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "fixed_rate@50ms"},
      {pyth_lazer_id: 2, symbol: "B", state: "stable", min_channel: "fixed_rate@1000ms"}
    ];
    const {url, asked} = await serveFeeds({catalogue});
    await run(url, {length: 3000}, {config: {...config, feeds: {ids: [1, 2]}}});
    const slow = asked.filter(({channel}) => channel === "fixed_rate@1000ms").length;
    expect(slow).toBeGreaterThanOrEqual(2);
    expect(slow).toBeLessThanOrEqual(4);
    expect(asked.length - slow).toBeGreaterThan(10);
  });

  it("ends at once where the service refuses the first questions", async () => {
    const {url, asked} = await serveFeeds({answer: () => reply(401)});
    await expect(run(url)).rejects.toThrow(/^latest_price refused with 401/);
    expect(asked.length).toBeLessThan(20);
  });

  it("goes on where the service refuses later", async () => {
    const report = await runThrough([answerAll, () => reply(401), () => reply(401), answerAll]);
    expect(report.rows).toBe(3);
  });

  it("asks now and then for feeds that were refused, and says when they are back", async () => {
    let entitled = false;
    const answer = (asked: Asked): Reply =>
      !entitled && asked.priceFeedIds?.includes(2) ? reply(403, "Not entitled: feed 2") : answerAll(asked);
    const {url, asked} = await serveFeeds({answer});
    setTimeout(() => {
      entitled = true;
    }, 1500);
    const loading = {config: {...config, feeds: {ids: [1, 2]}}};
    const report = await run(url, {length: 4000, retryRefused: 400}, loading);
    const both = asked.filter(({priceFeedIds}) => priceFeedIds?.length === 2).length;
    expect(place.warnings.filter((text) => text.startsWith("left out"))).toHaveLength(1);
    expect(place.notes).toEqual(["feeds that were refused answer again: 2"]);
    expect(report.removed).toEqual([]);
    expect(both).toBeGreaterThan(5);
    expect(asked.length - both).toBeGreaterThan(5);
  });

  it("asks no oftener than told for feeds that stay refused", async () => {
    const answer = (asked: Asked): Reply =>
      asked.priceFeedIds?.includes(2) ? reply(403, "Not entitled: feed 2") : answerAll(asked);
    const {url, asked} = await serveFeeds({answer});
    const report = await run(url, {length: 3000, retryRefused: 1000}, {config: {...config, feeds: {ids: [1, 2]}}});
    const both = asked.filter(({priceFeedIds}) => priceFeedIds?.length === 2).length;
    expect(both).toBeGreaterThanOrEqual(2);
    expect(both).toBeLessThanOrEqual(4);
    expect(report.removed).toHaveLength(1);
  });

  it("tells of a poll that brings no update body, and counts it as a problem", async () => {
    const report = await runThrough([() => reply(200, "<html>"), answerAll, answerAll]);
    expect(failures()).toEqual([expect.stringMatching(/^poll failed: latest_price: body is no JSON/)]);
    expect(place.notes).toEqual([expect.stringMatching(/^the service answers again/)]);
    expect([report.rows, report.problems.length]).toEqual([3, 1]);
  });

  it("fails if the last polls failed, with what came before kept", async () => {
    let polls = 0;
    const {url} = await serveFeeds({answer: (asked) => (++polls > 1 ? reply(503, "gone") : answerAll(asked))});
    await expect(run(url, {length: 2000})).rejects.toThrow(
      /^the last polls failed: latest_price failed once with 503: gone/
    );
    expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "failed", rows: 1}]);
  });

  it("ends when interrupted in the middle of a wait", async () => {
    const controller = new AbortController();
    const {url} = await serveFeeds();
    setTimeout(() => controller.abort(), 500);
    const started = performance.now();
    const report = await run(url, {every: 3_600_000}, {signal: controller.signal});
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
    expect(await run(url, {}, {signal: controller.signal})).toMatchObject({interrupted: true, rows: 1});
    expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "interrupted", rows: 1}]);
  });

  it("waits for no answer that does not come when interrupted, and tells of no failure", async () => {
    const controller = new AbortController();
    const {url, asked} = await serveFeeds({
      answer: (asked) => (controller.signal.aborted ? answerAll(asked) : () => controller.abort())
    });
    const started = performance.now();
    expect(await run(url, {}, {signal: controller.signal})).toMatchObject({interrupted: true, rows: 0, problems: []});
    expect([asked.length, failures()]).toEqual([1, []]);
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

  it("keeps the rows of a poll that finds the store in use, and books them when it is free", async () => {
    const {url, asked} = await serveFeeds();
    await place.load(
      async (load) => {
        const holder = await holdFile(load.settings.storePath);
        setTimeout(() => void holder.release(), 400);
        await watch(load, {...forEver, length: 1500});
      },
      {baseUrl: url, config, hold: false}
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(await place.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: asked.length}]);
    expect(failures()).toEqual([]);
  });

  it("asks no more while what waits for the store takes all the memory it may, says so, and loses nothing", {
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
        await expect.poll(() => place.warnings.join("\n"), {timeout: 60_000}).toContain("asking no more");
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
    expect(place.warnings.filter((text) => /^asking no more/.test(text))).toHaveLength(1);
  });
});
