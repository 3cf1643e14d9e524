import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  type DuckDBType,
  INTEGER,
  TIMESTAMP,
  UUID,
  VARCHAR
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import {describe, expect, it} from "vitest";
import type {ColumnType} from "../../loaders/store/tables.js";
import {type CellValue, makeWriter, type VectorWriter, vectorRows} from "../../loaders/store/vectors.js";

const types: Record<ColumnType, DuckDBType> = {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  INTEGER,
  JSON: VARCHAR,
  TIMESTAMP,
  UUID,
  VARCHAR
};

function flush(writer: VectorWriter, type: ColumnType, rows: number): unknown[] {
  const chunk = DuckDBDataChunk.create([types[type]], rows);
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
  it.each<[ColumnType, CellValue[], unknown[]]>([
    [
      "BIGINT",
      [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1, null],
      [0n, 1n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 31n, -(2n ** 31n) - 1n, 2n ** 53n - 1n, -(2n ** 53n) + 1n, null]
    ],
    ["INTEGER", [0, -1, 2 ** 31 - 1, -(2 ** 31), null], [0, -1, 2 ** 31 - 1, -(2 ** 31), null]],
    ["DOUBLE", [0.1, -1e308, 5e-324, null], [0.1, -1e308, 5e-324, null]],
    ["BOOLEAN", [true, false, null], [true, false, null]],
    [
      "TIMESTAMP",
      [0, -1, 1778594100000000],
      ["1970-01-01 00:00:00", "1969-12-31 23:59:59.999999", "2026-05-12 13:55:00"]
    ],
    ["VARCHAR", ["", "é😀", "a\0b", "\0", null, "x".repeat(5000)], ["", "é😀", "a\0b", "\0", null, "x".repeat(5000)]],
    ["JSON", ['{"a":1}', null, "null"], ['{"a":1}', null, "null"]]
  ])("writes %s", (type, values, expected) => {
    expect(write(type, values)).toEqual(expected);
  });

  it("takes numbers with NaN for null, and one value for all rows", () => {
    const writer = makeWriter("BIGINT");
    writer.fill(0, {each: 7}, 0, 2);
    writer.fill(2, Float64Array.of(1, 2, Number.NaN, -3), 1, 3);
    writer.fill(5, {each: null}, 0, 1);
    writer.fill(6, [8, null, 9], 1, 2);
    expect(flush(writer, "BIGINT", 8)).toEqual([7n, 7n, 2n, null, -3n, null, null, 9n]);
  });

  it("writes texts of any length in any order, again and again", () => {
    const writer = makeWriter("VARCHAR");
    const texts = ["twelve bytes", "thirteen byte", "é".repeat(6), "é".repeat(7), "a\0b", "", "a\0b and some more"];
    const all = Array.from({length: vectorRows}, (_, row) => texts[row % texts.length] ?? null);
    expect(write("VARCHAR", all, writer)).toEqual(all);
    expect(write("VARCHAR", all.toReversed(), writer)).toEqual(all.toReversed());
    expect(
      write(
        "VARCHAR",
        all.map(() => null),
        writer
      )
    ).toEqual(all.map(() => null));
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

  it("tells nulls apart in every row of a vector", () => {
    const values = Array.from({length: vectorRows}, (_, row) => (row % 3 === 0 ? null : row));
    expect(write("INTEGER", values)).toEqual(values);
  });
});
