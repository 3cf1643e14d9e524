import {describe, expect, it} from "vitest";
import {isStale} from "../../src/components/badge.js";
import {hasWords} from "../../src/lib/match.js";
import {usePublished} from "../helpers/published.js";

// Rules that both the pages' queries and their components have.

// Feed 1 is in its regular session, 2 in another, 3 tells none; ten minutes old all of them. Feed 4 tells none, and is new.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 5) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 100 AS price,
      CASE id WHEN 1 THEN 'regular' WHEN 2 THEN 'postMarket' END AS marketSession,
      TIMESTAMP '2026-05-12 10:00' AS publishedAt,
      CASE WHEN id < 4 THEN TIMESTAMP '2026-05-12 09:50' ELSE publishedAt END AS feedUpdateTimestamp
    FROM range(1, 5) AS feeds(id)`);

describe("is_stale(marketSession, ageSeconds) and isStale(session, {ageSeconds})", () => {
  it.each([
    ["regular", 60, false],
    ["regular", 60.1, true],
    ["regular", -5, false],
    ["regular", null, false],
    ["closed", 1e6, false],
    ["preMarket", 1e6, false],
    ["postMarket", 1e6, false],
    ["overNight", 1e6, false],
    ["", 1e6, false],
    [null, 1e6, false],
    [null, 0, false]
  ])("say of %j, %d s old: %s", async (session, ageSeconds, stale) => {
    expect(await say("is_stale($session, $ageSeconds)", {session, ageSeconds})).toBe(stale);
    expect(isStale(session, {ageSeconds})).toBe(stale);
  });
});

describe("feed_freshness and isStale(session, {ageSeconds})", () => {
  it("call the same feeds stale", async () => {
    const {rows} = await published.snapshot.query(
      "SELECT priceFeedId, state, marketSession, ageSeconds FROM feed_freshness ORDER BY priceFeedId"
    );
    expect(rows.map(([, state]) => state)).toEqual(["stale", "quiet", "quiet", "fresh"]);
    for (const [, state, session, ageSeconds] of rows)
      expect(isStale(session === null ? null : String(session), {ageSeconds: Number(ageSeconds)})).toBe(
        state === "stale"
      );
  });
});

describe("has_words(text, search) and hasWords(text, query)", () => {
  const text = "Equity.US.AAPL/USD Apple Inc. equity feed 922";

  it.each([
    ["", true],
    ["   ", true],
    ["aapl", true],
    ["equity apple", true],
    ["  INC\t apple ", true],
    ["feed 922", true],
    ["922 feed", true],
    ["apple btc", false],
    ["apple feed 923", false],
    ["%", false],
    [".*", false],
    ["'; DROP", false]
  ])("say of %j: %s", async (search, found) => {
    expect(await say("has_words($text, $search)", {text, search})).toBe(found);
    expect(hasWords(text, search)).toBe(found);
  });
});

async function say(call: string, parameters: Record<string, string | number | null>): Promise<unknown> {
  return (await published.snapshot.query(`SELECT ${call}`, parameters)).rows[0]?.[0];
}
