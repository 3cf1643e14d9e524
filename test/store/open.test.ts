import {readdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {openStore} from "../../loaders/store/open.js";
import {tables} from "../../loaders/store/tables.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

describe("openStore(test.path)", () => {
  it("makes the tables of the design, exactly", async () => {
    const columns = await test.records(
      "SELECT table_name AS t, column_name AS name, data_type AS type, is_nullable FROM duckdb_columns() WHERE database_name = 'store' AND NOT internal"
    );
    for (const {name, columns: expected} of tables) {
      const held = columns.filter(({t}) => t === name).map((column) => [column.name, column.type]);
      expect(held).toEqual(expected.map((column) => [column.name, column.type]));
    }
    expect(columns.filter(({t, is_nullable}) => t === "feed_updates" && !is_nullable).map(({name}) => name)).toEqual([
      "priceFeedId",
      "responseId",
      "entryIndex",
      "publishedAt"
    ]);
  });

  it("keeps what it holds when opened again, and runs no migration twice", async () => {
    await test.book(recorded);
    await test.reopen();
    expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
    expect(await test.records("SELECT version FROM schema_migrations")).toEqual([{version: 1}]);
  });

  it("refuses a store of a newer version and leaves it as it is", async () => {
    await test.store.connection.run("INSERT INTO schema_migrations VALUES (99, now())");
    test.store.close();
    await expect(openStore(test.path)).rejects.toThrow("store version 99 is newer than this Feedbook's 1");
    await expect(openStore(test.path, {readOnly: true})).rejects.toThrow("store version 99 is newer");
    test.store = await openStore(join(test.folder, "other.duckdb"));
  });

  it("refuses a file that is no store", async () => {
    const other = join(test.folder, "text.duckdb");
    writeFileSync(other, "hello ".repeat(1000));
    await expect(openStore(other)).rejects.toThrow(/text\.duckdb is no DuckDB file: name another with --store/);
  });

  it("needs a store to read", async () => {
    await expect(openStore(join(test.folder, "none.duckdb"), {readOnly: true})).rejects.toThrow(
      /^no store at .*none\.duckdb/
    );
    expect(readdirSync(test.folder)).not.toContain("none.duckdb");
  });
});
