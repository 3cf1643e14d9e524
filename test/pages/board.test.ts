import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
import {openStore} from "../../loaders/store/open.js";
import type {PriceFeed, RateFeed} from "../../src/ui/elements/names.js";
import {boardRows} from "../../src/views/board/board.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeMany} from "../helpers/stores/many.js";
import {sharedSnapshot} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-board-"));
let text = "";
let board: {prices: PriceFeed[]; rates: RateFeed[]} = {prices: [], rates: []};
const priceOf = (id: number) => board.prices.find(({priceFeedId}) => priceFeedId === id);

async function open(path: string): Promise<void> {
  text = String(await runSqlFile("src/data/index.json.sql", path));
  board = boardRows(JSON.parse(text));
}

afterAll(() => rmSync(folder, {recursive: true}));

describe("the board of many feeds", () => {
  const path = join(folder, "many.duckdb");

  beforeAll(async () => {
    await makeMany(path, {feeds: 100, hours: 30});
    await open(path);
  });

  it("separates price feeds from funding feeds, in less than 170 bytes each", () => {
    expect([board.prices.length, board.rates.length]).toEqual([90, 10]);
    expect(board.rates.every(({assetType}) => assetType === "funding-rate")).toBe(true);
    expect(text.length).toBeLessThan(100 * 170);
  });

  it.each([
    ["change1h", 1],
    ["change24h", 24]
  ] as const)("computes %s from the price %d h before", async (name, hours) => {
    const at = (hour: number) => `TIMESTAMP '2026-05-12 14:00:00' - INTERVAL ${hour} HOUR`;
    const {rows} = await querySnapshot(
      path,
      `SELECT max(price) FILTER (publishedAt = ${at(0)}) / max(price) FILTER (publishedAt = ${at(hours)}) - 1
       FROM prices WHERE priceFeedId IN (7, 9) GROUP BY priceFeedId ORDER BY priceFeedId`
    );
    const changes = [7, 9].map((id) => priceOf(id)?.[name]);
    expect(changes).toEqual(rows.map(([change]) => expect.closeTo(Number(change), 6)));
    expect(new Set(changes).size).toBe(2);
  });

  it("has a spark with a letter for each hour, from the lowest to the highest", () => {
    for (const {spark} of [...board.prices, ...board.rates]) expect(spark).toMatch(/^(?=.*A)(?=.*z)[A-Za-z]{24}$/);
  });

  it("says which feed is stale, crossed, wide or stalled, the last three only in a regular session", async () => {
    expect(board.prices.filter(({issue}) => issue)).toEqual([]);
    const store = await openStore(join(folder, "store-of-many.duckdb"));
    const last = "publishedAt = TIMESTAMP '2026-05-12 14:00:00'";
    await store.connection.run(`
      UPDATE feed_updates SET bestAskPrice = 1.01 * bestBidPrice WHERE priceFeedId IN (6, 13) AND ${last}; -- 13: closed
      UPDATE feed_updates SET bestAskPrice = bestBidPrice - 1 WHERE priceFeedId = 12 AND ${last};
      UPDATE feed_updates SET price = 1e6 WHERE priceFeedId = 18 AND publishedAt > TIMESTAMP '2026-05-12 13:00:00';
      UPDATE feed_updates SET feedUpdateTimestamp = publishedAt - INTERVAL 2 MINUTE WHERE priceFeedId = 24 AND ${last}`);
    await derive((work) => work(store), {rebuild: true});
    await publish(store, path);
    store.close();
    await open(path);
    const issues = board.prices.flatMap(({priceFeedId, issue}) => (issue ? [[priceFeedId, issue]] : []));
    expect(Object.fromEntries(issues)).toEqual({6: "wide", 12: "crossed", 18: "stalled", 24: "stale"});
  });
});

describe("the board of a store that began two hours ago", () => {
  const path = join(folder, "short.duckdb");

  beforeAll(async () => {
    await makeSnapshot(path, {hours: 2});
    await open(path);
  });

  it("leaves hours without an update blank, and has no spark for a feed without prices", () => {
    const sparks = new Map(board.prices.map(({priceFeedId, spark}) => [priceFeedId, spark]));
    expect([sparks.get(1), sparks.get(10)]).toEqual([expect.stringMatching(/^-{22}[Az]{2}$/), undefined]);
    expect(priceOf(10)).toMatchObject({price: null, change1h: null});
  });

  it("shows the last known rate with its own interval and age", async () => {
    const store = await openStore(`${path}.store`);
    await store.connection.run(`
      UPDATE feed_updates SET fundingRate = NULL, fundingRateInterval = 3.6e9
        WHERE priceFeedId = 112 AND publishedAt > TIMESTAMP '2026-05-12 13:50:00';
      UPDATE feed_updates SET fundingRateInterval = NULL
        WHERE priceFeedId = 113 AND publishedAt = TIMESTAMP '2026-05-12 14:00:00'`);
    await derive((work) => work(store), {rebuild: true});
    await publish(store, path);
    store.close();
    await open(path);
    const rates = new Map(board.rates.map((row) => [row.priceFeedId, row]));
    expect(rates.get(112)).toMatchObject({rate8h: expect.any(Number), intervalHours: 8, ageSeconds: 600});
    expect(rates.get(113)).toMatchObject({rate8h: null, apr: null, intervalHours: null, ageSeconds: 0});
  });
});

it("the board of an empty store has no rows", async () => {
  await open(await sharedSnapshot("empty"));
  expect(board).toEqual({prices: [], rates: []});
});
