import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {copyEmpty, makeStore, type TestStore} from "../helpers/store.js";
import {body} from "../store/dropping.js";
import {type LakeTest, makeLake} from "./lakes.js";

let test: TestStore;
let lake: LakeTest;

beforeEach(async () => {
  test = await makeStore();
  lake = await makeLake();
});

afterEach(() => {
  test.remove();
  lake.remove();
});

const pathsOf = async (table: string) =>
  (await lake.read()).files.map(({path}) => path).filter((path) => path.startsWith(`${table}/`));

// The rows of a file as they lie in it.
function rowsOf(path: string, columns: string): Promise<Record<string, unknown>[]> {
  const from = `read_parquet('${join(lake.lake, path)}', hive_partitioning = false, file_row_number = true)`;
  return test.records(`SELECT ${columns} FROM ${from} ORDER BY file_row_number`);
}

// What an import of the lake into an empty store gives, of a query on it.
async function imported(sql: string): Promise<Record<string, unknown>[]> {
  const path = join(lake.folder, "imported.duckdb");
  await copyEmpty(path);
  await lake.importTo(path);
  return readStore(path, ({connection}) => queryRecords(connection, sql));
}

const byFeedAndTime = ({priceFeedId, publishedAt}: Record<string, unknown>) => `${priceFeedId} ${publishedAt}`;

describe("the files of a lake", () => {
  it("are Parquet of plain types, compressed by zstd, in a folder per day, sorted by feed and time", async () => {
    await test.book(body(2), body(1), body(3));
    await lake.write(test);
    const [path = "", ...others] = await pathsOf("feed_updates");
    expect(others).toEqual([]);
    expect(path).toMatch(/^feed_updates\/date=2026-03-08\/[\w-]+\.parquet$/);
    const file = join(lake.lake, path);
    const schema = await test.records(`SELECT name, concat_ws(' ', type, converted_type, logical_type) AS type
      FROM parquet_schema('${file}') WHERE coalesce(num_children, 0) = 0`);
    expect(Object.fromEntries(schema.map(({name, type}) => [name, type]))).toEqual(typesOfUpdates);
    expect(
      await test.records(`SELECT DISTINCT compression FROM parquet_metadata('${join(lake.lake, "*/**/*.parquet")}')`)
    ).toEqual([{compression: "ZSTD"}]);
    const rows = await rowsOf(path, "priceFeedId::INTEGER AS priceFeedId, publishedAt");
    expect(rows.map(({priceFeedId}) => priceFeedId)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(rows.map(byFeedAndTime)).toEqual(rows.map(byFeedAndTime).sort());
  });

  it("become one where a day has many small ones, sorted by feed and time", async () => {
    for (let i = 0; i < 10; i += 1) {
      await test.book(body(i));
      await lake.write(test);
    }
    for (const table of ["feed_updates", "responses", "coercions"])
      expect((await pathsOf(table)).length).toBeLessThan(8);
    expect(await lake.verify(test)).toEqual([]);
    expect(await imported("SELECT count(*)::INTEGER AS updates FROM feed_updates")).toEqual([{updates: 20}]);
    const files = (await lake.read()).files.filter(({path}) => path.startsWith("feed_updates/"));
    const largest = files.reduce((one, other) => (one.rows > other.rows ? one : other));
    const rows = await rowsOf(largest.path, "priceFeedId, publishedAt");
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map(byFeedAndTime)).toEqual(rows.map(byFeedAndTime).sort());
  });

  it("become one of tables without days, too, with every version that a row had", async () => {
    const other = await makeStore();
    try {
      await named(other, 3); // as the first store was at its fourth write
      for (let i = 0; i < 10; i += 1) {
        await test.book(body(24 * i));
        await named(test, i);
        await lake.write(test);
      }
      for (const table of ["loads", "feeds"]) expect((await pathsOf(table)).length).toBeLessThan(8);
      expect(await lake.verify(test)).toEqual([]);
      expect(await lake.verify(other)).toEqual([]);
      expect(await lake.write(test)).toMatchObject({files: 0});
      const small = "SELECT loads.*, symbol FROM loads, feeds ORDER BY loadId";
      expect(await imported(small)).toEqual(await test.records(small));
    } finally {
      other.remove();
    }
  });
});

// The feed's symbol changes with each reading of the catalogue.
function named({store}: TestStore, version: number): Promise<unknown> {
  return store.connection.run(`INSERT OR REPLACE INTO feeds (priceFeedId, symbol, updatedAt)
    VALUES (1, 'S${version}', TIMESTAMP '2026-03-08' + INTERVAL ${version} HOUR)`);
}

const [number, text, instant] = [
  "DOUBLE",
  "BYTE_ARRAY UTF8",
  "INT64 TIMESTAMP_MICROS TimestampType(isAdjustedToUTC=1, unit=TimeUnit(MILLIS=<null>, MICROS=MicroSeconds(), NANOS=<null>))"
];
const typesOfUpdates = {
  priceFeedId: "INT64 INT_64",
  ...{price: number, bestBidPrice: number, bestAskPrice: number, confidence: number, exponent: number},
  ...{publisherCount: number, fundingRate: number, fundingRateInterval: number, marketSession: text},
  ...{emaPrice: number, emaConfidence: number, feedUpdateTimestamp: instant, fundingTimestamp: instant},
  ...{responseId: text, entryIndex: "INT32 INT_32", publishedAt: instant, extra: text}
};
