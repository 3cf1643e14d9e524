import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {StoreError} from "../../loaders/store/database/error.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {InterruptedError} from "../../loaders/store/database/store.js";
import {openStore, readStore} from "../../loaders/store/open.js";
import {rowsOf} from "../helpers/snapshot.js";
import {endless, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";
import {inStore} from "../helpers/stores/old.js";

describe("open", () => {
  let test: TestStore;

  beforeEach(async () => {
    test = await makeStore();
  });

  afterEach(() => test.remove());

  describe("openStore(test.path)", () => {
    it("keeps what it holds when opened again, and runs no migration twice", async () => {
      await test.book(recorded);
      await test.reopen();
      expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
      const twice = "SELECT version FROM schema_migrations GROUP BY version HAVING count(*) > 1";
      expect(await test.records(twice)).toEqual([]);
    });

    it("writes nothing to a store that is up to date", async () => {
      await test.book(recorded);
      await test.reopen();
      test.store.close();
      const before = readFileSync(test.path);
      test.store = await openStore(test.path);
      test.store.close();
      expect(readFileSync(test.path).equals(before)).toBe(true);
      test.store = await openStore(test.path);
    });

    it("makes its macros and views again where their text is another than today's", async () => {
      await test.store.connection.run("CREATE OR REPLACE VIEW meta AS SELECT 1 AS old");
      await test.reopen();
      expect(Object.keys((await test.records("FROM meta"))[0] ?? {})).toContain("updates");
    });

    it("makes a new store beside its place, so that half of one is never there", async () => {
      const path = join(test.folder, "new.duckdb");
      (await openStore(path)).close();
      expect(readdirSync(test.folder).filter((name) => name.startsWith("new."))).toEqual(["new.duckdb"]);
    });

    it("removes what killed processes left beside it", async () => {
      test.store.close();
      const [left, own] = [`${test.path}.999999999.tmp`, `${test.path}.${process.pid}.kept`];
      for (const name of [left, own]) writeFileSync(name, "x");
      test.store = await openStore(test.path);
      expect([existsSync(left), existsSync(own)]).toEqual([false, true]);
    });

    it("refuses a store of a newer version and leaves it as it is", async () => {
      await test.store.connection.run("INSERT INTO schema_migrations VALUES (99, now())");
      test.store.close();
      await expect(openStore(test.path)).rejects.toThrow("store version 99 is newer than this Feedbook's");
      await expect(openStore(test.path, {readOnly: true})).rejects.toThrow("store version 99 is newer");
      await (await holdFile(test.path)).release(); // free again for others
      test.store = await openStore(join(test.folder, "other.duckdb"));
    });
  });

  describe("openStore(path, {waitMs}) of a store in use by another process", () => {
    it.each([false, true])("waits until it is free (read-only: %j)", async (readOnly) => {
      test.store.close();
      const holder = await holdFile(test.path);
      const opening = openStore(test.path, {readOnly, waitMs: 20_000});
      setTimeout(() => void holder.release(), 300);
      const started = performance.now();
      test.store = await opening;
      expect(performance.now() - started).toBeGreaterThan(250);
      expect(await test.records("SELECT count(*) AS n FROM loads")).toEqual([{n: 0}]);
    });

    it("names the process that has it, and what to do, when it has waited long enough", async () => {
      test.store.close();
      const holder = await holdFile(test.path);
      const started = performance.now();
      const error = await openStore(test.path, {waitMs: 300}).catch((error: unknown) => error);
      const waited = performance.now() - started;
      await holder.release();
      test.store = await openStore(test.path);
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toMatch(
        /^BusyStoreError: store .*feeds\.duckdb is in use by another process, .*: wait for it to end, or/
      );
      expect(String(error)).toContain(`(PID ${holder.pid})`);
      expect(waited).toBeGreaterThanOrEqual(300);
      expect(waited).toBeLessThan(5000);
    });

    it("waits no longer once it is interrupted", {timeout: 60_000}, async () => {
      test.store.close();
      const holder = await holdFile(test.path);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 300);
      const opening = openStore(test.path, {waitMs: 3_600_000, signal: controller.signal});
      await expect(opening).rejects.toThrow(`is in use by another process, ${process.execPath} (PID ${holder.pid})`);
      await holder.release();
      test.store = await openStore(test.path, {signal: controller.signal});
    });

    it("does not wait for what does not pass", async () => {
      const other = join(test.folder, "text.duckdb");
      writeFileSync(other, "hello ".repeat(1000));
      const started = performance.now();
      await expect(openStore(other, {waitMs: 20_000})).rejects.toThrow(/is not a DuckDB file/);
      expect(performance.now() - started).toBeLessThan(10_000);
    });
  });

  describe("openStore(path, {readOnly: true})", () => {
    it("refuses to write, but can write a snapshot beside it", async () => {
      await test.book(recorded);
      test.store.close();
      test.store = await openStore(test.path, {readOnly: true});
      await expect(test.store.connection.run("DELETE FROM feed_updates")).rejects.toThrow(/read-only/);
      expect(rowsOf(await publish(test.store, join(test.folder, "snapshot.duckdb"))).prices).toBe(3);
    });

    it.each([
      ["a snapshot", "this file is a snapshot and no store: name its store with --store"],
      ["another's database", "this DuckDB file is no store: it has a table mine; name another with --store"],
      ["an empty database", "other.duckdb: run a load first"]
    ])("says that %s is no store, and reads it only where that is wanted", async (kind, message) => {
      const other = join(test.folder, kind === "a snapshot" ? "other.snapshot.duckdb" : "other.duckdb");
      if (kind === "a snapshot") await publish(test.store, other);
      else {
        const sql = kind === "an empty database" ? "CHECKPOINT" : "CREATE TABLE mine AS SELECT 1 AS a";
        await inStore(other, (connection) => connection.run(sql));
      }
      await expect(openStore(other, {readOnly: true})).rejects.toThrow(message);
      if (kind !== "an empty database") await expect(openStore(other)).rejects.toThrow(message);
      const opened = await openStore(other, {readOnly: true, anyDatabase: true});
      if (kind === "another's database") await opened.connection.run("FROM mine");
      opened.close();
    });

    it.each<[string, RegExp]>([
      ["folder.duckdb", / is a folder: name a file with --store$/],
      ["pipe.duckdb", / is no plain file: name a file with --store$/],
      ["link.duckdb", / is a link to nothing: name a file with --store$/],
      ["/proc/none/a.duckdb", /^cannot open store .* no such file or directory, mkdir '\/proc\/none'/]
    ])("says that none can be at %s", async (name, message) => {
      mkdirSync(join(test.folder, "folder.duckdb"));
      execFileSync("mkfifo", [join(test.folder, "pipe.duckdb")]);
      symlinkSync("nowhere", join(test.folder, "link.duckdb"));
      await expect(openStore(resolve(test.folder, name))).rejects.toThrow(message);
    });
  });
});

describe("reader", () => {
  let test: TestStore;

  beforeEach(async () => {
    test = await makeStore();
    await test.book(recorded);
    test.store.close();
  });

  afterEach(async () => {
    await test.reopen();
    test.remove();
  });

  describe("readStore(path, work, {signal})", () => {
    it("gives what the work reads, and leaves the store free, also if it throws", async () => {
      const count = readStore(test.path, ({connection}) =>
        queryRecords(connection, "SELECT count(*) AS n FROM prices")
      );
      expect(await count).toEqual([{n: 3}]);
      const failing = readStore(test.path, async () => {
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow(/^no$/);
      await (await holdFile(test.path)).release();
    });

    it("breaks off what is asked once its signal is aborted, and leaves the store free", async () => {
      const signal = AbortSignal.timeout(200);
      const reading = readStore(test.path, ({connection}) => queryRecords(connection, endless), {signal});
      await expect(reading).rejects.toThrow(InterruptedError);
      await (await holdFile(test.path)).release();
    });

    it("waits a second for a store in use, and no longer", async () => {
      const holder = await holdFile(test.path);
      const started = performance.now();
      const refused = readStore(test.path, async () => "read").catch((error: unknown) => String(error));
      expect(await refused).toMatch(/is in use by another process/);
      expect(performance.now() - started).toBeLessThan(4000);
      setTimeout(() => void holder.release(), 200);
      expect(await readStore(test.path, async () => "read")).toBe("read");
    });

    it("makes no store where there is none", async () => {
      const path = join(test.folder, "deep", "none.duckdb");
      await expect(readStore(path, async () => {})).rejects.toThrow(`no store at ${path}: run a load first`);
      expect(existsSync(join(test.folder, "deep"))).toBe(false);
    });
  });
});
