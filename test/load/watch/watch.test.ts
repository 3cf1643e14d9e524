import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {watch} from "../../../loaders/load/watch/watch.js";
import {querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {type Asked, answerAll, serveFeeds} from "../../helpers/service.js";
import {holdFile} from "../../helpers/stores/holder.js";
import {type Reply, reply} from "../../service/loopback.js";
import {config, eachWatching, forEver} from "./watching.js";

const place = eachWatching();

describe("watch(load, {every, length})", () => {
  it("polls at each step until its end, and books each poll", async () => {
    const {url, asked} = await serveFeeds();
    const report = await place.run(url, {every: 250, length: 1500});
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThanOrEqual(6);
    expect(report).toMatchObject({rows: asked.length, responses: asked.length, interrupted: false});
  });

  it.each([1, 3])("runs at most %i requests of a batch at a time, as service.concurrency says", async (concurrency) => {
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

  it("requests a slow channel only when it has a new update", async () => {
    const catalogue = [
      {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "fixed_rate@50ms"},
      {pyth_lazer_id: 2, symbol: "B", state: "stable", min_channel: "fixed_rate@1000ms"}
    ];
    const isSlow = ({channel}: Asked) => channel === "fixed_rate@1000ms";
    const fast: number[] = []; // polls of the fast channel before each poll of the slow one
    const isOver = (asked: readonly Asked[]) => {
      if (asked.slice(-1).some(isSlow)) fast.push(asked.filter((one) => !isSlow(one)).length);
      return fast.length === 3;
    };
    await place.runUntil(isOver, {catalogue, config: {...config, feeds: {ids: [1, 2]}}});
    const [, second = 0, third = 0] = fast; // a whole second lies between these
    expect(third - second).toBeGreaterThan(4);
  });

  it("publishes every `publishEvery`, goes on when it cannot, and warns once", async () => {
    const {url, asked} = await serveFeeds();
    const {snapshotPath} = place.settings();
    const file = join(place.folder, "no-folder");
    writeFileSync(file, "");
    const controller = new AbortController();
    await place.load(
      async (load) => {
        await watch(load, {...forEver, length: 300});
        expect(existsSync(snapshotPath)).toBe(false);
        const own = {...load, signal: controller.signal};
        const broken = {...own, settings: {...load.settings, snapshotPath: join(file, "all.duckdb")}};
        const watching = [own, broken].map((one) => watch(one, {...forEver, publishEvery: 100}));
        const count = async () => (await querySnapshot(snapshotPath, "SELECT count(*) FROM prices")).rows[0]?.[0];
        await expect.poll(() => count().catch(() => 0), {timeout: 20_000}).toBeGreaterThan(0);
        await expect.poll(() => place.warnings.join("\n"), {timeout: 20_000}).toContain("not published: ");
        const before = asked.length;
        await expect.poll(() => asked.length, {timeout: 20_000}).toBeGreaterThan(before + 2);
        controller.abort();
        await Promise.all(watching);
      },
      {baseUrl: url, config, hold: false}
    );
    expect(place.warnings.filter((text) => text.startsWith("not published: "))).toEqual([
      expect.stringContaining("no-folder")
    ]);
  });

  it("reads the catalogue again every `catalogueEvery`, and books its changes", async () => {
    const catalogue = [{pyth_lazer_id: 1, symbol: "A", state: "stable", min_publishers: 3}];
    const isOver = (asked: readonly Asked[]) => {
      if (asked.length === 5) catalogue[0] = {...catalogue[0], min_publishers: 4} as never;
      return asked.length > 30;
    };
    await place.runUntil(isOver, {catalogue, watching: {catalogueEvery: 200}});
    expect(await place.records("SELECT priceFeedId, columnName, before, after FROM feed_changes")).toEqual([
      {priceFeedId: 1, columnName: "minPublishers", before: "3", after: "4"}
    ]);
  });

  it("warns once of too many rejects and of old updates, and drops what `retain` allows", {
    timeout: 120_000
  }, async () => {
    const now = Math.floor(Date.now() / 1000);
    let polls = 0;
    const old = () => polls % 2 === 0 && polls <= 8;
    const answer = () => {
      polls += 1;
      const timestampUs = String((now - (old() ? 100 : 1) * 86_400) * 1e6 + polls);
      const priceFeeds = [{priceFeedId: 1, price: "100", exponent: -2}, ...(old() ? [{priceFeedId: -1}] : [])];
      return reply(200, JSON.stringify({parsed: {timestampUs, priceFeeds: polls > 8 ? [] : priceFeeds}}));
    };
    const {url} = await serveFeeds({answer});
    const controller = new AbortController();
    const running = place.run(
      url,
      {deriveEvery: 100, retainEvery: 100},
      {config: {...config, retain: {rows: "90d"}, rows: {maxRejectedShare: 0.1}}, signal: controller.signal}
    );
    const days = "(SELECT count(DISTINCT date_part('doy', startedAt)) FROM bars_1m) AS days"; // of both there are bars
    const drops = async () => place.records(`SELECT count(*) > 0 AS some, ${days} FROM retained`).catch(() => []);
    await expect.poll(drops, {timeout: 90_000, interval: 200}).toEqual([{some: true, days: 2}]);
    controller.abort();
    expect((await running).rows).toBe(8);
    const untimely = /^\d+ answers? of latest_price (is|are) not of now \((24|2400) h .*early.*\)/;
    expect(place.warnings.filter((text) => !text.startsWith("no feed catalogue")).sort()).toEqual([
      expect.stringMatching(untimely),
      expect.stringMatching(untimely), // at the end
      expect.stringMatching(/^rejected \d+ of \d+ entries .*, and rows\.maxRejectedShare allows 10 %: .*; going on$/)
    ]);
    const lost = "(SELECT sum(rows) FROM responses) - (SELECT sum(rows) FROM retained) - count(*)";
    expect(await place.records(`SELECT ${lost} AS lost FROM feed_updates`)).toEqual([{lost: 0}]);
  });
});

describe("watch(load, watching) that is interrupted", () => {
  function stale(): Reply {
    const now = Date.now() * 1000;
    const old = {priceFeedId: 1, price: "100", exponent: -2, marketSession: "regular", feedUpdateTimestamp: now - 3e8};
    return reply(200, JSON.stringify({parsed: {timestampUs: String(now), priceFeeds: [old]}}));
  }

  it.each([
    ["waits for an answer under way, commits it, and reports its event", 300, 1, 60_000],
    ["waits neither for an answer that does not come nor for events, and reports no failed poll", null, 0, 1]
  ])("%s", async (_, ms, rows, endingMs) => {
    const controller = new AbortController();
    const answer = stale();
    const late = (): Reply => (response, seen) => {
      controller.abort();
      if (ms !== null) setTimeout(() => answer(response, seen), ms);
    };
    const {url, asked} = await serveFeeds({answer: late});
    const report = await place.run(url, {endingMs}, {signal: controller.signal});
    expect(report).toMatchObject({interrupted: true, rows, problems: []});
    expect([asked.length, place.failures()]).toEqual([1, []]); // a request that is not ended fails after service.timeoutMs
    expect(place.warnings.filter((text) => /^event began at .* stale: feed 1, 300 s/.test(text))).toHaveLength(rows);
    const unreported = place.warnings.filter((text) => text.startsWith("events of the end are not reported: "));
    expect(unreported).toHaveLength(1 - rows);
    expect(await place.records("SELECT status, rows FROM loads")).toEqual([{status: "interrupted", rows}]);
  });

  it("ends a program under way", async () => {
    const [program, started] = ["on-event.cjs", "started"].map((name) => join(place.folder, name)) as [string, string];
    writeFileSync(program, `require("fs").writeFileSync(${JSON.stringify(started)}, ""); setInterval(() => {}, 1000);`);
    const {url} = await serveFeeds({answer: stale});
    const controller = new AbortController();
    const watching = {length: 1000, endingMs: 1, onEvent: `${process.execPath} ${program}`};
    const running = place.run(url, watching, {signal: controller.signal});
    await expect.poll(() => existsSync(started), {timeout: 25_000}).toBe(true);
    controller.abort();
    await running;
    expect(place.warnings).toContain("--on-event failed: interrupted");
  });
});

describe("watch(load, {mostWaitingBytes}) whose store is in use", () => {
  async function holdBetweenCommits(path: string): ReturnType<typeof holdFile> {
    for (;;) {
      const holder = await holdFile(path).catch(() => null);
      if (holder !== null) return holder;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it("pauses while the write buffer is full, and loses nothing", {timeout: 120_000}, async () => {
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
