import {describe, expect, it} from "vitest";
import type {Load} from "../../../loaders/load/books.js";
import {makePolling, schedulePolls} from "../../../loaders/load/watch/polling.js";
import {type Asked, answerAll, serveFeeds} from "../../helpers/service.js";
import {type Reply, reply} from "../../service/loopback.js";
import {config, eachWatching} from "./watching.js";

const place = eachWatching();

const busy = () => reply(503, "busy");
const html = () => reply(200, "<html>");
const refuse = () => reply(401);

describe("polls of a service that fails", () => {
  it.each<[string, ((asked: Asked) => Reply)[], number, string]>([
    [
      "503",
      [answerAll, busy, busy, busy, answerAll, answerAll],
      4,
      "latest_price failed once with 503: busy; try again later"
    ],
    ["an invalid body", [html, answerAll, answerAll], 3, "latest_price: body is no JSON"],
    ["a refusal after the first answer", [answerAll, refuse, refuse, answerAll], 3, "latest_price refused with 401"]
  ])("warn once, and note when it answers again: %s", async (_, answers, rows, problem) => {
    const report = await place.runThrough(answers);
    const backingOff = "; backing off, at most a minute between tries, until it answers";
    expect(place.failures()).toEqual([expect.stringContaining(`poll failed: ${problem}`)]);
    expect(place.failures()[0]).toContain(backingOff);
    expect(place.notes).toEqual([expect.stringMatching(/^the service answers again, after \d+m?s$/)]);
    expect(report.rows).toBe(rows);
  });

  const ownBatches = {
    feeds: {ids: [1, 2, 3]},
    service: {...config.service, concurrency: 3, batchSize: {latest_price: 1}}
  };

  it("of all batches wait as Retry-After says", async () => {
    const times: number[] = [];
    const answer = (asked: Asked): Reply => {
      times.push(performance.now());
      return times.length === 1 ? reply(429, "slow down", {"retry-after": "1"}) : answerAll(asked);
    };
    const later = () => times.filter((time) => time > (times[0] ?? 0) + 300); // no more requests under way then
    await place.runUntil(() => later().length > 3, {answer, config: ownBatches});
    expect((later()[0] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  it("of one batch do not stop the others", async () => {
    const answer = (asked: Asked): Reply => (asked.priceFeedIds?.includes(2) ? reply(500, "bad") : answerAll(asked));
    const isOver = (asked: readonly Asked[]) =>
      [1, 3].every((id) => asked.filter(({priceFeedIds}) => priceFeedIds?.includes(id)).length > 4);
    await place.runUntil(isOver, {answer, config: ownBatches});
    expect(place.failures()).toEqual([expect.stringContaining("latest_price failed once with 500: bad")]);
    const many = "SELECT priceFeedId FROM feed_updates GROUP BY ALL HAVING count(*) > 3 ORDER BY 1";
    expect(await place.records(many)).toEqual([{priceFeedId: 1}, {priceFeedId: 3}]);
  });

  it("end the watch when the service refuses the first requests", async () => {
    const {url, asked} = await serveFeeds({answer: refuse});
    await expect(place.run(url)).rejects.toThrow(/^latest_price refused with 401/);
    expect(asked.length).toBeLessThan(20);
  });

  it("fail the watch when the last ones failed, and keep the rows", async () => {
    let polls = 0;
    const {url} = await serveFeeds({answer: (asked) => (++polls > 1 ? reply(503, "gone") : answerAll(asked))});
    await expect(place.run(url, {length: 1500})).rejects.toThrow(
      /^the last polls failed: latest_price failed once with 503: gone/
    );
    expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "failed", rows: 1}]);
  });
});

describe("makePolling(load, asks, every, retryRefusedMs)", () => {
  it("requests refused feeds again after a time, and reports only the feeds that are still refused", async () => {
    const refusing = new Set([2, 3]);
    const answer = (asked: Asked) => {
      const refused = asked.priceFeedIds?.find((id) => refusing.has(id));
      return refused === undefined ? answerAll(asked) : reply(403, `Not entitled: feed ${refused}`);
    };
    const {url} = await serveFeeds({answer});
    const poll = async (load: Load) => {
      const polls = makePolling(load, [{feeds: {ids: [1, 2, 3]}, channel: "fixed_rate@200ms"}], 200, 0);
      for (const instant of [10_000, 10_200]) {
        polls.poll(instant);
        await polls.finish();
        refusing.delete(2);
      }
    };
    const report = await place.load(poll, {baseUrl: url, config: {service: {retries: 0}}});
    expect(report.removed).toEqual([{feed: 3, reason: "Not entitled: feed 3"}]);
    expect(report).toMatchObject({rows: 3, asked: report.received + report.missing + report.refused});
  });
});

describe("schedulePolls({stepMs, ask, mayAsk, hasRoom})", () => {
  it("requests once in a step, beside another only with room, and makes up for the last step without it", async () => {
    const open: ((sentAt: number) => void)[] = [];
    let room = true;
    const ask = () => new Promise<number>((resolve) => open.push(resolve));
    const {offer} = schedulePolls({stepMs: 200, ask, mayAsk: () => true, hasRoom: () => room});
    for (const instant of [1000, 1050, 1200]) offer(instant);
    room = false;
    for (const instant of [1400, 1600]) offer(instant);
    expect(open).toHaveLength(2);
    open[0]?.(1010);
    await new Promise(setImmediate);
    expect(open).toHaveLength(3);
    open[2]?.(1650);
    await new Promise(setImmediate);
    expect(open).toHaveLength(3);
  });
});
