import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {derive} from "../../loaders/derive/derive.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {openStore} from "../../loaders/store/open.js";
import {parametersOf, queriesOf} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-books-"));
const path = join(folder, "feeds.duckdb");
const view = {feed: 1, from: "2026-05-12T12:00:00Z", until: "2026-05-12T13:40:00Z"};

// 100 updates, a minute apart: of the first hour 10 with a spread of 2 bps, 20 with 4, then 30 crossed; of the next 10
// crossed, 5 locked, 24 of 6 bps and one of 60.
beforeAll(async () => {
  const store = await openStore(join(folder, "store"));
  await store.connection.run(`
    INSERT INTO feed_updates BY NAME
    SELECT
      1 AS priceFeedId, -4 AS exponent, uuid() AS responseId, 0 AS entryIndex, 10000 AS price, 1 AS confidence,
      TIMESTAMP '2026-05-12 12:00' + to_minutes(i) AS publishedAt,
      10000 - half AS bestBidPrice,
      10000 + half AS bestAskPrice
    FROM (
      SELECT
        i,
        CASE WHEN i < 10 THEN 1 WHEN i < 30 THEN 2 WHEN i < 70 THEN -50 WHEN i < 75 THEN 0 WHEN i < 99 THEN 3 ELSE 30 END
          AS half
      FROM range(100) AS minutes(i)
    )`);
  await derive((work) => work(store), {rebuild: true});
  await publish(store, path);
  store.close();
});
afterAll(() => rmSync(folder, {recursive: true}));

const resolutions = ["raw", "1m", "1h"];

describe("spreads of 100 minutes of which 40 are crossed and 5 locked", () => {
  it.each(resolutions)("count these, apart from the figures, at a resolution of %s", async (resolution) => {
    const [summary] = await answer("summary", {resolution});
    expect(summary).toMatchObject({updates: 100, crossed: 40, locked: 5});
    expect(summary?.crossedShare).toBeCloseTo(0.4, 9);
    expect(summary?.lockedShare).toBeCloseTo(0.05, 9);
  });

  // Of 55 minutes: 10 of 2 bps, 20 of 4, 24 of 6, 1 of 60. Of the two hours: 60 minutes of 4 bps and 40 of 6.
  it.each(resolutions)("are those of normal books at a resolution of %s", async (resolution) => {
    const [summary] = await answer("summary", {resolution});
    for (const [name, value] of Object.entries({median: 4, p95: 6, confidences: 4}))
      expect(summary?.[name]).toBeCloseTo(value, 9);
    const bins = await answer("bins", {resolution});
    expect(Math.min(...bins.map(({spreadBps, tail}) => (tail === null ? Number(spreadBps) : 4)))).toBeGreaterThan(0);
    expect(bins.reduce((sum, {seconds}) => sum + Number(seconds), 0)).toBe(resolution === "1h" ? 6000 : 3300);
  });

  it.each(["raw", "1m"])("are marked, and have no spread, at a resolution of %s", async (resolution) => {
    const rows = await answer("series", {resolution, step: 60});
    const of = (book: string) =>
      rows.filter((row) => row.book === book).map(({spreadBps, p95SpreadBps: p95}) => [spreadBps, p95]);
    expect(of("crossed")).toEqual(Array(40).fill([null, null]));
    expect(of("locked")).toEqual(Array(5).fill([null, null]));
    expect(of("normal").every(([bps, p95]) => Number(bps) > 0 && bps === p95)).toBe(true);
  });

  it.each(resolutions)("are marked in a step with normal books, whose spread is theirs: %s", async (resolution) => {
    const rows = await answer("series", {resolution, step: 3600});
    expect(rows.map(({book, spreadBps}) => [book, Number(spreadBps).toFixed(6)])).toEqual([
      ["crossed", "4.000000"],
      ["crossed", "6.000000"]
    ]);
  });
});

async function answer(id: string, parameters: Record<string, string | number>) {
  const query = queriesOf("spreads").find(({place}) => place === `spreads.md ${id}`);
  if (query === undefined) throw new Error(`no block ${id} in spreads.md`);
  const {columns, rows} = await querySnapshot(path, query.sql, parametersOf(query, {...view, ...parameters}));
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, row[i]])));
}
