import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {watch} from "../../../loaders/load/watch/watch.js";
import {enterPlace, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

describe("maintain(load, maintenance)", () => {
  it("drops old updates while a watch runs, and keeps their bars", {timeout: 120_000}, async () => {
    const updates = 20; // then none, and no old answer: those that go on coming would put off the drop
    let polls = 0;
    const {url} = await serveFeeds({
      catalogue: [{pyth_lazer_id: 1, symbol: "Test.1", state: "stable"}],
      answer: () => {
        polls += 1;
        const ago = polls % 2 === 0 || polls > updates ? 1 : 100; // days
        const timestampUs = String((Math.floor(Date.now() / 1000) - ago * 86_400) * 1e6 + polls);
        const priceFeeds = polls > updates ? [] : [{priceFeedId: 1, price: "100", exponent: -2, confidence: 3}];
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
    await expect.poll(drops, {timeout: 90_000, interval: 200}).toEqual([{some: true, days: 2}]);
    controller.abort();
    const report = await running;
    expect(place.warnings).toEqual([
      expect.stringMatching(/^\d+ answers? of latest_price (is|are) not of now \(2400 h .*early.*\): .*; going on$/),
      expect.stringMatching(/^\d+ answers of latest_price are not of now \(2400 h .*early to 24 h .*early\)/)
    ]);
    expect(report.rows).toBe(Math.min(polls, updates));
    expect(
      await place.records(`SELECT
        (SELECT sum(rows) FROM responses) - (SELECT sum(rows) FROM retained) - count(*) AS lost,
        ${days}
      FROM feed_updates`)
    ).toEqual([{lost: 0, days: 2}]);
  });
});
