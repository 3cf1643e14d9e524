import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {watch} from "../../../loaders/load/watch/watch.js";
import {querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {type Asked, answerAll, serveFeeds} from "../../helpers/service.js";
import {config, enterWatching, forEver, type WatchingPlace} from "../../helpers/watching.js";
import type {Reply} from "../../service/loopback.js";

let place: WatchingPlace;

beforeEach(() => {
  place = enterWatching();
});

afterEach(() => place.leave());

describe("watch(load, {every, length, publishEvery})", () => {
  it("polls until its end, and books each poll", async () => {
    const {url, asked} = await serveFeeds();
    const started = performance.now();
    const report = await place.run(url, {every: 250, length: 1500});
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThanOrEqual(6);
    expect(report).toMatchObject({rows: asked.length, responses: asked.length, interrupted: false});
  });

  it("polls when a step begins", async () => {
    const late: number[] = []; // on a busy machine some are
    const isOver = () => late.push(Date.now() % 250) === 20 || Number(late.at(-1)) < 30;
    await place.runUntil(isOver, {watching: {every: 250}});
    expect(Math.min(...late)).toBeLessThan(30);
  });

  it.each([
    ["skips the steps that a slow poll missed: requests never pile up", 1],
    ["asks the next poll while another is under way, as far as the concurrency goes", 3]
  ])("%s", async (_fact, concurrency) => {
    let [running, most] = [0, 0];
    const slow = (asked: Asked): Reply => {
      return (response, seen) => {
        most = Math.max(most, ++running);
        setTimeout(() => {
          running -= 1;
          answerAll(asked)(response, seen);
        }, 200);
      };
    };
    const own = {...config, service: {...config.service, concurrency}};
    const report = await place.runUntil((asked) => asked.length > 6, {answer: slow, config: own});
    expect(most).toBe(concurrency);
    expect(report.rows).toBeGreaterThan(6);
  });

  it("asks on a slower channel only when that has a new update", async () => {
    const catalogue = [
      {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "fixed_rate@50ms"},
      {pyth_lazer_id: 2, symbol: "B", state: "stable", min_channel: "fixed_rate@1000ms"}
    ];
    const slowOnes = (asked: readonly Asked[]) => asked.filter(({channel}) => channel === "fixed_rate@1000ms").length;
    const fast: number[] = []; // polls of the other channel, until each poll of this one
    const isOver = (asked: readonly Asked[]) => {
      if (asked.at(-1)?.channel === "fixed_rate@1000ms") fast.push(asked.length - slowOnes(asked));
      return fast.length === 3;
    };
    await place.runUntil(isOver, {catalogue, config: {...config, feeds: {ids: [1, 2]}}});
    const [, second = 0, third = 0] = fast; // a whole second lies between these
    expect(third - second).toBeGreaterThan(4);
  });

  it("ends when interrupted in the middle of a wait", async () => {
    const controller = new AbortController();
    const {url} = await serveFeeds();
    setTimeout(() => controller.abort(), 300);
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
    const controller = new AbortController();
    await place.load(
      async (load) => {
        await watch(load, {...forEver, length: 300});
        expect(existsSync(snapshotPath)).toBe(false);
        const watching = watch({...load, signal: controller.signal}, {...forEver, publishEvery: 100});
        const count = async () => (await querySnapshot(snapshotPath, "SELECT count(*) FROM prices")).rows[0]?.[0];
        await expect.poll(() => count().catch(() => 0), {timeout: 20_000}).toBeGreaterThan(0);
        controller.abort();
        await watching;
      },
      {baseUrl: url, config, hold: false}
    );
  });

  it("goes on where it can not publish, and says so", async () => {
    const {url, asked} = await serveFeeds();
    const file = join(place.folder, "no-folder");
    writeFileSync(file, "");
    const settings = {...place.settings({baseUrl: url, config}), snapshotPath: join(file, "all.duckdb")};
    const controller = new AbortController();
    await place.load(
      async (load) => {
        const watching = watch({...load, settings, signal: controller.signal}, {...forEver, publishEvery: 100});
        await expect.poll(() => place.warnings.join("\n"), {timeout: 20_000}).toContain("not published: ");
        const before = asked.length;
        await expect.poll(() => asked.length, {timeout: 20_000}).toBeGreaterThan(before + 1);
        controller.abort();
        await watching;
      },
      {baseUrl: url, config, hold: false}
    );
    expect(place.warnings.filter((text) => text.startsWith("not published: "))).toHaveLength(1);
  });
});
