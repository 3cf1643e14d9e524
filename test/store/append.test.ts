import fc from "fast-check";
import {v4 as uuidv4} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {appendRecords, type Cells} from "../../loaders/store/append.js";
import {type ColumnType, createTable, type Table} from "../../loaders/store/tables.js";
import {makeStore, type TestStore} from "../helpers/store.js";

describe("append", () => {
  const types: ColumnType[] = ["BIGINT", "BOOLEAN", "DOUBLE", "INTEGER", "JSON", "TIMESTAMP", "UUID", "VARCHAR"];
  const table: Table = {
    name: "all_types",
    meaning: "",
    grain: "",
    columns: types.map((type) => ({name: type.toLowerCase(), type, comment: ""}))
  };

  let test: TestStore;

  beforeEach(async () => {
    test = await makeStore();
    // As migrations may leave a table: in another order, and with columns that nobody told of.
    await test.store.connection.run(`${createTable({...table, columns: table.columns.toReversed()})}
    ALTER TABLE all_types ADD COLUMN nested STRUCT(a INTEGER, b VARCHAR[])[];
    ALTER TABLE all_types ADD COLUMN kind ENUM ('a', 'b');`);
  });

  afterEach(() => test.remove());

  const held = () =>
    test.records(`SELECT "bigint", "boolean", "double", "integer", "json", epoch_us("timestamp") AS "timestamp", "uuid", "varchar"
    FROM all_types ORDER BY rowid`);

  describe("appendRecords(connection, table, records)", () => {
    it.each<Cells>([
      {
        bigint: 2 ** 53 - 1,
        boolean: true,
        double: 0.1,
        integer: -(2 ** 31),
        json: '{"a":1}',
        timestamp: -1,
        varchar: ""
      },
      {
        bigint: -(2 ** 53) + 1,
        boolean: false,
        double: -1e308,
        integer: 2 ** 31 - 1,
        timestamp: 9_007_199_254_740_991,
        varchar: "a\u0000b"
      },
      {bigint: 2 ** 32, double: 5e-324, timestamp: 1778594099726525, varchar: "日本 🙂 \u0001"},
      {bigint: -(2 ** 32) - 1, timestamp: -9_007_199_254_740_991, uuid: "ffffffff-ffff-ffff-ffff-ffffffffffff"},
      {uuid: "00000000-0000-0000-0000-000000000001", varchar: "x".repeat(100_000)},
      {varchar: "twelve bytes", json: '"日本🙂"'},
      {varchar: "thirteen byte", json: '"日本🙂!"'},
      {}
    ])("keeps %j", async (record) => {
      await appendRecords(test.store.connection, table, [record]);
      expect(await held()).toEqual([Object.fromEntries(table.columns.map(({name}) => [name, record[name] ?? null]))]);
    });

    it("keeps any rows in order, over many chunks, nulls where they were", async () => {
      const cells = fc.tuple(
        ...[fc.maxSafeInteger(), fc.boolean(), fc.double({noNaN: true, noDefaultInfinity: true}).map((n) => n + 0)],
        ...[fc.integer(), fc.constant("[]"), fc.maxSafeInteger(), fc.constant(0).map(() => uuidv4()), fc.string()]
      );
      const some = cells.chain((values) =>
        fc.tuple(...values.map((value) => fc.option(fc.constant(value), {freq: 2})))
      );
      const sample = fc.sample(some, {numRuns: 5000, seed: 1});
      const records = sample.map((values) =>
        Object.fromEntries(table.columns.map(({name}, i) => [name, values[i] ?? null]))
      );
      await appendRecords(test.store.connection, table, records);
      expect((await held()).map((record) => Object.values(record))).toEqual(sample);
      expect(await test.records("SELECT DISTINCT nested, kind FROM all_types")).toEqual([{nested: null, kind: null}]);
    });

    it("refuses what the store has no column for", async () => {
      await test.store.connection.run("ALTER TABLE all_types DROP COLUMN varchar");
      await expect(appendRecords(test.store.connection, table, [{}])).rejects.toThrow(
        "all_types has no column varchar"
      );
    });
  });
});
