import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {watch} from "../../../loaders/load/watch/watch.js";
import {type Asked, answerAll, serveFeeds} from "../../helpers/service.js";
import {holdFile} from "../../helpers/stores/holder.js";
import {config, enterWatching, forEver, type WatchingPlace} from "../../helpers/watching.js";
import {type Reply, reply} from "../../service/loopback.js";

let place: WatchingPlace;

beforeEach(() => {
  place = enterWatching();
});

afterEach(() => place.leave());

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
        await new Promise((resolve) => setTimeout(resolve, 300)); // six instants more
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

  it("backs off from a service that fails, longer each time", async () => {
    const times: number[] = [];
    const answer = () => {
      times.push(performance.now());
      return reply(503, "busy");
    };
    await place.runUntil((asked) => asked.length === 6, {answer});
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.map((gap, i) => gap > 50 * (2 ** i - 1) - 20)).toEqual(gaps.map(() => true));
  });

  it("waits as long as a busy service says, for all feeds", async () => {
    const times: number[] = [];
    const answer = (asked: Asked): Reply => {
      times.push(performance.now());
      return times.length === 1 ? reply(429, "slow down", {"retry-after": "1"}) : answerAll(asked);
    };
    const service = {...config.service, batchSize: {latest_price: 1}};
    const later = () => times.filter((time) => time > (times[0] ?? 0) + 300); // what was under way then is none
    await place.runUntil(() => later().length > 3, {answer, config: {feeds: {ids: [1, 2, 3]}, service}});
    expect((later()[0] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  it("goes on with the other batches where one fails", async () => {
    const answer = (asked: Asked): Reply => (asked.priceFeedIds?.includes(2) ? reply(500, "bad") : answerAll(asked));
    const service = {...config.service, concurrency: 3, batchSize: {latest_price: 1}};
    const isOver = (asked: readonly Asked[]) =>
      [1, 3].every((id) => asked.filter(({priceFeedIds}) => priceFeedIds?.includes(id)).length > 4);
    await place.runUntil(isOver, {answer, config: {feeds: {ids: [1, 2, 3]}, service}});
    expect(place.failures()).toEqual([expect.stringContaining("latest_price failed once with 500: bad")]);
    const held = await place.records(
      "SELECT priceFeedId, count(*) > 3 AS many FROM feed_updates GROUP BY ALL ORDER BY 1"
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
    const times: number[] = []; // of those for both
    const isOver = (asked: readonly Asked[]) => {
      if (asked.at(-1)?.priceFeedIds?.length === 2) times.push(performance.now());
      return times.length === 4;
    };
    const own = {...config, feeds: {ids: [1, 2]}};
    const report = await place.runUntil(isOver, {answer, watching: {retryRefused: 300}, config: own});
    const [, first = 0, second = 0, third = 0] = times;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(250);
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
    await expect(place.run(url, {length: 1500})).rejects.toThrow(
      /^the last polls failed: latest_price failed once with 503: gone/
    );
    expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "failed", rows: 1}]);
  });
});
