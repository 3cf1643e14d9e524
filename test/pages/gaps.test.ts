import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

// Updates every five minutes from 10:00 to 12:55. Feed 1 has none from 10:35 to 11:25; feed 2 two gaps within 11:00 to 12:00.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 3) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 100 AS price,
      TIMESTAMP '2026-05-12 10:00' + to_minutes(5 * i) AS publishedAt
    FROM range(1, 3) AS feeds(id), range(36) AS instants(i)
    WHERE NOT (id = 1 AND i BETWEEN 7 AND 17) AND NOT (id = 2 AND i IN (14, 15, 19, 20))`);

const answer = (place: string, view = {}) => answerOf(published.snapshot, place, {search: "", ...view});

describe("the gaps of quality.md", () => {
  it("are as many on the page of a feed", async () => {
    for (const [feed, gaps] of [
      [1, 1],
      [2, 2]
    ] as const)
      expect((await answer("feed.md quality", {feed}))[0]?.gaps).toBe(gaps);
  });

  it.each([
    ["all of the time", "10:00", "12:59", {1: 1, 2: 2}],
    ["an hour that a gap goes on from", "10:00", "10:59", {1: 1, 2: 0}],
    ["an hour that begins in a gap", "11:00", "11:59", {1: 1, 2: 2}],
    ["an hour after them", "12:00", "12:59", {1: 0, 2: 0}]
  ])("are each counted once, of %s", async (_, from, until, expected) => {
    const view = {from: `2026-05-12T${from}:00Z`, until: `2026-05-12T${until}:00Z`};
    const rows = await answer("quality.md gaps", view);
    expect(Object.fromEntries(rows.map(({priceFeedId, gaps}) => [priceFeedId, gaps]))).toEqual(expected);
    expect((await answer("quality.md totals", view))[0]?.gaps).toBe(expected[1] + expected[2]);
  });
});
