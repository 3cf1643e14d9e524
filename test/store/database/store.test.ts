import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {query} from "../../../loaders/store/database/query.js";
import {
  assertReads,
  InterruptedError,
  interruptible,
  lockEngine,
  transaction
} from "../../../loaders/store/database/store.js";
import {openStore} from "../../../loaders/store/open.js";
import {endless, makeStore, recorded, type TestStore} from "../../helpers/store.js";

describe("transaction", () => {
  let test: TestStore;

  beforeEach(async () => {
    test = await makeStore();
    await test.store.connection.run("CREATE TABLE kept (n INTEGER NOT NULL)");
  });

  afterEach(() => test.remove());

  const run = (sql: string) => test.store.connection.run(sql);
  const kept = async () => (await test.records("SELECT n FROM kept ORDER BY n")).map(({n}) => n);

  describe("transaction(connection, work)", () => {
    it("keeps all that was done, and gives the result", async () => {
      const result = await transaction(test.store.connection, async () => {
        await run("INSERT INTO kept VALUES (1)");
        await run("INSERT INTO kept VALUES (2)");
        return "both";
      });
      await test.reopen();
      expect([result, await kept()]).toEqual(["both", [1, 2]]);
    });

    it.each<[string, string, RegExp]>([
      ["if the work throws", "SELECT 1", /^half way$/],
      ["if a statement breaks a constraint", "INSERT INTO kept VALUES (NULL)", /NOT NULL constraint/],
      ["where the transaction has ended already", "ROLLBACK", /^half way$/]
    ])("keeps nothing %s, and throws its error", async (_what, sql, message) => {
      const work = async () => {
        await run("INSERT INTO kept VALUES (1)");
        await run(sql);
        throw new Error("half way");
      };
      await expect(transaction(test.store.connection, work)).rejects.toThrow(message);
      expect(await kept()).toEqual([]);
    });

    it("is over when it ends, either way", async () => {
      const error = new Error("no");
      await transaction(test.store.connection, async () => {});
      await transaction(test.store.connection, () => run("INSERT INTO kept VALUES (3)"));
      await expect(transaction(test.store.connection, () => Promise.reject(error))).rejects.toBe(error);
      await transaction(test.store.connection, () => run("INSERT INTO kept VALUES (3)"));
      expect(await kept()).toEqual([3, 3]);
    });
  });
});

describe("interrupt", () => {
  let test: TestStore;

  beforeAll(async () => {
    test = await makeStore();
  });

  afterAll(() => test.remove());

  const told = "interrupted: what was there before is kept";

  describe("interruptible(connection, work, signal)", () => {
    it("breaks off the statement that is under way, and leaves the connection usable", async () => {
      const controller = new AbortController();
      const endsNever = interruptible(test.store.connection, () => test.records(endless), controller.signal);
      setTimeout(() => controller.abort(), 200);
      await expect(endsNever).rejects.toThrow(new InterruptedError(told));
      expect(await test.records("SELECT 1 AS x")).toEqual([{x: 1}]);
    });

    it("breaks off the next statement, where none is under way", async () => {
      const controller = new AbortController();
      const work = async () => {
        await test.records("SELECT 1");
        controller.abort();
        return test.records(endless);
      };
      await expect(interruptible(test.store.connection, work, controller.signal)).rejects.toThrow(InterruptedError);
    });

    it("begins no work once it is aborted", async () => {
      const work = () => expect.fail();
      await expect(interruptible(test.store.connection, work, AbortSignal.abort())).rejects.toThrow(InterruptedError);
    });

    it("interrupts nothing after its work", async () => {
      const controller = new AbortController();
      const work = async () => {
        controller.abort();
        return "done";
      };
      expect(await interruptible(test.store.connection, work, controller.signal)).toBe("done");
      const long = "SELECT count(*) AS n FROM range(100000000) WHERE hash(range) = 1"; // of longer than an interruption
      expect(await test.records(long)).toHaveLength(1);
    });

    it("gives what the work gives, and throws what it throws", async () => {
      expect(await interruptible(test.store.connection, () => test.records("SELECT 1 AS x"))).toEqual([{x: 1}]);
      const failing = interruptible(
        test.store.connection,
        () => test.records("SELECT odd"),
        new AbortController().signal
      );
      await expect(failing).rejects.toThrow(/^Binder Error: .*odd/);
    });
  });
});

describe("lock", () => {
  let test: TestStore;
  let whole: Buffer;

  beforeAll(async () => {
    test = await makeStore();
    await test.book(recorded);
    await test.store.connection.run("CHECKPOINT");
    test.store.close();
    whole = readFileSync(test.path);
    writeFileSync(join(test.folder, "secret.csv"), "secret\n1\n");
  });

  afterAll(async () => {
    await test.reopen();
    test.remove();
  });

  // A folder with a store, a file of someone else's, and a result that may be written: where FOLDER stands in a text.
  async function ask(text: string, memory?: string): Promise<unknown[][]> {
    const store = await openStore(test.path, {readOnly: true, ...(memory === undefined ? {} : {memory})});
    const sql = text.replaceAll("FOLDER", test.folder).replaceAll("STORE", test.path);
    try {
      await lockEngine(store.connection, join(test.folder, "result"));
      await assertReads(store.connection, sql);
      return (await query(store.connection, sql)).rows;
    } finally {
      store.close();
    }
  }

  describe("a locked engine that is asked what assertReads lets pass", () => {
    it.each([
      "COPY (SELECT 1) TO 'STORE'",
      "COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
      "COPY (SELECT 1) TO 'FOLDER/result'",
      "COPY feeds FROM 'FOLDER/secret.csv'",
      "EXPLAIN ANALYZE COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
      "EXPLAIN (ANALYZE, FORMAT 'x) SELECT 1 /*') COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false) --*/",
      "PREPARE p AS COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
      "SELECT 1; COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
      "FROM query('COPY (SELECT 1) TO ''STORE'' (USE_TMP_FILE false)')",
      "COPY FROM DATABASE store TO memory",
      "EXPORT DATABASE 'FOLDER/all'",
      "ATTACH 'FOLDER/new.duckdb' AS other",
      "ATTACH ':memory:' AS other",
      "FROM read_csv('FOLDER/secret.csv')",
      "FROM read_text('FOLDER/secret.csv')",
      "FROM glob('FOLDER/*')",
      "FROM 'FOLDER/secret.csv'",
      "SELECT (FROM read_text('FOLDER/secret.csv')) IS NULL",
      "CREATE TABLE a AS SELECT 1",
      "CREATE SECRET a (TYPE http, BEARER_TOKEN 'a')",
      "FROM 'http://127.0.0.1:9/a.csv'",
      "INSTALL httpfs",
      "LOAD 'FOLDER/a.duckdb_extension'",
      "SET enable_external_access = true",
      "RESET lock_configuration",
      "SET temp_directory = 'FOLDER/other'",
      "CALL enable_logging('QueryLog', storage = 'file', storage_path = 'FOLDER/log')",
      "CHECKPOINT",
      "BEGIN",
      "DELETE FROM feed_updates",
      "WITH a AS (SELECT 1) DELETE FROM feed_updates",
      "INSERT INTO feeds SELECT * FROM feeds RETURNING *",
      "DROP TABLE feeds"
    ])("refuses %s", async (text) => {
      await expect(ask(text)).rejects.toThrow(
        /^read-only: [A-Z_]+ is not allowed$|disabled by configuration|disabled through configuration|read-only mode|more than one|2 statements: give one|Parser Error|not a valid|Secret/
      );
      expect(readFileSync(test.path).equals(whole)).toBe(true);
      expect(readdirSync(test.folder).filter((name) => !name.endsWith(".spill"))).toEqual([
        "feeds.duckdb",
        "secret.csv"
      ]);
    });

    it.each([
      "SELECT count(*) FROM feed_updates",
      "WITH a AS (SELECT 1 AS n) FROM a",
      "VALUES (1)",
      "DESCRIBE feeds",
      "SHOW TABLES",
      "SUMMARIZE feeds",
      "PRAGMA table_info('feeds')",
      "CREATE TEMP TABLE a AS FROM feeds",
      "EXPLAIN SELECT 1",
      "explain analyze SELECT 1",
      "EXPLAIN (ANALYZE, FORMAT json) SELECT 1",
      "SELECT 1 /* COPY */; -- last"
    ])("answers %s", async (text) => expect((await ask(text)).length).toBeGreaterThan(0));

    it("sorts what does not fit into memory by way of files, as before", async () => {
      const sql =
        "SELECT md5(n::VARCHAR) AS a, row_number() OVER (ORDER BY md5(n::VARCHAR)) AS b FROM range(SIZE) AS r(n)";
      const size = 400_000;
      const rows = await ask(`SELECT count(DISTINCT a), max(b) FROM (${sql.replace("SIZE", String(size))})`, "40MB");
      expect(rows).toEqual([[size, size]]);
      expect(readdirSync(test.folder).filter((name) => name.endsWith(".spill"))).toEqual([]);
    });
  });
});
