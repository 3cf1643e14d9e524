import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Store} from "../../loaders/database/store.js";
import {derive} from "../../loaders/derive/derive.js";
import {namedSql, parseBlocks} from "../../loaders/site/blocks.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {openStore} from "../../loaders/store/open.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-weights-"));
const path = join(folder, "feeds.duckdb");
const view = {from: "2026-05-12T12:00:00Z", until: "2026-05-12T14:00:00Z", step: 60, resolution: "raw"};
let store: Store;

// Feed 1: half spread 1 for an hour, one update in 5 minutes; then 9 for six minutes, one in 3 seconds; then locked, which
// counts 15 minutes of 39; then closed. Feed 112: a rate for an hour, then another in every second of a minute.
beforeAll(async () => {
  store = await openStore(join(folder, "store"));
  await store.connection.run(`
    INSERT INTO feeds BY NAME SELECT unnest([1, 112]) AS priceFeedId, now() AS updatedAt, 'x' AS symbol;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId, -4 AS exponent, uuid() AS responseId, 0 AS entryIndex, t AS publishedAt, session AS marketSession,
      CASE WHEN feed = 1 THEN 10000 - half END AS bestBidPrice, CASE WHEN feed = 1 THEN 10000 + half END AS bestAskPrice,
      CASE WHEN feed = 1 THEN 10000 END AS price, CASE WHEN feed = 1 THEN 2 END AS confidence,
      CASE WHEN feed = 112 THEN half END AS fundingRate, 8 * 3.6e9 AS fundingRateInterval
    FROM (
      SELECT 1 AS feed, TIMESTAMP '2026-05-12 12:00' + to_minutes(5 * unnest(range(12))) AS t, 1 AS half, 'regular' AS session
      UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:00' + to_seconds(3 * unnest(range(120))), 9, 'preMarket'
      UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:06', 0, 'regular'
      UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:45', 500, 'closed'
      UNION ALL SELECT 112, TIMESTAMP '2026-05-12 12:00', 10, 'regular'
      UNION ALL SELECT 112, TIMESTAMP '2026-05-12 13:59' + to_seconds(unnest(range(60))), 130, 'regular'
    )`);
  await derive((work) => work(store), {rebuild: true});
  await publish(store, path);
});
afterAll(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

describe("summary of spreads.md", () => {
  it("weighs updates by the time that they stood, at most 15 minutes, without the closed session", async () => {
    expect(await answer("spreads.md", "summary", {feed: 1})).toEqual([
      {
        ...{
          priceFeedId: 1,
          median: 2,
          p95: 18,
          confidences: 1,
          widerShare: rounded(360 / 3960),
          updates: 133,
          crossed: 0,
          locked: 1,
          crossedShare: 0
        },
        lockedShare: rounded(15 / 81),
        sessions: ["regular", "preMarket"]
      }
    ]);
  });

  it("is there for a single update at the very end", async () => {
    const at = {from: "2026-05-12T13:05:57Z", until: "2026-05-12T13:05:57Z"};
    expect(await answer("spreads.md", "summary", {feed: 1, ...at})).toMatchObject([
      {median: 18, updates: 1, lockedShare: 0}
    ]);
  });
});

describe("series of spreads.md", () => {
  it("weighs by time too, so that a dense stretch of a step does not outweigh its sparse one", async () => {
    expect(await answer("spreads.md", "series", {feed: 1, step: 7200})).toMatchObject([
      {publishedAt: "2026-05-12T12:00:00Z", spreadBps: 2, p95SpreadBps: 1000, maxSpreadBps: 1000, book: "locked"}
    ]);
  });

  it("has what stood before the view, however long ago", async () => {
    const late = {from: "2026-05-12T13:25:00Z", until: "2026-05-12T13:30:00Z"};
    expect(await answer("spreads.md", "series", {feed: 1, ...late})).toMatchObject([
      {spreadBps: null, p95SpreadBps: null, book: "locked"}
    ]);
  });
});

describe("bins of spreads.md", () => {
  it("hold seconds", async () => {
    const bins = await answer("spreads.md", "bins", {feed: 1});
    expect(bins.map(({seconds}) => seconds)).toEqual([3600, 360]); // not of the locked book
  });
});

describe("figures of a zoom between two updates", () => {
  const between = {from: "2026-05-12T12:31:00Z", until: "2026-05-12T12:33:00Z"};

  it("are those of what stood meanwhile: spreads", async () => {
    expect(await answer("spreads.md", "summary", {feed: 1, ...between})).toMatchObject([
      {median: 2, p95: 2, updates: 1}
    ]);
    expect(await answer("spreads.md", "bins", {feed: 1, ...between})).toMatchObject([{tail: null, seconds: 120}]);
  });

  it("are those of what stood meanwhile: funding rates", async () => {
    const [row] = await answer("funding.md", "means", {feeds: "[112]", ...between});
    expect(row).toMatchObject({rate8h: 0.001, meanRate8h: 0.001, intervalHours: 8});
  });

  it("weigh what stood at the start from there on", async () => {
    const across = {from: "2026-05-12T13:01:58Z", until: "2026-05-12T13:02:04Z"};
    const start = {from: "2026-05-12T12:59:00Z", until: "2026-05-12T13:00:29Z"};
    expect(await answer("spreads.md", "bins", {feed: 1, ...across})).toMatchObject([{seconds: 6}]);
    expect((await answer("spreads.md", "bins", {feed: 1, ...start})).map(({seconds}) => seconds)).toEqual([60, 29]);
  });

  it("are none where the last update is too old to be known", async () => {
    const late = {from: "2026-05-12T13:25:00Z", until: "2026-05-12T13:30:00Z"};
    expect(await answer("spreads.md", "summary", {feed: 1, ...late})).toEqual([]);
    expect(await answer("spreads.md", "bins", {feed: 1, ...late})).toEqual([]);
  });
});

describe("means of funding.md", () => {
  it("weigh rates by the time that they stood", async () => {
    const [row] = await answer("funding.md", "means", {feeds: "[112]"});
    expect(row?.rate8h).toBeCloseTo(0.013, 12);
    expect(row?.meanRate8h).toBeCloseTo((0.001 * 119 + 0.013) / 120, 12);
  });
});

describe("bins of spreads.md, of a book far off", () => {
  beforeAll(async () => {
    await store.connection.run(`
      INSERT INTO feeds BY NAME SELECT unnest([7, 8]) AS priceFeedId, now() AS updatedAt;
      INSERT INTO feed_updates BY NAME
      SELECT
        unnest([7, 8]) AS priceFeedId, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex,
        TIMESTAMP '2026-05-12 12:00' + to_minutes(i) AS publishedAt,
        1e6 - half AS bestBidPrice, 1e6 + half AS bestAskPrice
      FROM (
        SELECT i, CASE i WHEN 50 THEN 1 WHEN 60 THEN 500000 ELSE 50 + i % 20 END AS half
        FROM range(120) AS minutes(i)
      )`);
    await publish(store, path);
  });

  it("keep the others apart, and count its time on its side", async () => {
    const bins = await answer("spreads.md", "bins", {feed: 7});
    const [below, above] = ["below", "above"].map((side) => bins.find(({tail}) => tail === side));
    expect([below, above]).toMatchObject([
      {seconds: 60, spreadBps: null},
      {seconds: 60, spreadBps: null}
    ]);
    const shown = bins.filter(({tail}) => tail === null);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.reduce((sum, {seconds}) => sum + Number(seconds), 0)).toBe(118 * 60);
  });
});

describe("queries of funding.md", () => {
  beforeAll(async () => {
    await store.connection.run(`
      INSERT INTO feed_updates BY NAME
      SELECT unnest([501, 502]) AS priceFeedId, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex,
        TIMESTAMP '2026-05-12 13:00' AS publishedAt, unnest([1, 2]) AS fundingRate, 8 * 3.6e9 AS fundingRateInterval`);
    await publish(store, path);
  });

  it.each(["rates", "means", "latest"])("keep feeds apart that no catalogue names: %s", async (id) => {
    const rows = await answer("funding.md", id, {feeds: "[501,502]"});
    const unnamed = rows.filter(({priceFeedId}) => Number(priceFeedId) > 500);
    expect(unnamed.map(({priceFeedId, symbol, rate8h}) => [priceFeedId, symbol, rate8h])).toEqual([
      [501, null, 1],
      [502, null, 2]
    ]);
  });
});

describe("queries over time", () => {
  const between = {from: "2026-05-12T12:31:00Z", until: "2026-05-12T12:33:00Z"};

  it.each([
    ["prices.md", "updates", {feed: 1}, "2026-05-12T12:30:00Z"],
    ["spreads.md", "series", {feed: 1}, between.from],
    ["funding.md", "rates", {feeds: "[112]"}, "2026-05-12T12:00:00Z"]
  ])("of %s give what stood when the view began: %s", async (page, id, parameters, publishedAt) => {
    const rows = await answer(page, id, {...parameters, ...between});
    expect(rows.map((row) => row.publishedAt)).toEqual([publishedAt]);
  });

  it("give no more than the one", async () => {
    const rows = await answer("prices.md", "updates", {
      feed: 1,
      from: "2026-05-12T12:29:00Z",
      until: "2026-05-12T12:41:00Z"
    });
    expect(rows.map(({publishedAt}) => String(publishedAt).slice(14, 16))).toEqual(["29", "30", "35", "40"]);
  });

  it("have the last price of a view without updates", async () => {
    expect(await answer("prices.md", "summary", {feed: 1, ...between})).toMatchObject([{last: 1, change: 0, low: 1}]);
  });
});

async function answer(page: string, id: string, parameters: Record<string, string | number>) {
  const block = parseBlocks(readFileSync(join("src", page), "utf8")).find((found) => found.id === id);
  const named = block === undefined ? null : namedSql(block);
  if (named === null) throw new Error(`no block ${id} in ${page}`);
  const all: Record<string, string | number> = {...view, ...parameters};
  const used = Object.fromEntries([...new Set(named.names)].map((name) => [name, all[name] ?? null]));
  const {columns, rows} = await querySnapshot(path, named.sql, used);
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, rounded(row[i])])));
}

// The sum of two prices is not quite a decimal.
function rounded(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(11)) : value;
}
