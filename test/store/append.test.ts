import fc from "fast-check";
import {v4 as uuidv4} from "uuid";
import {beforeEach, describe, expect, it} from "vitest";
import {appendRecords, type Cells} from "../../loaders/store/append.js";
import {type ColumnType, createTable, type Table} from "../../loaders/store/tables.js";
import {eachStore} from "../helpers/each-store.js";

const types: ColumnType[] = ["BIGINT", "BOOLEAN", "DOUBLE", "INTEGER", "JSON", "TIMESTAMP", "UUID", "VARCHAR"];
const table: Table = {
  ...{name: "all_types", meaning: "", grain: ""},
  columns: types.map((type) => ({name: type.toLowerCase(), type, comment: ""}))
};

const test = eachStore();

beforeEach(async () => {
  // Migrations may leave columns in another order, and columns that the table does not list.
  await test.store.connection.run(`${createTable({...table, columns: table.columns.toReversed()})}
    ALTER TABLE all_types ADD COLUMN nested STRUCT(a INTEGER, b VARCHAR[])[];
    ALTER TABLE all_types ADD COLUMN kind ENUM ('a', 'b');`);
});

const appended = () =>
  test.records(`SELECT "bigint", "boolean", "double", "integer", "json", epoch_us("timestamp") AS "timestamp", "uuid",
    "varchar" FROM all_types ORDER BY rowid`);

describe("appendRecords(connection, table, records)", () => {
  it("keeps extreme values, and null for a column without a value", async () => {
    const extremes: Cells[] = [
      {bigint: 2 ** 53 - 1, boolean: true, double: 0.1, integer: -(2 ** 31), json: '{"a":1}', timestamp: -1},
      {bigint: -(2 ** 53) + 1, boolean: false, double: -1e308, integer: 2 ** 31 - 1, varchar: "a\u0000b"},
      {bigint: 2 ** 32, double: 5e-324, timestamp: 9_007_199_254_740_991, varchar: "日本 🙂 \u0001"},
      {timestamp: -9_007_199_254_740_991, uuid: "ffffffff-ffff-ffff-ffff-ffffffffffff", varchar: ""},
      {uuid: "00000000-0000-0000-0000-000000000001", varchar: "x".repeat(100_000), json: '"日本🙂"'},
      {}
    ];
    await appendRecords(test.store.connection, table, extremes);
    const names = table.columns.map(({name}) => name);
    const whole = extremes.map((record) => Object.fromEntries(names.map((name) => [name, record[name] ?? null])));
    expect(await appended()).toEqual(whole);
  });

  it("keeps the order of rows and the places of nulls over many chunks", async () => {
    const values = [
      ...[fc.maxSafeInteger(), fc.boolean(), fc.double({noNaN: true, noDefaultInfinity: true}).map((n) => n + 0)],
      ...[fc.integer(), fc.constant("[]"), fc.maxSafeInteger(), fc.constant(0).map(() => uuidv4()), fc.string()]
    ];
    const rows = fc.tuple(...values.map((value) => fc.option(value as fc.Arbitrary<unknown>, {freq: 2})));
    const sample = fc.sample(rows, {numRuns: 5000, seed: 1});
    const records = sample.map((cells) => Object.fromEntries(table.columns.map(({name}, i) => [name, cells[i]])));
    await appendRecords(test.store.connection, table, records as Cells[]);
    expect((await appended()).map((record) => Object.values(record))).toEqual(sample);
    expect(await test.records("SELECT DISTINCT nested, kind FROM all_types")).toEqual([{nested: null, kind: null}]);
  });
});
