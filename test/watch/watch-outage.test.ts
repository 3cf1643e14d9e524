import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type Asked, answerAll, serveFeeds} from "../helpers/service.js";
import {config, enterWatching, type WatchingPlace} from "../helpers/watching.js";
import {type Reply, reply} from "../service/loopback.js";

let place: WatchingPlace;

beforeEach(() => {
  place = enterWatching();
});

afterEach(() => place.leave());

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

  it("asks now and then for feeds that were refused, and says when they are back", async () => {
    const answer = (one: Asked): Reply =>
      asked.length < 12 && one.priceFeedIds?.includes(2) ? reply(403, "Not entitled: feed 2") : answerAll(one);
    const {url, asked} = await serveFeeds({answer});
    const loading = {config: {...config, feeds: {ids: [1, 2]}}};
    const report = await place.run(url, {length: 4000, retryRefused: 400}, loading);
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
