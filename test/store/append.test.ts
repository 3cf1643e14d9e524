import {DuckDBDataChunk} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import fc from "fast-check";
import {v4 as uuidv4} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Cells, CellValue, Rows} from "../../loaders/rows/columns.js";
import {
  appendRecords,
  appendRows,
  duckdbTypes,
  makeWriter,
  type VectorWriter,
  vectorRows
} from "../../loaders/store/append.js";
import {type ColumnType, createTable, type Table, type TableColumn} from "../../loaders/store/tables.js";
import {makeStore, type TestStore} from "../helpers/store.js";

describe("append", () => {
  const table: Table = {
    name: "all_types",
    meaning: "",
    grain: "",
    columns: (Object.keys(duckdbTypes) as ColumnType[]).map((type) => ({name: type.toLowerCase(), type, comment: ""}))
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

  function byName(cellsOf: (column: TableColumn, i: number) => Cells): Rows["columns"] {
    return Object.fromEntries(table.columns.map((column, i) => [column.name, cellsOf(column, i)]));
  }

  const held = () =>
    test.records(`SELECT "bigint", "boolean", "double", "integer", "json", epoch_us("timestamp") AS "timestamp", "uuid", "varchar"
    FROM all_types ORDER BY rowid`);

  describe("appendRecords(connection, table, records)", () => {
    it.each<Record<string, CellValue>>([
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
      const part = (from: number, to: number) => ({
        length: to - from,
        columns: byName((_, i) => sample.slice(from, to).map((values) => values[i] ?? null))
      });
      await appendRows(test.store.connection, table, [part(0, 1), part(1, 1), part(1, 4000), part(4000, 5000)]);
      expect((await held()).map((record) => Object.values(record))).toEqual(sample);
    });

    it("refuses what the store has no column for", async () => {
      await test.store.connection.run("ALTER TABLE all_types DROP COLUMN varchar");
      await expect(appendRecords(test.store.connection, table, [{}])).rejects.toThrow(
        "all_types has no column varchar"
      );
    });

    it("takes numbers in arrays, in which NaN is null, and one value for all", async () => {
      const numbers = Float64Array.of(Number.NaN, -1, 2 ** 53 - 1, Number.NaN, 7);
      const columns = byName(({type}) => {
        if (["BIGINT", "DOUBLE", "TIMESTAMP"].includes(type)) return numbers;
        return {each: type === "VARCHAR" ? "regular" : null};
      });
      await appendRows(test.store.connection, table, [{length: 4, columns}]);
      expect((await held()).map((record) => [record.bigint, record.double, record.timestamp, record.varchar])).toEqual(
        [null, -1, 2 ** 53 - 1, null].map((number) => [number, number, number, "regular"])
      );
      expect(await test.records("SELECT DISTINCT nested, kind FROM all_types")).toEqual([{nested: null, kind: null}]);
    });
  });
});

function flush(writer: VectorWriter, type: ColumnType, rows: number): unknown[] {
  const chunk = DuckDBDataChunk.create([duckdbTypes[type]], rows);
  writer.flush(duckdb.data_chunk_get_vector(chunk.chunk, 0), rows);
  const values = chunk.getColumnVector(0);
  return Array.from({length: rows}, (_, row) => {
    const value = values.getItem(row);
    return typeof value === "object" && value !== null ? String(value) : value;
  });
}

function write(type: ColumnType, values: readonly CellValue[], writer = makeWriter(type)): unknown[] {
  writer.fill(0, values, 0, values.length);
  return flush(writer, type, values.length);
}

describe("makeWriter(type)", () => {
  it("writes texts of any length in any order, again and again", () => {
    const writer = makeWriter("VARCHAR");
    const texts = ["twelve bytes", "thirteen byte", "é".repeat(6), "é".repeat(7), "a\0b", "", "a\0b and some more"];
    const all = Array.from({length: vectorRows}, (_, row) => texts[row % texts.length] ?? null);
    expect(write("VARCHAR", all, writer)).toEqual(all);
    expect(write("VARCHAR", all.toReversed(), writer)).toEqual(all.toReversed());
    const nulls = Array(vectorRows).fill(null);
    expect(write("VARCHAR", nulls, writer)).toEqual(nulls);
    expect(write("VARCHAR", ["short"], writer)).toEqual(["short"]);
  });

  it("writes each UUID as its text, repeated or not", () => {
    const ids = [
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "7fffffff-89ab-cdef-0123-456789abcdef",
      "80000000-89ab-cdef-0123-456789abcdef",
      null,
      "80000000-89ab-cdef-0123-456789abcdef"
    ];
    expect(write("UUID", ids)).toEqual(ids);
  });

  it.each<ColumnType>(["BIGINT", "VARCHAR", "UUID"])(
    "is empty again after a flush: no null or value of %s stays",
    (type) => {
      const value = type === "BIGINT" ? 7 : "01900000-0000-7000-8000-000000000000";
      const writer = makeWriter(type);
      const all = Array.from({length: vectorRows}, (_, row) => (row % 2 === 0 ? null : value));
      expect(write(type, all, writer).filter((one) => one === null)).toHaveLength(vectorRows / 2);
      expect(write(type, Array(vectorRows).fill(value), writer)).not.toContain(null);
      expect(write(type, [value, null, value], writer).map((one) => one === null)).toEqual([false, true, false]);
    }
  );
});
