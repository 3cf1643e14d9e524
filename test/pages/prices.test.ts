import {rollup} from "d3-array";
import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

// Feeds of two updates an hour apart, the first and the last price of each.
const prices: readonly (readonly [first: number, last: number, change: number | null])[] = [
  [10, 5, -0.5],
  [10, 15, 0.5],
  [-10, -5, 0.5],
  [-10, -15, -0.5],
  [-10, 10, 2],
  [10, -10, -2],
  [0, 5, null]
];
const pairs = prices.map(([first, last], i) => `(${i + 1}, 12, ${first}, NULL), (${i + 1}, 13, ${last}, NULL)`);

// Feed 9 is closed, open and closed within an hour. To be compared: 11 stood at 200 when the view begins; 12 is negative and
// rises; 13 begins within the view, after a missing price; 14 was worth nothing then; 15 only has prices before, too long
// ago to stand.
const published = usePublished(`
    INSERT INTO feeds BY NAME
    SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 17) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 100 * units AS price, marketSession,
      TIMESTAMP '2026-05-12' + to_minutes((60 * hour)::INTEGER) AS publishedAt
    FROM (
      VALUES ${pairs.join()},
        (9, 12, 5, 'closed'), (9, 12 + 1 / 6, 20, 'preMarket'), (9, 12 + 2 / 6, 25, 'regular'), (9, 12.5, 1, 'closed'),
        (11, 0, 100, NULL), (11, 1.5, 200, NULL), (11, 3, 210, NULL), (11, 4, 190, NULL),
        (12, 1, -10, NULL), (12, 3, -5, NULL), (12, 4, -20, NULL),
        (13, 2.5, NULL, NULL), (13, 3, 50, NULL), (13, 4, 51, NULL), (14, 1, 0, NULL), (14, 3, 7, NULL), (15, -30, 9, NULL)
    ) AS updates(id, hour, units, marketSession)`);
const view = {from: "2026-05-12T12:00:00Z", until: "2026-05-12T13:00:00Z"};
const answer = (id: string, rest = {}) => answerOf(published.snapshot, `prices.md ${id}`, {...view, ...rest});

describe("the summary of prices.md", () => {
  it.each(prices.map(([first, last, change], i) => ({feed: i + 1, first, last, change})))(
    "tells from $first to $last a change of $change, upwards above zero whatever the price's sign",
    async ({feed, last, change}) => {
      for (const resolution of ["raw", "1m", "1h"])
        expect(await answer("summary", {feed, resolution})).toMatchObject([{last, change}]);
    }
  );
});

describe("the candles of prices.md", () => {
  it.each([
    ["have what a closed market repeats, and are closed where all of it is", "shown", [5, 25, 1, 1]],
    ["are of open hours alone where the closed are skipped", "skipped", [20, 25, 20, 25]]
  ])("%s", async (_, closed, prices) => {
    const look = {feed: 9, resolution: "raw", draw: "candles", step: 3600, closed};
    const [candle] = await answer("candles", look);
    expect([candle?.open, candle?.high, candle?.low, candle?.close]).toEqual(prices);
    expect(candle?.marketSession).toBe("regular");
  });
});

describe("prices.md indexed", () => {
  async function indexed(compared: string, resolution = "raw"): Promise<Record<string, unknown[]>> {
    const look = {from: "2026-05-12T02:00:00Z", until: "2026-05-12T05:00:00Z", step: 60, compared, resolution};
    const indexes = (rows: Record<string, unknown>[]) => rows.map(({index}) => index);
    return Object.fromEntries(rollup(await answer("indexed", look), indexes, ({priceFeedId}) => String(priceFeedId)));
  }

  it("begins each feed at 100, where it stood or began, and rises where a negative price does", async () => {
    expect(await indexed("[11,12,13]")).toEqual({11: [100, 105, 95], 12: [100, 150, 0], 13: [100, 102]});
  });

  it("has no index of what was worth nothing, no rows of what does not stand, and none where nothing is compared", async () => {
    expect([await indexed("[14,15]"), await indexed("[]")]).toEqual([{14: [null, null]}, {}]);
  });

  it("says the same of bars, but for what a bar was before the view", async () => {
    expect(await indexed("[11,12]", "1h")).toEqual({11: [100, 105, 95], 12: [100, 150, 0]});
  });
});
