import {describe, expect, it} from "vitest";
import {stepOf} from "../../src/format/resolution.js";
import {hasWords, matches} from "../../src/ui/elements/names.js";
import {usePublished} from "../helpers/published.js";

// Rules that exist in SQL and on pages, or in commands and on pages.

// Each feed but 4 is ten minutes old: 1 in its regular session, 2 after hours, 3 without a session. Feed 4 is new.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 5) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 100 AS price,
      CASE id WHEN 1 THEN 'regular' WHEN 2 THEN 'postMarket' END AS marketSession,
      TIMESTAMP '2026-05-12 10:00' AS publishedAt,
      CASE WHEN id < 4 THEN TIMESTAMP '2026-05-12 09:50' ELSE publishedAt END AS feedUpdateTimestamp
    FROM range(1, 5) AS feeds(id)`);

it.each<[(readonly [instant: number, low: number | null, high: number | null])[], number[]]>([
  [[7, 5, 3, 1, 4].map((instant) => [instant, 2, 2] as const), [1, 7]],
  [
    [
      [9, 2, 2],
      [5, 1, 4],
      [4, 1, 4],
      [3, null, null],
      [1, 2, 2]
    ],
    [1, 4, 9]
  ],
  [[2, 3, 1].map((instant) => [instant, null, null] as const), [1, 3]]
])(
  "is_outermost keeps first, last, lowest and highest, the earliest of equals, and no null: %j",
  async (rows, expected) => {
    const values = rows.map((row) => `(${row.map((value) => value ?? "NULL::DOUBLE").join()})`).join();
    const {rows: kept} = await published.snapshot.query(
      `SELECT instant FROM (VALUES ${values}) AS t(instant, low, high) QUALIFY is_outermost(instant, low, high, 1) ORDER BY instant`
    );
    expect(kept.map((row) => Number(Object.values(row)[0]))).toEqual(expected);
  }
);

it.each([240, 60, 135.5])("step_of(seconds, %d) equals stepOf of pages", async (points) => {
  for (const seconds of [0, 0.001, 0.24, 1, 59.9, 60, 3600, 14_400, 20_001, 86_400, 604_800, 31_536_000, 1e9]) {
    const [from, until] = [0, 1000 * seconds].map((ms) => new Date(ms).toISOString()) as [string, string];
    expect(await answerTo("step_of($seconds, $points)", {seconds, points}), `${seconds}`).toBe(
      stepOf(from, until, points)
    );
  }
});

it("feed_freshness, feed_now(feed) and price_summary(feed, since, until) call the same feeds stale", async () => {
  const {rows} = await published.snapshot.query("SELECT priceFeedId, state FROM feed_freshness ORDER BY priceFeedId");
  expect(rows.map(([, state]) => state)).toEqual(["stale", "quiet", "quiet", "fresh"]);
  for (const [id, state] of rows) {
    const feed = Number(id);
    expect(await answerTo("stale FROM feed_now($feed)", {feed})).toBe(state === "stale");
    const summary = "price_summary($feed, last_update() - INTERVAL 24 HOUR, last_update())";
    expect(await answerTo(`stale FROM ${summary}`, {feed}), `${feed}`).toBe(state === "stale");
  }
});

describe("has_words(text, search) and hasWords(text, query)", () => {
  const found = [
    "",
    "   ",
    "equity apple",
    "  INC\t apple ",
    "aapl\u00a0apple",
    "aapl\vapple",
    "feed\u00a0\u2003922\u3000"
  ];
  const missing = ["aapl\u00a0btc", "aapl\u200bapple", "apple feed 923", "%", "[.*", "'; DROP"]; // U+200B does not count as a blank

  it.each([...found.map((search) => [search, true] as const), ...missing.map((search) => [search, false] as const)])(
    "find %j: %s",
    async (search, expected) => {
      const text = "Equity.US.AAPL/USD Apple Inc. equity feed 922";
      expect(await answerTo("has_words($text, $search)", {text, search})).toBe(expected);
      expect(hasWords(text, search)).toBe(expected);
    }
  );
});

describe("is_found(priceFeedId, symbol, name, assetType, search) and matches(feed, query)", () => {
  const apple = {priceFeedId: 922, symbol: "Equity.US.AAPL/USD", name: "Apple Inc.", group: "equity"};
  const bare = {priceFeedId: 7, symbol: null, name: null, group: null};

  it.each([
    [apple, "", true],
    [apple, "aapl INC.", true],
    [apple, "equity feed 92", true],
    [apple, "feed 923", false],
    [apple, "null", false],
    [{...apple, name: "null", group: ""}, "null", true],
    [apple, "USD Apple", true],
    [apple, "USDApple", false],
    [bare, "feed 7", true],
    [bare, "null", false]
  ])("find %j by %j: %s", async (feed, search, found) => {
    const {priceFeedId, symbol, name, group} = feed;
    const values = {priceFeedId, symbol, name, group, search};
    expect(await answerTo("is_found($priceFeedId, $symbol, $name, $group, $search)", values)).toBe(found);
    expect(matches(feed, search)).toBe(found);
  });
});

async function answerTo(call: string, parameters: Record<string, string | number | null>): Promise<unknown> {
  return (await published.snapshot.query(`SELECT ${call}`, parameters)).rows[0]?.[0];
}
