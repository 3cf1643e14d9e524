import {describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {boardRows} from "../../src/views/board/board.js";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

// A figure shown in two places is the same in both, for any feed, time and resolution.

// Two days of seven feeds, in steps of 7 minutes, which do not divide an hour: feed 3 is below zero, 4 has crossed and
// locked books, 5 closes at 20:00 and repeats one last price that is higher than all, 6 stops six hours before the end,
// and 7 has an update every four hours and never has a time of its own update.
const published = usePublished(`
    INSERT INTO feeds BY NAME
    SELECT id AS priceFeedId, 'F.' || id AS symbol, 'crypto' AS assetType, now() AS updatedAt FROM range(1, 8) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -4 AS exponent, uuid() AS responseId, 0 AS entryIndex, publishedAt,
      CASE WHEN id <> 7 THEN publishedAt - to_milliseconds(40 * i % 300) END AS feedUpdateTimestamp,
      sign * (1000000 + hash(id, i) % 50000) + CASE WHEN session = 'closed' THEN 90000 ELSE 0 END AS price,
      price - half AS bestBidPrice, price + half AS bestAskPrice, 30 + hash(i) % 40 AS confidence,
      5 + i % 11 AS publisherCount, session AS marketSession
    FROM (
      SELECT
        id, i, TIMESTAMP '2026-05-10 14:03:20' + to_minutes(7 * i) AS publishedAt,
        CASE WHEN id = 3 THEN -1 ELSE 1 END AS sign,
        CASE WHEN id = 5 AND hour(publishedAt) >= 20 THEN 'closed' ELSE 'regular' END AS session,
        CASE WHEN id = 4 AND i % 9 = 0 THEN -20 WHEN id = 4 AND i % 10 = 0 THEN 0 ELSE 10 + hash(id, i, 7) % 900 END AS half
      FROM range(1, 8) AS feeds(id), range(412) AS steps(i)
      WHERE (id <> 6 OR i < 360) AND (id <> 7 OR i % 34 = 0)
    )`);
const last = "2026-05-12T14:00:20Z";
const times = [
  {from: "2026-05-10T14:03:20Z", until: last},
  {from: "2026-05-11T14:00:20Z", until: last}
];
const feeds = [1, 2, 3, 4, 5, 6, 7];
const answer = (page: string, block: string, values: Record<string, string | number>) =>
  answerOf(published.snapshot, `${page}.md ${block}`, values);

describe("the last values of a feed", () => {
  it.each(["raw", "1h"])("are the same on index.md, feed.md and prices.md from %s", async (resolution) => {
    const {prices} = boardRows(JSON.parse(String(await runSqlFile("src/data/index.json.sql", published.path))));
    for (const feed of feeds) {
      const [of] = await answer("feed", "feed", {feed});
      const [all] = await answer("prices", "summary", {feed, ...times[0], resolution, closed: "shown"});
      const {price, marketSession, publisherCount, change24h} =
        prices.find(({priceFeedId}) => priceFeedId === feed) ?? {};
      expect(of).toMatchObject({price, marketSession, publisherCount});
      expect(all).toMatchObject({last: price, marketSession, publisherCount});
      const [day] = await answer("prices", "summary", {feed, ...times[1], resolution: "raw", closed: "shown"});
      expect(Number(change24h)).toBeCloseTo(Number(day?.change), 6);
    }
  });
});

describe("the age of a feed", () => {
  it("is the same on index.md and feed.md, and null only where feed_freshness has none", async () => {
    const {prices} = boardRows(JSON.parse(String(await runSqlFile("src/data/index.json.sql", published.path))));
    const {rows} = await published.snapshot.query("SELECT priceFeedId, ageSeconds IS NOT NULL FROM feed_freshness");
    expect(rows.filter(([, isKnown]) => !isKnown).map(([feed]) => Number(feed))).toEqual([7]);
    for (const [feed, isKnown] of rows) {
      const {ageSeconds, stale} = prices.find(({priceFeedId}) => priceFeedId === Number(feed)) ?? {};
      const [of] = await answer("feed", "feed", {feed: Number(feed)});
      expect(ageSeconds !== null).toBe(isKnown);
      expect(stale).toBe(of?.stale);
      expect(ageSeconds).toBe(of?.ageSeconds === null ? null : Math.round(10 * Number(of?.ageSeconds)) / 10);
    }
  });
});

describe("the quality of a feed over a day", () => {
  it("is the same on feed.md and quality.md", async () => {
    for (const feed of feeds) {
      const [own] = await answer("feed", "quality", {feed});
      const [all] = await answer("quality", "totals", {...times[1], search: `F.${feed}`});
      const {received, expected, missing, gaps, rejected, coercions} = own ?? {};
      expect(all).toMatchObject({received, expected, missing, gaps, rejected, coercions});
      const [row] = await answer("quality", "gaps", {...times[1], search: `F.${feed}`});
      expect(row).toMatchObject({received, expected, missing, gaps});
    }
  });
});
