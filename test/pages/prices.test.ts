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

// Feed 9 is closed, open and closed within an hour. To compare: 11 is at 200 before the view; 12 is negative and rises; 13
// starts within the view, after a missing price; 14 is at 0 before the view; 15 has only an old price.
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
    "computes a change of $change from $first to $last: positive if the price rises, also below zero",
    async ({feed, last, change}) => {
      for (const resolution of ["raw", "1m", "1h"])
        expect(await answer("summary", {feed, resolution})).toMatchObject([{last, change}]);
    }
  );
});

describe("the candles and extremes of prices.md", () => {
  it.each([
    ["include closed hours, with the session of the open hours", "shown", [5, 25, 1, 1]],
    ["leave skipped hours out", "skipped", [20, 25, 20, 25]]
  ])("%s", async (_, closed, prices) => {
    const look = {feed: 9, resolution: "raw", draw: "candles", step: 3600, closed};
    const [candle] = await answer("candles", look);
    expect([candle?.open, candle?.high, candle?.low, candle?.close]).toEqual(prices);
    expect(candle?.marketSession).toBe("regular");
    const [, high, low] = prices;
    expect(await answer("summary", look)).toMatchObject([{high, low}]);
  });
});

describe("prices.md compared", () => {
  async function compared(feeds: string, rest = {}): Promise<Record<string, unknown[]>> {
    const look = {from: "2026-05-12T02:00:00Z", until: "2026-05-12T05:00:00Z", step: 60, comparison: "indexed"};
    const rows = await answer("compared", {
      ...look,
      compared: feeds,
      resolution: "raw",
      baseResolution: "raw",
      ...rest
    });
    const values = (some: Record<string, unknown>[]) => some.map(({value}) => value);
    return Object.fromEntries(rollup(rows, values, ({priceFeedId}) => String(priceFeedId)));
  }

  it("starts each feed at 100, at its price before the view or its first price, and rises with a negative price", async () => {
    expect(await compared("[11,12,13]")).toEqual({11: [100, 105, 95], 12: [100, 150, 0], 13: [100, 102]});
  });

  it("has 100 at a fixed base, inside the view and before it, also where only bars hold it", async () => {
    const at = async (base: string, rest = {}) => (await compared("[11,13]", {base, ...rest}))[11];
    expect(await at("2026-05-12T04:30:00Z")).toEqual([105.26315789473685, 110.52631578947368, 100]);
    expect(await at("2026-05-12T00:30:00Z")).toEqual([200, 210, 190]);
    expect(await at("2026-05-12T00:30:00Z", {baseResolution: "1h"})).toEqual([200, 210, 190]);
    expect((await compared("[11,13]", {base: "2026-05-12T01:00:00Z"}))[13]).toEqual([100, 102]); // its first price after it
  });

  it("differs in bps from the first feed, or is a ratio to it, without a line of the first feed", async () => {
    expect(await compared("[11,13]", {comparison: "difference"})).toEqual({
      13: [-7619.047619047619, -7315.789473684211]
    });
    expect(await compared("[11,13]", {comparison: "ratio"})).toEqual({13: [50 / 210, 51 / 190]});
    expect(await compared("[14,11]", {comparison: "ratio"})).toEqual({11: [null, 30, 190 / 7]});
  });

  it("has no index for a price of 0, and no rows for an old price or without feeds to compare", async () => {
    expect([await compared("[14,15]"), await compared("[]")]).toEqual([{14: [null, null]}, {}]);
  });

  it("computes the same from bars", async () => {
    expect(await compared("[11,12]", {resolution: "1h"})).toEqual({11: [100, 105, 95], 12: [100, 150, 0]});
  });
});
