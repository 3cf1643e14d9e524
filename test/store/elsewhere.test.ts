import {existsSync, readdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from "vitest";
import {locationOf} from "../../loaders/config/location.js";
import {BusyStoreError, NoStoreError, StoreError} from "../../loaders/database/error.js";
import {queryRecords} from "../../loaders/database/query.js";
import {attachSql, bytesOf, type Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {bookResponses} from "../../loaders/store/book.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {readMigrations} from "../../loaders/store/migrate.js";
import {hasStore, openStore, readStore, useStore} from "../../loaders/store/open.js";
import {dropOld} from "../../loaders/store/retain.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";
import {body, instant} from "./dropping.js";

let test: TestStore;
let address = "";

beforeEach(async () => {
  test = await makeStore();
  address = `duckdb:${test.path}#other`;
});

afterEach(() => test.remove());

const count = (store: Store) => queryRecords(store.connection, "SELECT count(*) AS rows FROM feed_updates");

const btc = {
  ...{
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: "BTCUSD",
    description: null,
    assetType: "crypto",
    state: "stable"
  },
  ...{exponent: -8, minChannel: "real_time", fundingIntervalHours: null}
};

async function book(store: Store, text: string): Promise<void> {
  const loadId = await startLoad(store, "test", false);
  await bookResponses(store, [booking(loadId, text)]);
  await finishLoad(store, loadId, "done");
}

describe("a store in a schema of its own", () => {
  it("shares a file with another store, and neither gets rows of the other", async () => {
    await test.book(recorded);
    test.store.close();
    await expect(readStore(address, count)).rejects.toThrow(NoStoreError);
    expect(await hasStore(address)).toBe(false);
    await useStore(address, {}, async (store) => {
      expect(await count(store)).toEqual([{rows: 0}]);
      await book(store, body(1));
      await saveFeeds(store, [btc]);
      await derive((work) => work(store));
      expect(await queryRecords(store.connection, "SELECT sum(updates)::INTEGER AS updates FROM bars_1h")).toEqual([
        {updates: 2}
      ]);
    });
    expect(await hasStore(address)).toBe(true);
    expect(await readStore(address, count)).toEqual([{rows: 2}]);
    test.store = await openStore(test.path);
    expect(
      await test.records("SELECT count(*) AS rows, (SELECT count(*) FROM feeds) AS feeds FROM feed_updates")
    ).toEqual([{rows: 3, feeds: 0}]);
  });

  it("leaves what the other store has by names that views had once", async () => {
    const names = ["chosen_updates", "dated_updates", "known_rows"];
    for (const name of names) await test.store.connection.run(`CREATE VIEW ${name} AS SELECT 7 AS mine`);
    await test.store.connection.run("CREATE MACRO standing(a) AS TABLE SELECT a AS same");
    test.store.close();
    await useStore(address, {}, (store) => book(store, recorded));
    test.store = await openStore(test.path);
    for (const name of names) expect(await test.records(`FROM ${name}`)).toEqual([{mine: 7}]);
    expect(await test.records("FROM standing(8)")).toEqual([{same: 8}]);
  });

  it("is the same in upper and lower case", async () => {
    test.store.close();
    await useStore(address, {}, (store) => book(store, recorded));
    const bars = "SELECT sum(updates)::INTEGER AS updates FROM bars_1h";
    for (const place of [address, address.replace("#other", "#OTHER")]) {
      await useStore(place, {}, () => derive((work) => useStore(place, {}, work)));
      expect(await readStore(place, (store) => queryRecords(store.connection, bars))).toEqual([{updates: 3}]);
    }
    test.store = await openStore(test.path);
  });

  it("stays as it is where the other store drops old updates, and drops none itself", async () => {
    test.store.close();
    await useStore(address, {}, (store) => book(store, body(1)));
    test.store = await openStore(test.path);
    await test.book(body(1), body(30));
    await derive((work) => work(test.store));
    expect(await dropOld(test.store, instant(10))).toMatchObject({rows: 2});
    expect(await test.records("SELECT count(*) AS rows FROM feed_updates")).toEqual([{rows: 2}]);
    test.store.close();
    await useStore(address, {}, async (store) => {
      expect(await count(store)).toEqual([{rows: 2}]);
      await derive((work) => work(store));
      await expect(dropOld(store, Date.now())).rejects.toThrow(
        /^store duckdb:.*#other cannot drop old updates, as others may share its database: keep them, or move them to/
      );
      expect(await count(store)).toEqual([{rows: 2}]);
    });
    test.store = await openStore(test.path);
  });
});

describe("openStore(address)", () => {
  it("makes a file as openStore(path) does, which both then open", async () => {
    const path = join(test.folder, "new.duckdb");
    await useStore(`duckdb:${path}`, {}, (store) => book(store, recorded));
    expect(readdirSync(test.folder).filter((name) => name.startsWith("new."))).toEqual(["new.duckdb"]);
    expect(await readStore(path, count)).toEqual([{rows: 3}]);
  });

  it("removes what a process left that was ended while it made the file", async () => {
    const place = `duckdb:${join(test.folder, "new.duckdb")}#own`;
    const migrations = [...readMigrations(), `CREATE TABLE noted AS FROM glob('${test.folder}/*.tmp');`];
    const noted = () => useStore(place, {migrations}, ({connection}) => queryRecords(connection, "FROM noted"));
    const [{file} = {}] = await noted();
    const left = String(file).replace(/\d+\.tmp$/, "999999999.tmp");
    writeFileSync(left, "");
    await noted();
    expect(existsSync(left)).toBe(false);
  });

  it("says that there is none to read, or that it is gone", async () => {
    const none = `duckdb:${join(test.folder, "none.duckdb")}`;
    await expect(readStore(none, count)).rejects.toThrow(NoStoreError);
    await expect(openStore(none, {create: false})).rejects.toThrow(/none.duckdb is gone: put back the one/);
    test.store.close();
    await expect(openStore(address, {create: false})).rejects.toThrow(/#other is gone: put back the one/);
    test.store = await openStore(test.path);
  });

  it("waits for another process no longer than it may, as with a file", async () => {
    test.store.close();
    const holder = await holdFile(test.path);
    await expect(openStore(address, {waitMs: 50})).rejects.toThrow(BusyStoreError);
    const opening = useStore(address, {waitMs: 20_000}, count);
    await holder.release();
    expect(await opening).toEqual([{rows: 0}]);
    test.store = await openStore(test.path);
  });

  it("makes a folder for what lies beside the store of a service when that is written, not when it is read", async () => {
    const before = process.cwd();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      process.chdir(before);
    });
    process.chdir(test.folder);
    writeFileSync("home", ""); // no folder: so DuckDB finds no place for MotherDuck's extension, and asks nobody for it
    for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, join(test.folder, "home"));
    await expect(openStore("md:feeds", {readOnly: true})).rejects.toThrow(/md:feeds/);
    expect(existsSync("data")).toBe(false);
    await expect(openStore("md:feeds")).rejects.toThrow(/md:feeds/);
    expect(existsSync("data")).toBe(true);
  });

  it("says that a DuckLake can be none", async () => {
    await expect(openStore("ducklake:lake.ducklake")).rejects.toThrow(
      new StoreError(
        "ducklake:lake.ducklake cannot be a store: DuckLake has no PRIMARY KEY, CHECK or ON CONFLICT; name a file, duckdb: or md:, " +
          "and write the rows of that store to a lake with feedbook lake write"
      )
    );
  });
});

describe("attachSql(location, options)", () => {
  it.each([
    ["md:feeds", {}, `ATTACH 'md:feeds'; USE "feeds";`],
    ["md:feeds", {readOnly: true}, `ATTACH 'md:feeds'; USE "feeds";`],
    ["md:all#own", {}, `ATTACH 'md:all'; CREATE SCHEMA IF NOT EXISTS "all"."own"; USE "all"."own";`],
    ["duckdb:it's.db#own", {readOnly: true}, `ATTACH 'duckdb:it''s.db' AS "store" (READ_ONLY); USE "store"."own";`],
    ["a.db", {readOnly: true}, `ATTACH 'a.db' AS "store" (TYPE duckdb, READ_ONLY); USE "store";`]
  ])("of %s with %j is %s", (path, options, sql) => {
    expect(attachSql(locationOf(path), options)).toBe(sql);
  });
});

describe("bytesOf(store)", () => {
  it("is the size of the file, or what the database of a service says", async () => {
    await test.store.connection.run("CHECKPOINT");
    const [{bytes} = {}] = await test.records(
      "SELECT block_size * total_blocks AS bytes FROM pragma_database_size() WHERE database_name = 'store'"
    );
    expect(Number(bytes)).toBeGreaterThan(100_000);
    expect(await bytesOf({...test.store, path: "md:feeds"})).toBe(Number(bytes));
    await test.store.connection.run("USE memory");
    expect(await bytesOf({...test.store, path: "md:feeds"})).toBeNull();
  });
});
