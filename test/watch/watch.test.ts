import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {watch} from "../../loaders/watch/watch.js";
import {type Asked, answerAll, serveFeeds} from "../helpers/service.js";
import {config, enterWatching, forEver, type WatchingPlace} from "../helpers/watching.js";
import type {Reply} from "../service/loopback.js";

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
