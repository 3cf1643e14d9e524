import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {dialects, type Engine} from "../../loaders/engines/dialects.js";
import {statementsFor} from "../../loaders/engines/statements.js";
import {derive} from "../../loaders/sql/derive.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {tables} from "../../loaders/store/tables.js";
import {bodyAt, makeStore, type TestStore} from "../helpers/store.js";
import {type LakeTest, makeLake} from "../lake/lakes.js";
import {body, instant} from "../store/dropping.js";

const derived = [
  ...["prices", "spreads", "funding", "bars_1m", "bars_1h", "bars_1d"],
  ...["feed_held", "session_runs", "sessions", "funding_runs"]
];

let test: TestStore;
let lake: LakeTest;

// Two days with a repeated instant, books and exponents of all kinds, carried-forward updates, sessions and nulls.
beforeAll(async () => {
  test = await makeStore();
  lake = await makeLake();
  const update = (priceFeedId: number, exponent: number, i: number) => ({
    ...{priceFeedId, exponent, price: 112_238_723 + 7919 * (i % 13), confidence: i % 7 === 0 ? null : 4000 + i},
    ...{
      bestBidPrice: 112_238_000 - 31 * i,
      bestAskPrice: 112_238_000 + 900 * (i % 11) - 40,
      emaPrice: 5,
      emaConfidence: 3
    },
    ...{
      marketSession: i % 5 === 0 ? "closed" : "regular",
      publisherCount: i % 9,
      feedUpdateTimestamp: instant(i / 3) - 990 * (i % 3)
    },
    ...{fundingRate: i % 4 === 0 ? 17 * i : null, fundingRateInterval: i % 8 === 0 ? 8 * 3.6e9 : 4 * 3.6e9}
  });
  const many = Array.from({length: 100}, (_, i) =>
    bodyAt(instant(i / 3) * 1000, update(1, -8, i), update(2, i % 2 === 0 ? -25 : 3, i), update(3, 400, i))
  );
  await test.book(
    ...many,
    body(1),
    body(1, 11_000, {priceFeedId: 1, price: 5}),
    bodyAt(1000, {priceFeedId: 4, price: 1})
  );
  await test.store.connection.run(
    "INSERT INTO feeds (priceFeedId, symbol, exponent, updatedAt) VALUES (1, 'A', -8, TIMESTAMP '2026-01-01')"
  );
  await lake.write(test);
  await test.store.connection.run("UPDATE feeds SET symbol = 'B', updatedAt = TIMESTAMP '2026-01-02'");
  await derive((work) => work(test.store));
  await lake.write(test);
});

afterAll(() => {
  test.remove();
  lake.remove();
});

describe("statementsFor(lake, engine)", () => {
  it("gives a DuckDB of another zone the tables and views of the store, with their types", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const elsewhere = await instance.connect();
    for (const statement of await statementsFor(await lake.read(), "duckdb", {})) await elsewhere.run(statement);
    for (const name of [...tables.map((table) => table.name), ...derived]) {
      const sql = `FROM ${name} ORDER BY ALL`;
      expect(await columnsOf(elsewhere, name), name).toEqual(await columnsOf(test.store.connection, name));
      const [here, there] = [await queryRecords(test.store.connection, sql), await queryRecords(elsewhere, sql)];
      expect(here.length, name).toBeGreaterThan(0);
      expect(there.map(rounded), name).toEqual(here.map(rounded));
    }
    instance.closeSync();
  });

  it.each(Object.keys(dialects) as Engine[])("gives %s every view", async (engine) => {
    const statements = await statementsFor(await lake.read(), engine, {});
    for (const name of derived)
      expect(statements.filter((text) => text.startsWith(`CREATE OR REPLACE VIEW ${name} AS`))).toHaveLength(1);
  });
});

async function columnsOf(connection: TestStore["store"]["connection"], name: string): Promise<unknown> {
  return await queryRecords(connection, `SELECT column_name, column_type FROM (DESCRIBE ${name})`);
}

// Sums depend on the order of rows in their last bits.
function rounded(row: Record<string, unknown>): Record<string, unknown> {
  const of = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(13)) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, of(value)]));
}
