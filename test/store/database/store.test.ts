import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
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

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
  await test.store.connection.run("CREATE TABLE kept (n INTEGER NOT NULL)");
});

afterAll(() => test.remove());

describe("transaction(connection, work)", () => {
  const run = (sql: string) => test.store.connection.run(sql);
  const kept = async () => (await test.records("SELECT n FROM kept ORDER BY n")).map(({n}) => n);

  it.each<[string, string, RegExp]>([
    ["if the work throws", "SELECT 1", /^half way$/],
    ["where the transaction has ended already", "ROLLBACK", /^half way$/]
  ])("keeps nothing %s, throws its error, and is over", async (_what, sql, message) => {
    await run("DELETE FROM kept");
    const work = async () => {
      await run("INSERT INTO kept VALUES (1)");
      await run(sql);
      throw new Error("half way");
    };
    await expect(transaction(test.store.connection, work)).rejects.toThrow(message);
    expect(await kept()).toEqual([]);
    const both = async () => {
      await run("INSERT INTO kept VALUES (2)");
      await run("INSERT INTO kept VALUES (3)");
      return "both";
    };
    expect(await transaction(test.store.connection, both)).toBe("both");
    await test.reopen();
    expect(await kept()).toEqual([2, 3]);
  });
});

describe("interruptible(connection, work, signal)", () => {
  const interrupted = new InterruptedError("interrupted: nothing was changed");

  it("stops the statement that runs, and leaves the connection usable", async () => {
    const controller = new AbortController();
    const endsNever = interruptible(test.store.connection, () => test.records(endless), controller.signal);
    setTimeout(() => controller.abort(), 200);
    await expect(endsNever).rejects.toThrow(interrupted);
    expect(await interruptible(test.store.connection, () => test.records("SELECT 1 AS x"))).toEqual([{x: 1}]);
  });

  it("begins no work after the signal was aborted", async () => {
    const work = () => expect.fail();
    await expect(interruptible(test.store.connection, work, AbortSignal.abort())).rejects.toThrow(interrupted);
  });
});

describe("a locked engine that is asked what assertReads lets pass", () => {
  let whole: Buffer;

  beforeAll(async () => {
    await test.book(recorded);
    await test.store.connection.run("CHECKPOINT");
    test.store.close();
    whole = readFileSync(test.path);
    writeFileSync(join(test.folder, "secret.csv"), "secret\n1\n");
  });

  afterAll(() => test.reopen());

  // In a text, STORE stands for the store's path, and FOLDER for its folder, in which only the file `result` may be written.
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

  it.each([
    "COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
    "COPY feeds FROM 'FOLDER/secret.csv'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
    "EXPLAIN (ANALYZE, FORMAT 'x) SELECT 1 /*') COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false) --*/",
    "PREPARE p AS COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
    "SELECT 1; COPY (SELECT 1) TO 'STORE' (USE_TMP_FILE false)",
    "FROM query('COPY (SELECT 1) TO ''STORE'' (USE_TMP_FILE false)')",
    "COPY FROM DATABASE store TO memory",
    "ATTACH 'FOLDER/new.duckdb' AS other",
    "FROM read_text('FOLDER/secret.csv')",
    "FROM 'FOLDER/secret.csv'",
    "CREATE TABLE a AS SELECT 1",
    "CREATE SECRET a (TYPE http, BEARER_TOKEN 'a')",
    "FROM 'http://127.0.0.1:9/a.csv'",
    "INSTALL httpfs",
    "SET enable_external_access = true",
    "SET temp_directory = 'FOLDER/other'",
    "CALL enable_logging('QueryLog', storage = 'file', storage_path = 'FOLDER/log')",
    "DELETE FROM feed_updates",
    "WITH a AS (SELECT 1) DELETE FROM feed_updates",
    "INSERT INTO feeds SELECT * FROM feeds RETURNING *"
  ])("refuses %s", async (text) => {
    await expect(ask(text)).rejects.toThrow(
      /^read-only: [A-Z_]+ is not allowed$|disabled by configuration|disabled through configuration|read-only mode|more than one|2 statements: give one|Parser Error|not a valid|Secret/
    );
    expect(readFileSync(test.path).equals(whole)).toBe(true);
    expect(readdirSync(test.folder).filter((name) => !name.endsWith(".spill"))).toEqual(["feeds.duckdb", "secret.csv"]);
  });

  it.each([
    "WITH a AS (SELECT 1 AS n) FROM a",
    "DESCRIBE feeds",
    "CREATE TEMP TABLE a AS FROM feeds",
    "EXPLAIN (ANALYZE, FORMAT json) SELECT 1",
    "SELECT 1 /* COPY */; -- last"
  ])("answers %s", async (text) => expect((await ask(text)).length).toBeGreaterThan(0));

  it("spills to files where a sort does not fit into memory", async () => {
    const sql =
      "SELECT md5(n::VARCHAR) AS a, row_number() OVER (ORDER BY md5(n::VARCHAR)) AS b FROM range(SIZE) AS r(n)";
    const size = 400_000;
    const rows = await ask(`SELECT count(DISTINCT a), max(b) FROM (${sql.replace("SIZE", String(size))})`, "40MB");
    expect(rows).toEqual([[size, size]]);
    expect(readdirSync(test.folder).filter((name) => name.endsWith(".spill"))).toEqual([]);
  });
});
