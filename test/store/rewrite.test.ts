import {chmodSync, existsSync, lstatSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync} from "node:fs";
import {beforeEach, describe, expect, it} from "vitest";
import {openStore} from "../../loaders/store/open.js";
import {rewrite} from "../../loaders/store/retain.js";
import {feedbook} from "../helpers/cli.js";
import {eachStore} from "../helpers/each-store.js";
import {holdFile} from "../helpers/stores/holder.js";

const test = eachStore();

beforeEach(async () => {
  await test.book('{"parsed":{"priceFeeds":[{"priceFeedId":1}]}}');
});

const shape = () =>
  test.records(`SELECT table_name, column_name, data_type, is_nullable, (SELECT comment FROM duckdb_views() WHERE view_name = 'meta' AND database_name = 'store') AS comment
  FROM duckdb_columns() WHERE database_name = 'store' ORDER BY ALL`);

const copyLoads = () => test.store.connection.run("INSERT INTO fresh.loads FROM loads");

const inode = () => statSync(test.path).ino;

async function readonly(): Promise<unknown> {
  return (await test.records("SELECT readonly FROM duckdb_databases() WHERE database_name = 'store'"))[0]?.readonly;
}

describe("rewrite(store, fill)", () => {
  it("replaces the file by one with the same tables and views, and the copied rows", async () => {
    const [before, file] = [await shape(), inode()];
    expect(await rewrite(test.store, async () => copyLoads().then(() => "kept"))).toBe("kept");
    expect(inode()).not.toBe(file);
    expect(await shape()).toEqual(before);
    expect(await readonly()).toBe(false);
    expect(
      await test.records("SELECT (SELECT count(*) FROM loads) AS loads, count(*) AS rows FROM feed_updates")
    ).toEqual([{loads: 1, rows: 0}]);
    expect(readdirSync(test.folder)).toEqual(["feeds.duckdb"]);
  });

  it.each<[string, () => Promise<string | null>]>([
    ["gives null", async () => null],
    ["throws", async () => Promise.reject(new Error("no"))]
  ])("leaves the store unchanged where fill %s", async (_what, fill) => {
    const file = inode();
    expect(await rewrite(test.store, fill).catch(() => null)).toBeNull();
    expect([inode(), await readonly()]).toEqual([file, false]);
    expect(await test.records("SELECT count(*) AS rows FROM feed_updates")).toEqual([{rows: 1}]);
    expect(readdirSync(test.folder)).toEqual(["feeds.duckdb"]);
  });

  it("replaces the file behind a link, and keeps its permissions", async () => {
    test.store.close();
    const [real, link] = [`${test.folder}/real.duckdb`, `${test.folder}/link.duckdb`];
    renameSync(test.path, real);
    chmodSync(real, 0o660);
    symlinkSync(real, link);
    const file = statSync(real).ino;
    test.store = await openStore(link);
    await rewrite(test.store, copyLoads);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([statSync(real).ino === file, statSync(real).mode & 0o777]).toEqual([false, 0o660]);
    expect(await test.records("SELECT count(*) AS rows FROM feed_updates")).toEqual([{rows: 0}]);
  });

  it("leaves the store unchanged where a killed process left its log", async () => {
    test.store.close();
    test.store = await openStore(test.path, {readOnly: true});
    writeFileSync(`${test.path}.wal`, "");
    const file = inode();
    expect(await rewrite(test.store, async () => copyLoads())).toBeNull();
    expect([inode(), existsSync(`${test.path}.wal`)]).toEqual([file, true]);
  });

  it("lets others read meanwhile, and lets a waiting writer have the new file", {timeout: 120_000}, async () => {
    test.store.close();
    test.store = await openStore(test.path, {readOnly: true});
    const [file, cwd] = [inode(), test.folder];
    let writing: ReturnType<typeof feedbook> | null = null;
    await rewrite(test.store, async () => {
      writing = feedbook(["derive", "--store", test.path], {cwd});
      const read = await feedbook(["sql", "SELECT 7 AS seven", "--json", "--store", test.path], {cwd});
      expect(JSON.parse(read.stdout)).toEqual([{seven: 7}]);
      for (const {table_name} of await test.records(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store'"
      ))
        await test.store.connection.run(`INSERT INTO fresh.${table_name} FROM store.${table_name}`);
      await expect(holdFile(test.path)).rejects.toThrow("Could not set lock");
      return true;
    });
    expect(inode()).not.toBe(file);
    test.store.close();
    expect(await writing).toMatchObject({exitCode: 0});
    test.store = await openStore(test.path, {readOnly: true});
    expect(await test.records("SELECT count(*) AS bars FROM bars_1m")).toEqual([{bars: 1}]);
  });
});
