import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

const week = {from: "2026-05-05T00:00:00Z", until: "2026-05-12T00:00:00Z"};
const view = {...week, resolution: "raw", step: 3600, feeds: "[3,5]"};

// A week of 100 funding feeds with a rate every eight hours: each rate is the id in 1e-5, negative for even ids. Feed 4 once
// has the largest rate.
const published = usePublished(`
    INSERT INTO feeds BY NAME
    SELECT id AS priceFeedId, format('FundingRate.V{}.C{}/USDT', id % 3, id) AS symbol, now() AS updatedAt FROM range(1, 101) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -5 AS exponent, uuid() AS responseId, 0 AS entryIndex, 8 * 3.6e9 AS fundingRateInterval,
      TIMESTAMP '2026-05-05' + to_hours(8 * i) AS publishedAt,
      CASE WHEN id = 4 AND i = 7 THEN -500 ELSE id * CASE WHEN id % 2 = 0 THEN -1 ELSE 1 END END AS fundingRate
    FROM range(1, 101) AS feeds(id), range(22) AS instants(i)`);

const answer = (id: string, rest = {}) => answerOf(published.snapshot, `funding.md ${id}`, {...view, ...rest});

describe("the steps of funding.md for 100 feeds", () => {
  it("include the picked feeds and the largest rates of the time shown, 40 feeds in all", async () => {
    const rows = await answer("steps");
    const largest = Array.from({length: 37}, (_, i) => 64 + i);
    expect(new Set(rows.map(({priceFeedId}) => Number(priceFeedId)))).toEqual(new Set([3, 4, 5, ...largest]));
    expect(rows.length).toBeLessThanOrEqual(40 * 61);
  });
});
