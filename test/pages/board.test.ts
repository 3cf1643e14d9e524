import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/sql.js";
import {querySnapshot} from "../../loaders/store/snapshot.js";
import type {PriceFeed, RateFeed} from "../../src/components/feeds.js";
import {boardRows} from "../../src/lib/board.js";
import {makeMany} from "../helpers/many.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-board-"));
const path = join(folder, "feeds.duckdb");
let text = "";
let board: {prices: PriceFeed[]; rates: RateFeed[]} = {prices: [], rates: []};

async function open(): Promise<void> {
  text = String(await runSqlFile("src/data/index.json.sql", path));
  board = boardRows(JSON.parse(text));
}

afterAll(() => rmSync(folder, {recursive: true}));

describe("the board of many feeds", () => {
  beforeAll(async () => {
    await makeMany(path, {feeds: 300, hours: 30});
    await open();
  });

  it("has price feeds and funding feeds apart, in less than 160 bytes each", () => {
    expect([board.prices.length, board.rates.length]).toEqual([270, 30]);
    expect(board.rates.every(({assetType}) => assetType === "funding-rate")).toBe(true);
    expect(text.length).toBeLessThan(300 * 160);
  });

  it.each([
    ["change1h", 1],
    ["change24h", 24]
  ] as const)("has as %s the change of the last price over %d h", async (name, hours) => {
    const at = (hour: number) => `TIMESTAMP '2026-05-12 14:00:00' - INTERVAL ${hour} HOUR`;
    const {rows} = await querySnapshot(
      path,
      `SELECT max(price) FILTER (publishedAt = ${at(0)}) / max(price) FILTER (publishedAt = ${at(hours)}) - 1
       FROM prices WHERE priceFeedId IN (7, 9) GROUP BY priceFeedId ORDER BY priceFeedId`
    );
    const told = [7, 9].map((id) => board.prices.find(({priceFeedId}) => priceFeedId === id)?.[name]);
    expect(told).toEqual(rows.map(([change]) => expect.closeTo(Number(change), 6)));
    expect(new Set(told).size).toBe(2);
  });

  it("has of each feed a letter for each hour, from its lowest to its highest", () => {
    for (const {spark} of [...board.prices, ...board.rates]) expect(spark).toMatch(/^(?=.*A)(?=.*z)[A-Za-z]{24}$/);
  });
});

describe("the board of a store that began two hours ago", () => {
  beforeAll(async () => {
    await makeSnapshot(`${path}.short`, {hours: 2});
    text = String(await runSqlFile("src/data/index.json.sql", `${path}.short`));
    board = boardRows(JSON.parse(text));
  });

  it("leaves hours without an update open, and what was never priced", () => {
    const sparks = new Map(board.prices.map(({priceFeedId, spark}) => [priceFeedId, spark]));
    expect(sparks.get(1)).toMatch(/^-{22}[Az]{2}$/);
    expect(sparks.get(10)).toBeUndefined();
    expect(board.prices.find(({priceFeedId}) => priceFeedId === 10)).toMatchObject({price: null, change1h: null});
  });

  it("has the last rates with their intervals", () => {
    expect(board.rates.map(({priceFeedId, intervalHours}) => [priceFeedId, intervalHours])).toEqual([
      [112, 8],
      [114, 4],
      [113, 1]
    ]);
  });
});

describe("the board of an empty store", () => {
  it("has no rows", async () => {
    await makeSnapshot(`${path}.empty`, {hours: 0});
    const made = JSON.parse(String(await runSqlFile("src/data/index.json.sql", `${path}.empty`)));
    expect(boardRows(made)).toEqual({prices: [], rates: []});
  });
});
