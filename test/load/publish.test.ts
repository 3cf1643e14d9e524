import {readdirSync, readFileSync} from "node:fs";
import {dirname} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {InterruptedError} from "../../loaders/database/interrupt.js";
import type {Load} from "../../loaders/load/context.js";
import {publishNow} from "../../loaders/load/publish.js";
import {useStore} from "../../loaders/store/reader.js";
import {watch} from "../../loaders/watch/watch.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {endlessFunding} from "../helpers/store.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace({publishes: true});
});

afterEach(() => place.leave());

const older = "the snapshot is older than the store: feedbook publish writes it anew";
const snapshot = () => readFileSync(place.settings().snapshotPath);
const temporary = () => readdirSync(dirname(place.settings().storePath)).filter((name) => name.includes(".tmp"));
const addOne = async ({client, books}: Load) => books.add(await client().latestPrice({ids: [1]}));

// From then on, publishing takes for ever.
async function makeEndless(): Promise<void> {
  await useStore(place.settings().storePath, {}, ({connection}) => connection.run(endlessFunding));
}

describe("publishNow(load)", () => {
  it("is broken off when the load is interrupted, and leaves the snapshot before and no other file", async () => {
    await place.load(addOne);
    await makeEndless();
    const [before, controller] = [snapshot(), new AbortController()];
    await place.load(async (load) => {
      const publishing = publishNow({...load, signal: controller.signal});
      await expect.poll(temporary).not.toEqual([]);
      controller.abort();
      await expect(publishing).rejects.toThrow(InterruptedError);
    });
    expect([snapshot().equals(before), temporary()]).toEqual([true, []]);
  });
});

describe("publishAtEnd(load)", () => {
  it("tells that the snapshot is older, where it takes longer, and does not fail", async () => {
    await place.load(addOne);
    await makeEndless();
    const [before, controller] = [snapshot(), new AbortController()];
    const work = async (load: Load) => {
      await addOne(load);
      controller.abort();
    };
    const report = await place.load(work, {signal: controller.signal});
    expect(report).toMatchObject({interrupted: true, rows: 1, publishSeconds: 0});
    expect(place.left.filter((text) => text === older)).toHaveLength(1);
    expect([snapshot().equals(before), temporary()]).toEqual([true, []]);
  });
});

describe("a watch that is interrupted while it publishes", () => {
  it("breaks that off, commits all that came, and tells that the snapshot is older", {timeout: 120_000}, async () => {
    const {url, asked} = await serveFeeds({catalogue: [{pyth_lazer_id: 1, symbol: "Test.1", state: "stable"}]});
    const config = {feeds: {ids: [1]}, service: {channel: "fixed_rate@50ms"} as const};
    await place.load(addOne, {baseUrl: url, config});
    await makeEndless();
    const [before, controller, first] = [snapshot(), new AbortController(), asked.length];
    const watching = place.load((load) => watch(load, {every: 50, length: Infinity, publishEvery: 100}), {
      ...{baseUrl: url, config, hold: false, signal: controller.signal}
    });
    await expect.poll(temporary, {timeout: 60_000}).not.toEqual([]);
    const then = asked.length;
    await expect.poll(() => asked.length, {timeout: 60_000}).toBeGreaterThan(then + 20); // they wait for the store
    controller.abort();
    expect(await watching).toMatchObject({interrupted: true, rows: asked.length - first});
    const kept =
      "SELECT status, rows = (SELECT count(*) - 1 FROM feed_updates) AS kept FROM loads ORDER BY startedAt DESC";
    expect((await place.records(kept))[0]).toEqual({status: "interrupted", kept: true});
    expect([place.warnings, place.notes]).toEqual([[], []]);
    expect(place.left).toContain(older);
    expect([snapshot().equals(before), temporary()]).toEqual([true, []]);
  });
});
