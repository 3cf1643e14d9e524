import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {watch} from "../../loaders/watch/watch.js";
import {holdFile} from "../helpers/holder.js";
import {serveFeeds} from "../helpers/service.js";
import {config, enterWatching, forEver, type WatchingPlace} from "../helpers/watching.js";

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
    expect(place.failures()).toEqual([]);
  });

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
