import {appendFileSync, copyFileSync, existsSync, rmSync, statSync, truncateSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {sqlOf} from "../../loaders/inspect/status.js";
import {derive} from "../../loaders/sql/derive.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {dropOld} from "../../loaders/store/retain.js";
import {allTables} from "../../loaders/store/tables.js";
import {bodyAt, copyEmpty, makeStore, type TestStore} from "../helpers/store.js";
import {whole} from "../helpers/stores/whole.js";
import {body, tables as derivedTables, instant} from "../store/dropping.js";
import {type LakeTest, makeLake} from "./lakes.js";

let test: TestStore;
let other: TestStore;
let lake: LakeTest;

beforeEach(async () => {
  [test, other] = [await makeStore(), await makeStore()];
  lake = await makeLake();
});

afterEach(() => {
  for (const made of [test, other, lake]) made.remove();
});

const imported = () => join(lake.folder, "imported.duckdb");

// Into a copy of an empty store, which takes less time than a new one.
async function bringBack() {
  await copyEmpty(imported());
  return lake.importTo(imported());
}

async function firstFile(start: string): Promise<string> {
  const found = (await lake.read()).files.find(({path}) => path.startsWith(start));
  return join(lake.lake, `${found?.path}`);
}

// Tables that say how far this store is.
const own = ["derived_state", "schema_migrations", "running_loads", "derived_stale"];

async function contents(path: string): Promise<Record<string, unknown>> {
  const names = allTables.map(({name}) => name).filter((name) => !own.includes(name));
  return readStore(path, async ({connection}) => {
    const all: Record<string, unknown> = {};
    for (const name of [...names, ...derivedTables])
      all[name] = await queryRecords(connection, `FROM ${name} ORDER BY ALL`);
    return all;
  });
}

const ugly = bodyAt(instant(26) * 1000, {
  ...{priceFeedId: 9007199254740991, exponent: -400, price: "-9223372036854775808", confidence: "1e400"},
  ...{bestBidPrice: null, marketSession: "neu \u2603'\"", feedUpdateTimestamp: -1, further: {deep: [1, "é", null]}}
});

describe("a lake", () => {
  it("brings every row back exactly, and everything derived from them", async () => {
    const failure = {problem: "no update", start: "{}"};
    await test.book(body(1), body(1, 11_000, {priceFeedId: 1, price: 5}), body(2), ugly); // a repeated instant, a feed twice
    await test.book('{"parsed":{"priceFeeds":[{"priceFeedId":3}]}}', {text: '{"parsed":{"priceFeeds":[]}}', failure});
    await test.book(bodyAt(-62135596800000000, {priceFeedId: 4, price: 1}));
    await test.store.connection.run(`INSERT INTO feeds (priceFeedId, symbol, updatedAt) VALUES (1, 'A/B', now());
      INSERT INTO former_symbols VALUES ('B/A', 1, now())`);
    await derive((work) => work(test.store));
    expect(await lake.write(test)).toMatchObject({responses: 7, updates: 10});
    expect(await lake.write(test)).toMatchObject({files: 0, updates: 0});
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({responses: 7, updates: 10});
    test.store.close();
    expect(await contents(imported())).toEqual(await contents(test.path));
    await test.reopen();
    expect(await lake.importTo(imported())).toMatchObject({responses: 0, updates: 0});
  });

  it("has plain Parquet files in a folder per day, which become one file, sorted by feed and time", async () => {
    for (let i = 0; i < 10; i += 1) {
      await test.book(body(i));
      await lake.write(test);
    }
    const files = (await lake.read()).files.filter(({path}) => path.startsWith("feed_updates/"));
    expect(files.length).toBeLessThan(8);
    const largest = files.reduce((one, another) => (one.rows > another.rows ? one : another)).path;
    expect(largest).toMatch(/^feed_updates\/date=2026-03-08\/[\w-]+\.parquet$/);
    const path = join(lake.lake, largest);
    const types = await test.records(`SELECT string_agg(DISTINCT type ORDER BY type) AS types
      FROM parquet_schema('${path}') WHERE coalesce(num_children, 0) = 0`);
    expect(types).toEqual([{types: "BYTE_ARRAY,DOUBLE,INT32,INT64"}]);
    const rows = await test.records(`SELECT concat_ws(' ', priceFeedId, publishedAt) AS place
      FROM read_parquet('${path}', hive_partitioning = false, file_row_number = true) ORDER BY file_row_number`);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map(({place}) => place)).toEqual(rows.map(({place}) => place).sort());
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({updates: 20});
  });

  it("keeps updates that the store drops later, and leaves out updates that it dropped before", async () => {
    await test.book(body(1));
    await lake.write(test);
    await test.book(body(2), body(30));
    await derive((work) => work(test.store));
    await dropOld(test.store, instant(20));
    expect(await lake.write(test)).toMatchObject({responses: 1, updates: 2});
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({responses: 2, updates: 4});
    expect(await readStore(imported(), ({connection}) => queryRecords(connection, sqlOf("integrity")))).toEqual([
      whole
    ]);
  });

  it("never mixes real and simulated rows, also when the real ones come meanwhile", async () => {
    const mixed = /holds real rows, and the store simulated ones: .* name another lake/;
    await other.book(body(1));
    await test.book(body(2));
    await test.store.connection.run("UPDATE loads SET sandbox = true");
    await expect(lake.write(test, {at: 3, work: () => lake.write(other)})).rejects.toThrow(mixed);
    await expect(lake.write(test)).rejects.toThrow(mixed);
    test.store.close();
    copyFileSync(test.path, imported());
    await test.reopen();
    await expect(lake.importTo(imported())).rejects.toThrow(/never mixed/);
  });
});

describe("lake verify", () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ["missing", (path) => rmSync(path), /feed_updates.* is missing/],
    ["changed", overwrite, /feed_updates.* has changed/]
  ])("names a file that is %s, and import refuses the lake", async (_what, damage, message) => {
    await test.book(body(1));
    await lake.write(test);
    damage(await firstFile("feed_updates/date=2026"));
    expect(await lake.verify(test)).toEqual([expect.stringMatching(message)]);
    await expect(lake.importTo(imported())).rejects.toThrow(message);
    expect(existsSync(imported())).toBe(false);
  });

  it("names rows that the lake does not have, and files of no finished write", async () => {
    await test.book(body(1));
    await lake.write(test);
    await test.book(body(1.5), body(30));
    const problems = await lake.verify(test);
    expect(problems).toContain("2026-03-08 feed_updates: the store has 4 rows, and the lake 2 of them");
    expect(problems).toContain("loads: the lake lacks 1 row of the store");
    copyFileSync(await firstFile("feed_updates"), join(lake.lake, "feed_updates", "strange.parquet"));
    expect(await lake.verify(test)).toEqual([expect.stringMatching(/strange\.parquet is of no finished write/)]);
  });
});

function overwrite(path: string): void {
  const {size} = statSync(path);
  truncateSync(path, 500);
  appendFileSync(path, Buffer.alloc(size - 500));
}
