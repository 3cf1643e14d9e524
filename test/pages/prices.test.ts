import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {derive} from "../../loaders/derive/derive.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {openStore} from "../../loaders/store/open.js";
import {parametersOf, queriesOf} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-prices-"));
const path = join(folder, "feeds.duckdb");
const view = {from: "2026-05-12T12:00:00Z", until: "2026-05-12T13:00:00Z"};

// Feeds of two updates an hour apart, the first and the last price of each.
const prices: readonly (readonly [first: number, last: number, change: number | null])[] = [
  [10, 5, -0.5],
  [10, 15, 0.5],
  [-10, -5, 0.5],
  [-10, -15, -0.5],
  [-10, 10, 2],
  [10, -10, -2],
  [0, 5, null]
];

beforeAll(async () => {
  const store = await openStore(join(folder, "store"));
  const rows = prices.map(([first, last], i) => `(${i + 1}, ${first}, ${last})`);
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 8) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex,
      CASE WHEN i = 0 THEN "first" ELSE "last" END AS price, TIMESTAMP '2026-05-12 12:00' + to_hours(i) AS publishedAt
    FROM (VALUES ${rows.join()}) AS t(id, "first", "last"), range(2) AS instants(i);
    INSERT INTO feeds BY NAME SELECT 9 AS priceFeedId, 'F.9' AS symbol, now() AS updatedAt;
    INSERT INTO feed_updates BY NAME
    SELECT
      9 AS priceFeedId, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex, price, marketSession,
      TIMESTAMP '2026-05-12 12:00' + to_minutes(minute) AS publishedAt
    FROM (VALUES (0, 5, 'closed'), (10, 20, 'preMarket'), (20, 25, 'regular'), (30, 1, 'closed')) AS t(minute, price, marketSession)`);
  await derive((work) => work(store), {rebuild: true});
  await publish(store, path);
  store.close();
});
afterAll(() => rmSync(folder, {recursive: true}));

describe("the summary of prices.md", () => {
  it.each(prices.map(([first, last, change], i) => ({feed: i + 1, first, last, change})))(
    "tells from $first to $last a change of $change, upwards above zero whatever the price's sign",
    async ({feed, last, change}) => {
      for (const resolution of ["raw", "1m", "1h"])
        expect(await answer({feed, resolution})).toMatchObject([{last, change}]);
    }
  );
});

describe("the candles of prices.md", () => {
  const look = {feed: 9, resolution: "raw", draw: "candles", step: 3600};

  it("have what a closed market repeats, and are closed where all of it is", async () => {
    const [candle] = await answer({...look, closed: "shown"}, "candles");
    expect(candle).toMatchObject({open: 5, high: 25, low: 1, close: 1, marketSession: "regular"});
  });

  it("are of open hours alone where the closed are skipped", async () => {
    const [candle] = await answer({...look, closed: "skipped"}, "candles");
    expect(candle).toMatchObject({open: 20, high: 25, low: 20, close: 25, marketSession: "regular"});
  });
});

async function answer(
  parameters: Record<string, string | number | boolean>,
  block = "summary"
): Promise<Record<string, unknown>[]> {
  const query = queriesOf("prices").find(({place}) => place === `prices.md ${block}`);
  if (query === undefined) throw new Error(`no block ${block} in prices.md`);
  const {columns, rows} = await querySnapshot(path, query.sql, parametersOf(query, {...view, ...parameters}));
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, row[i]])));
}
