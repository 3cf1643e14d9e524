import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {BusyStoreError} from "../../loaders/store/database/error.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {openStore, readStore} from "../../loaders/store/open.js";
import {eachStore} from "../helpers/each-store.js";
import {rowsOf} from "../helpers/snapshot.js";
import {recorded} from "../helpers/store.js";
import {type Holder, holdFile} from "../helpers/stores/holder.js";
import {inStore} from "./old.js";

const test = eachStore();
let other: string;

beforeEach(async () => {
  await test.book(recorded);
  other = join(test.folder, "other.duckdb");
});

const countPrices = ({connection}: Store) => queryRecords(connection, "SELECT count(*) AS n FROM prices");

describe("openStore(path)", () => {
  it("changes nothing in a store that is up to date", async () => {
    await test.reopen();
    test.store.close();
    const before = readFileSync(test.path);
    test.store = await openStore(test.path);
    test.store.close();
    expect(readFileSync(test.path).equals(before)).toBe(true);
    test.store = await openStore(test.path);
    expect(await countPrices(test.store)).toEqual([{n: 3}]);
  });

  it("defines a view again whose text is an older one", async () => {
    await test.store.connection.run("CREATE OR REPLACE VIEW meta AS SELECT 1 AS old");
    await test.reopen();
    expect(Object.keys((await test.records("FROM meta"))[0] ?? {})).toContain("updates");
  });

  it("refuses a store of a newer version, and leaves it free", async () => {
    await test.store.connection.run("INSERT INTO schema_migrations VALUES (99, now())");
    test.store.close();
    for (const readOnly of [true, false])
      await expect(openStore(test.path, {readOnly})).rejects.toThrow("store version 99 is newer than this Feedbook's");
    await (await holdFile(test.path)).release();
    test.store = await openStore(other);
  });

  it.each<[string, RegExp]>([
    ["folder.duckdb", / is a folder: name a file with --store$/],
    ["pipe.duckdb", / is not a plain file: name a file with --store$/],
    ["/proc/none/a.duckdb", /^cannot open store .* no such file or directory, mkdir '\/proc\/none'/]
  ])("refuses %s at once", async (name, message) => {
    mkdirSync(join(test.folder, "folder.duckdb"));
    execFileSync("mkfifo", [join(test.folder, "pipe.duckdb")]);
    symlinkSync("nowhere", join(test.folder, "link.duckdb"));
    writeFileSync(join(test.folder, "text.duckdb"), "hello ".repeat(1000));
    await expect(openStore(resolve(test.folder, name), {waitMs: 3_600_000})).rejects.toThrow(message);
  });
});

describe("openStore(path, {waitMs}) of a store in use by another process", () => {
  let holder: Holder;

  beforeEach(async () => {
    test.store.close();
    holder = await holdFile(test.path);
  });

  afterEach(() => test.reopen());

  it.each([false, true])("waits until it is free (read-only: %j)", async (readOnly) => {
    const opening = openStore(test.path, {readOnly, waitMs: 20_000});
    setTimeout(() => void holder.release(), 300);
    const opened = await opening;
    expect(await countPrices(opened)).toEqual([{n: 3}]);
    opened.close();
  });

  it("names the process that has it, when it has waited long enough", async () => {
    const started = performance.now();
    const error = await openStore(test.path, {waitMs: 300}).catch((error: unknown) => error);
    expect(performance.now() - started).toBeGreaterThanOrEqual(300);
    await holder.release();
    expect(error).toBeInstanceOf(BusyStoreError);
    expect(String(error)).toMatch(/store .*feeds\.duckdb is in use by another process, .*: wait for it to end, or/);
    expect(String(error)).toContain(`(PID ${holder.pid})`);
  });
});

describe("openStore(path, {readOnly: true})", () => {
  it("refuses to write into the store, and can write a snapshot beside it", async () => {
    test.store.close();
    test.store = await openStore(test.path, {readOnly: true});
    await expect(test.store.connection.run("DELETE FROM feed_updates")).rejects.toThrow(/read-only/);
    expect(rowsOf(await publish(test.store, join(test.folder, "snapshot.duckdb"))).prices).toBe(3);
  });

  it.each([
    ["a snapshot", "this file is a snapshot and no store: name its store with --store"],
    ["another program's database", "this DuckDB file is not a store: it has a table mine; name another with --store"],
    ["an empty database", "other.duckdb: run a load first"]
  ])("refuses %s unless any database is wanted", async (kind, message) => {
    if (kind === "a snapshot") await publish(test.store, other);
    else {
      const sql = kind === "an empty database" ? "CHECKPOINT" : "CREATE TABLE mine AS SELECT 1 AS a";
      await inStore(other, (connection) => connection.run(sql));
    }
    await expect(openStore(other, {readOnly: true})).rejects.toThrow(message);
    if (kind !== "an empty database") await expect(openStore(other)).rejects.toThrow(message);
    (await openStore(other, {readOnly: true, anyDatabase: true})).close();
  });
});

describe("readStore(path, work, {signal})", () => {
  beforeEach(() => test.store.close());

  afterEach(async () => {
    await (await holdFile(test.path)).release(); // throws if the store is still in use
    await test.reopen();
  });

  it("makes no store where there is none", async () => {
    const path = join(test.folder, "deep", "none.duckdb");
    await expect(readStore(path, countPrices)).rejects.toThrow(`no store at ${path}: run a load first`);
    expect(existsSync(join(test.folder, "deep"))).toBe(false);
  });
});
