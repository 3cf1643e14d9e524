import {readdirSync, readFileSync} from "node:fs";
import {dirname} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {watch} from "../../loaders/load/watch/watch.js";
import {useStore} from "../../loaders/store/open.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {endlessFunding} from "../helpers/store.js";

describe("publish", () => {
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

  describe("with an engine set", () => {
    it("neither asks its server nor writes its snapshot over, at the end of a load or in a watch, and says so", async () => {
      await place.load(addOne);
      const before = snapshot();
      const cluster = {url: "http://127.0.0.1:9/lake", user: "reader", password: ""};
      const config = {feeds: {ids: [1]}};
      const {rows} = await place.load((load) => watch(load, {every: 200, length: 1000, publishEvery: 100}), {
        ...{config, cluster, hold: false}
      });
      expect(rows).toBeGreaterThan(0);
      const told = "the snapshot is of the ClickHouse server: feedbook publish writes it anew";
      expect([place.warnings, place.notes.filter((text) => text === told)]).toEqual([[], [told, told]]);
      expect(snapshot().equals(before)).toBe(true);
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
});
