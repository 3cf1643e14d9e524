import {copyFileSync, readdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {publish} from "../../loaders/store/publish.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

describe("publish(store, path)", () => {
  it("gives the recorded human values", async () => {
    await test.book(recorded);
    await publish(test.store, join(test.folder, "snapshot.duckdb"));
    copyFileSync(join(test.folder, "snapshot.duckdb"), join(test.folder, "copy.duckdb"));
    await test.store.connection.run(`ATTACH '${join(test.folder, "copy.duckdb")}' AS copy (READ_ONLY); USE copy`);
    expect(await test.records("SELECT price, bid, ask FROM prices ORDER BY priceFeedId LIMIT 2")).toEqual([
      {price: 80639.53748222, bid: 80639.27547164, ask: 80645.18785063},
      {price: 2276.76960645, bid: 2276.72112231, ask: 2276.95946107}
    ]);
    expect(await test.records("SELECT rate, intervalHours, rate8h, markPrice FROM funding")).toEqual([
      {rate: 3.877e-5, intervalHours: 8, rate8h: 3.877e-5, markPrice: 80813.6676087}
    ]);
    expect(await test.records("SELECT simulated, updates, feeds, lastPublishedAt FROM meta")).toEqual([
      {simulated: false, updates: 3, feeds: 3, lastPublishedAt: "2026-05-12T13:55:00Z"}
    ]);
    expect(await test.records("SELECT count(*) AS n FROM spreads")).toEqual([{n: 2}]);
    await test.store.connection.run("USE store; DETACH copy");
  });

  it("replaces the snapshot and leaves no other file", async () => {
    const target = join(test.folder, "snapshot.duckdb");
    writeFileSync(`${target}.999999999.tmp`, "of a killed process");
    expect((await publish(test.store, target)).tables).toEqual({meta: 1, feeds: 0, prices: 0, funding: 0});
    await test.book(recorded);
    expect((await publish(test.store, target)).tables).toMatchObject({prices: 3, funding: 1, feeds: 3});
    expect(readdirSync(test.folder).filter((name) => name.startsWith("snapshot"))).toEqual(["snapshot.duckdb"]);
  });

  it("counts a doubled update once", async () => {
    await test.book(recorded, recorded);
    expect((await publish(test.store, join(test.folder, "snapshot.duckdb"))).tables).toMatchObject({
      prices: 3,
      funding: 1
    });
    expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 6}]);
  });
});
