import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {derive} from "../../loaders/sql/derive.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {allTables} from "../../loaders/store/internal-tables.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {bodyAt, copyEmpty, makeStore, type TestStore} from "../helpers/store.js";
import {body, tables as derivedTables, instant} from "../store/dropping.js";
import {type LakeTest, makeLake} from "./lakes.js";

let test: TestStore;
let lake: LakeTest;

beforeEach(async () => {
  test = await makeStore();
  lake = await makeLake();
});

afterEach(() => {
  test.remove();
  lake.remove();
});

const ugly = bodyAt(instant(26) * 1000, {
  ...{priceFeedId: 9007199254740991, exponent: -400, price: "-9223372036854775808", confidence: "1e400"},
  ...{bestBidPrice: null, marketSession: "neu \u2603'\"", feedUpdateTimestamp: -1, further: {deep: [1, "é", null]}}
});

// More than a lake needs: a repeated instant, a feed twice in a response, a null value, a reject, a failed response, a
// body without date, and a date that cannot be.
async function fill(): Promise<void> {
  const failure = {problem: "no update", start: "{}"};
  await test.book(body(1), body(1, 11_000, {priceFeedId: 1, price: 5}), body(2), ugly);
  await test.book('{"parsed":{"priceFeeds":[{"priceFeedId":3}]}}', {text: '{"parsed":{"priceFeeds":[]}}', failure});
  await test.book(bodyAt(-62135596800000000, {priceFeedId: 4, price: 1}));
  await test.store.connection.run(`INSERT INTO feeds (priceFeedId, symbol, updatedAt) VALUES (1, 'A/B', now());
    INSERT INTO former_symbols VALUES ('B/A', 1, now())`);
  await derive((work) => work(test.store));
}

// Tables that say how far this store is.
const own = ["derived_state", "schema_migrations", "known_fields", "running_loads", "derived_stale"];

async function contents(path: string): Promise<Record<string, unknown>> {
  const names = allTables.map(({name}) => name).filter((name) => !own.includes(name));
  return readStore(path, async ({connection}) => {
    const all: Record<string, unknown> = {};
    for (const name of [...names, ...derivedTables])
      all[name] = await queryRecords(connection, `FROM ${name} ORDER BY ALL`);
    return all;
  });
}

const imported = () => join(lake.folder, "imported.duckdb");

// Into a copy of an empty store, which takes less time than a new one.
async function bringBack() {
  await copyEmpty(imported());
  return lake.importTo(imported());
}

describe("a lake", () => {
  it("brings every row back exactly, and what is derived of them", async () => {
    await fill();
    expect(await lake.write(test)).toMatchObject({responses: 7, updates: 10});
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({responses: 7, updates: 10});
    test.store.close();
    const copy = await contents(imported());
    expect(copy).toEqual(await contents(test.path));
    expect(copy.superseded_updates).not.toEqual([]);
    await test.reopen();
    await useStore(imported(), {}, async (store) => {
      expect(await lake.verify({...test, store})).toEqual([]);
      expect(await lake.write({...test, store})).toMatchObject({files: 0});
    });
    expect(await lake.importTo(imported())).toMatchObject({responses: 0, updates: 0});
  });

  it("takes what is new, and writes nothing where nothing is", async () => {
    await test.book(body(1), body(2));
    await lake.write(test);
    const files = () => readdirSync(lake.lake, {recursive: true}).sort();
    const before = files();
    expect(await lake.write(test)).toMatchObject({files: 0, updates: 0});
    expect(files()).toEqual(before);
    await test.book(body(27), body(1.5, 9000));
    expect(await lake.write(test)).toMatchObject({responses: 2, updates: 4});
    expect(await lake.verify(test)).toEqual([]);
  });

  it("has a response as it is after its rejected entries were read again", async () => {
    await test.book(body(1), body(2));
    await lake.write(test);
    const connection = test.store.connection;
    await connection.run("DELETE FROM coercions WHERE responseId = (SELECT min(responseId) FROM coercions)");
    await connection.run("UPDATE feed_updates SET price = 7 WHERE priceFeedId = 2");
    expect(await lake.verify(test)).toEqual([
      expect.stringMatching(/^2026-03-08 feed_updates: .*other values/),
      expect.stringMatching(/^2026-03-08 coercions: the store has 1 row, and the lake 2 of them/)
    ]);
    expect(await lake.write(test)).toMatchObject({responses: 0, updates: 0, replaced: expect.any(Number)});
    expect((await lake.verify(test)).join()).not.toContain("coercions");
  });

  it("has the rows of several stores, each once, whoever writes them", async () => {
    const other = await makeStore();
    try {
      await test.book(body(1));
      await other.book(body(1), body(2));
      await Promise.all([lake.write(test), lake.write(other), lake.write(other)]);
      await lake.write(other); // which may find what both writes of it brought
      expect(await lake.verify(test)).toEqual([]);
      expect(await lake.verify(other)).toEqual([]);
      expect(await bringBack()).toMatchObject({responses: 3, updates: 6});
    } finally {
      other.remove();
    }
  });

  it("never mixes real and simulated rows", async () => {
    await test.book(body(1));
    await lake.write(test);
    await test.store.connection.run("UPDATE loads SET sandbox = true");
    await expect(lake.write(test)).rejects.toThrow(
      /holds real rows, and the store simulated ones: .* name another lake/
    );
    test.store.close();
    copyFileSync(test.path, imported());
    await test.reopen();
    await expect(lake.importTo(imported())).rejects.toThrow(/never mixed/);
  });
});

describe("lake verify", () => {
  const damages: [(path: string) => void, RegExp][] = [
    [(path) => rmSync(path), /feed_updates.* is missing/],
    [(path) => truncateSync(path, 100), /feed_updates.* has 100 bytes and had \d+/],
    [(path) => overwrite(path), /feed_updates.* has changed/]
  ];
  it("names a file that is missing, torn or changed, and import refuses it", async () => {
    await test.book(body(1));
    await lake.write(test);
    const file = await firstFile("feed_updates/date=2026");
    const whole = readFileSync(file);
    for (const [damage, message] of damages) {
      damage(file);
      expect(await lake.verify(test)).toEqual([expect.stringMatching(message)]);
      await expect(lake.importTo(imported())).rejects.toThrow(message);
      writeFileSync(file, whole);
    }
    expect(existsSync(imported())).toBe(false);
  });

  it("names rows that the lake has not, and files that no finished write named", async () => {
    await test.book(body(1));
    await lake.write(test);
    await test.book(body(1.5), body(30));
    const problems = await lake.verify(test);
    expect(problems).toContain("2026-03-08 feed_updates: the store has 4 rows, and the lake 2 of them");
    expect(problems).toContain("2026-03-09 feed_updates: the store has 2 rows, and the lake 0 of them");
    expect(problems).toContain("loads: the lake lacks 1 row of the store");
    copyFileSync(await firstFile("feed_updates"), join(lake.lake, "feed_updates", "strange.parquet"));
    expect(await lake.verify(test)).toEqual([expect.stringMatching(/strange\.parquet is of no finished write/)]);
  });

  it("takes no other folder for a lake", async () => {
    mkdirSync(lake.lake);
    writeFileSync(join(lake.lake, "notes.txt"), "");
    await expect(lake.write(test)).rejects.toThrow(/is no lake: name a folder that is empty/);
    rmSync(join(lake.lake, "notes.txt"));
    await test.book(body(1));
    await lake.write(test);
    writeFileSync(join(lake.lake, "manifest", "x.json"), '{"format":2}');
    await expect(lake.write(test)).rejects.toThrow(/cannot read .*x\.json: it is no entry of a manifest/);
  });
});

async function firstFile(start: string): Promise<string> {
  const found = (await lake.read()).files.find(({path}) => path.startsWith(start));
  return join(lake.lake, `${found?.path}`);
}

function overwrite(path: string): void {
  const {size} = statSync(path);
  truncateSync(path, 500);
  appendFileSync(path, Buffer.alloc(size - 500));
}
