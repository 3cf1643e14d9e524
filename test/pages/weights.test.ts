import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

const view = {from: "2026-05-12T12:00:00Z", until: "2026-05-12T14:00:00Z", step: 60, resolution: "raw"};

// Feed 1: half spread 1 for an hour, an update every 5 minutes; then 9 for six minutes, an update every 3 seconds; then
// locked, current for 15 of 39 minutes; then closed. Feed 112: a rate for an hour, then another in every second of a minute.
// Feed 7: a minute of a wide book, a minute of a tight book, and 118 others. Feeds 501 and 502: rates without a catalogue entry.
// Feed 21: an update a minute, in the first hour 10 of 2 bps, 20 of 4 bps and 30 crossed, then 10 crossed, 5 locked, 24 of
// 6 bps and one of 60 bps.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT unnest([1, 7, 21, 112]) AS priceFeedId, now() AS updatedAt, 'x' AS symbol;
    INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId, -4 AS exponent, uuid() AS responseId, 0 AS entryIndex, t AS publishedAt, session AS marketSession,
      CASE WHEN feed < 100 THEN level - half END AS bestBidPrice, CASE WHEN feed < 100 THEN level + half END AS bestAskPrice,
      CASE WHEN feed < 100 THEN level END AS price, CASE WHEN feed < 100 THEN confidence END AS confidence,
      CASE WHEN feed > 100 THEN half END AS fundingRate, 8 * 3.6e9 AS fundingRateInterval
    FROM (
      SELECT *, CASE feed WHEN 7 THEN 1000000 ELSE 10000 END AS level, CASE feed WHEN 21 THEN 1 ELSE 2 END AS confidence
      FROM (
        SELECT 1 AS feed, TIMESTAMP '2026-05-12 12:00' + to_minutes(5 * unnest(range(12))) AS t, 1 AS half, 'regular' AS session
        UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:00' + to_seconds(3 * unnest(range(120))), 9, 'preMarket'
        UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:06', 0, 'regular'
        UNION ALL SELECT 1, TIMESTAMP '2026-05-12 13:45', 500, 'closed'
        UNION ALL SELECT 112, TIMESTAMP '2026-05-12 12:00', 10, 'regular'
        UNION ALL SELECT 112, TIMESTAMP '2026-05-12 13:59' + to_seconds(unnest(range(60))), 130, 'regular'
        UNION ALL SELECT unnest([501, 502]), TIMESTAMP '2026-05-12 13:00', unnest([10000, 20000]), 'regular'
        UNION ALL SELECT 7, TIMESTAMP '2026-05-12 12:00' + to_minutes(i),
          CASE i WHEN 50 THEN 1 WHEN 60 THEN 500000 ELSE 50 + i % 20 END, 'regular' FROM range(120) AS minutes(i)
        UNION ALL SELECT 21, TIMESTAMP '2026-05-12 12:00' + to_minutes(i),
          CASE WHEN i < 10 THEN 1 WHEN i < 30 THEN 2 WHEN i < 70 THEN -50 WHEN i < 75 THEN 0 WHEN i < 99 THEN 3 ELSE 30 END,
          'regular' FROM range(100) AS minutes(i)
      )
    )`);

async function answer(page: string, id: string, parameters: Record<string, string | number>) {
  const rows = await answerOf(published.snapshot, `${page} ${id}`, {...view, ...parameters});
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)])));
}

describe("summary of spreads.md", () => {
  it("weights updates by their time, at most 15 minutes each, without the closed session", async () => {
    expect(await answer("spreads.md", "summary", {feed: 1})).toEqual([
      {
        ...{priceFeedId: 1, last: 18, median: 2, p95: 18, confidences: 1},
        ...{widerShare: rounded(360 / 3960), updates: 133},
        ...{crossed: 0, locked: 1, crossedShare: 0, lockedShare: rounded(15 / 81), sessions: ["regular", "preMarket"]}
      }
    ]);
  });
});

describe("figures of a zoom between two updates", () => {
  const between = {from: "2026-05-12T12:31:00Z", until: "2026-05-12T12:33:00Z"};

  it("follow the current spread", async () => {
    expect(await answer("spreads.md", "summary", {feed: 1, ...between})).toMatchObject([
      {median: 2, p95: 2, updates: 1}
    ]);
    expect(await answer("spreads.md", "bins", {feed: 1, ...between})).toMatchObject([{tail: null, seconds: 120}]);
  });

  it("do not exist once the last update is too old", async () => {
    const late = {from: "2026-05-12T13:25:00Z", until: "2026-05-12T13:30:00Z"};
    expect(await answer("spreads.md", "summary", {feed: 1, ...late})).toEqual([]);
    expect(await answer("spreads.md", "bins", {feed: 1, ...late})).toEqual([]);
  });
});

describe("bins of spreads.md with a wide and a tight book", () => {
  it("keep their widths, and count the time of both outside", async () => {
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

describe("queries over time", () => {
  const between = {from: "2026-05-12T12:31:00Z", until: "2026-05-12T12:33:00Z"};

  it.each([
    ["prices.md", "updates", {feed: 1}, "2026-05-12T12:30:00Z"],
    ["spreads.md", "series", {feed: 1}, between.from],
    ["funding.md", "rates", {feeds: "[112]"}, "2026-05-12T12:00:00Z"]
  ])("of %s start with the update before the view: %s", async (page, id, parameters, publishedAt) => {
    const rows = await answer(page, id, {...parameters, ...between});
    expect(rows.map((row) => row.publishedAt)).toEqual([publishedAt]);
  });
});

describe("crossed and locked books", () => {
  const resolutions = ["raw", "1m", "1h"];
  const look = {feed: 21, until: "2026-05-12T13:40:00Z"};

  // 55 minutes: 10 of 2 bps, 20 of 4, 24 of 6, 1 of 60. From hours: 60 minutes of 4 bps and 40 of 6.
  it.each(resolutions)("count apart from the figures of normal books: %s", async (resolution) => {
    const [summary] = await answer("spreads.md", "summary", {...look, resolution});
    const counts = {updates: 100, crossed: 40, locked: 5, crossedShare: 0.4, lockedShare: 0.05};
    expect(summary).toMatchObject({...counts, median: 4, p95: 6, confidences: 4});
    const bins = await answer("spreads.md", "bins", {...look, resolution});
    expect(Math.min(...bins.map(({spreadBps, tail}) => (tail === null ? Number(spreadBps) : 4)))).toBeGreaterThan(0);
    expect(bins.reduce((sum, {seconds}) => sum + Number(seconds), 0)).toBe(resolution === "1h" ? 6000 : 3300);
  });

  it.each(resolutions)("are marked in a step with the spread of its normal books: %s", async (resolution) => {
    const rows = await answer("spreads.md", "series", {...look, resolution, step: 3600});
    expect(rows).toMatchObject([
      {book: "crossed", spreadBps: 4},
      {book: "crossed", spreadBps: 6}
    ]);
  });
});

// Doubles miss decimals by their last digits.
function rounded(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(11)) : value;
}
