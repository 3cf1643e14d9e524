import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

const [first, last] = ["2026-03-02T00:00:00Z", "2026-03-15T23:50:00Z"]; // New York changes its clocks on 8 March
const hours = {from: "2026-03-10T12:00:00Z", until: "2026-03-10T15:59:00Z"};
const view = {feed: 1, ...hours, zone: "UTC", resolution: "1h"};

// Two weeks, an update every ten minutes. Feed 1: half its spread is 1 to 24 bps by the hour, in the second week one more;
// feed 2: 2 bps, and crossed at the end of each hour; feed 3: always locked; feed 4: closed; feed 5: no bid; feed 6: closed
// except from 03:00 to 10:00.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'F.' || id AS symbol, 'crypto' AS assetType, now() AS updatedAt
    FROM range(1, 7) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      * EXCLUDE (half),
      CASE WHEN priceFeedId <> 5 THEN 10000 - half END AS bestBidPrice,
      10000 + half AS bestAskPrice
    FROM (
      SELECT
        id AS priceFeedId, -4 AS exponent, uuid() AS responseId, 0 AS entryIndex, 10000 AS price, 4 AS confidence,
        TIMESTAMP '${first.slice(0, 19)}' + to_minutes(10 * i) AS publishedAt,
        CASE WHEN id = 4 OR (id = 6 AND hour(publishedAt) NOT BETWEEN 3 AND 9) THEN 'closed' ELSE 'regular' END AS marketSession,
        CASE id
          WHEN 1 THEN hour(publishedAt) + 1 + (publishedAt >= TIMESTAMP '2026-03-09')::INTEGER
          WHEN 2 THEN CASE WHEN minute(publishedAt) = 50 THEN -3 ELSE 1 END
          WHEN 3 THEN 0
          ELSE 5
        END AS half
      FROM range(1, 7) AS feeds(id), range(2016) AS instants(i)
    )`);

const answer = (id: string, rest = {}) => answerOf(published.snapshot, `spreads.md ${id}`, {...view, ...rest});

describe("the series of spreads.md", () => {
  it("marks a step as closed only if all of it is closed", async () => {
    const days = {feed: 6, from: "2026-03-10T00:00:00Z", until: "2026-03-11T23:59:00Z"};
    const sessions = async (step: number) =>
      (await answer("series", {...days, step})).map(({marketSession}) => marketSession).join(" ");
    expect(await sessions(86_400)).toBe("regular regular");
    expect(await sessions(21_600)).toBe("regular regular closed closed regular regular closed closed");
  });
});

describe("the week of spreads.md", () => {
  it("has the median of two weeks for each hour in UTC", async () => {
    const rows = await answer("week");
    expect(rows).toHaveLength(168);
    for (const {weekday, hour, spreadBps, hours} of rows) {
      // Spreads of 2 (h + 1) and 2 (h + 2) bps: their median is in the middle.
      expect(Number(spreadBps)).toBeCloseTo(2 * Number(hour) + 3, 6);
      expect([hours, Number(weekday) >= 1 && Number(weekday) <= 7]).toEqual([2, true]);
    }
  });

  it("has the hours of New York before and after its clocks change", async () => {
    const rows = await answer("week", {zone: "America/New_York"});
    expect(rows.reduce((sum, {hours}) => sum + Number(hours), 0)).toBe(14 * 24);
    for (const {weekday, hour, spreadBps, hours} of rows)
      expect([weekday, hour, Number(spreadBps).toFixed(6), hours]).toEqual(byHand(Number(weekday), Number(hour)));
    expect(rows.find(({weekday, hour}) => weekday === 7 && hour === 2)?.hours).toBe(1); // 8 March had none
  });

  it("leaves out closed sessions and feeds without a spread", async () => {
    expect(await answer("week", {feed: 4})).toEqual([]);
    expect(await answer("week", {feed: 3})).toEqual([]);
  });
});

describe("the ranking of spreads.md", () => {
  it.each(["raw", "1m", "1h"])(
    "has median and p95 by time, and counts crossed and locked books: %s",
    async (resolution) => {
      const rows = await answer("ranking", {resolution});
      expect(rows.map(({priceFeedId}) => priceFeedId)).toEqual([2, 1, 3]); // tightest first, feeds without a spread last
      // 12:00 to 15:59 in the second week: 28, 30, 32 bps for an hour each, and 34 bps for 59 minutes.
      const [second, , third] = rows;
      expect(rows[1]).toMatchObject({priceFeedId: 1, updates: 24, crossed: 0, locked: 0});
      expect([rows[1]?.median, rows[1]?.p95].map((bps) => Number(bps).toFixed(6))).toEqual(["30.000000", "34.000000"]);
      expect(second).toMatchObject({updates: 24, crossed: 4, locked: 0});
      expect(Number(second?.median)).toBeCloseTo(2, 6);
      expect(third).toMatchObject({median: null, p95: null, crossed: 0, locked: 24});
    }
  );
});

describe("spread against confidence in spreads.md", () => {
  // Confidence is 4 bps throughout; spreads of 28, 30, 32 and 34 bps stood for 60, 60, 60 and 59 minutes.
  it("has all the time in bins that hold what stood then", async () => {
    const rows = await answer("confidences", {resolution: "raw"});
    expect(rows.map(({seconds}) => seconds)).toEqual([3600, 3600, 3600, 3540]);
    for (const [i, row] of rows.entries()) {
      const [low, high] = [Number(row.fromSpread), Number(row.toSpread)];
      expect([28, 30, 32, 34][i]).toBeGreaterThanOrEqual(low * (1 - 1e-9));
      expect([28, 30, 32, 34][i]).toBeLessThanOrEqual(high * (1 + 1e-9));
      expect(Number(row.fromConfidence)).toBeCloseTo(4, 6);
      expect(Number(row.toConfidence) / Number(row.fromConfidence)).toBeCloseTo(10 ** 0.02, 9);
    }
  });
});

// Median and count of an hour of the week, from the clocks of New York.
function byHand(weekday: number, hour: number): unknown[] {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23"
  });
  const found: number[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 3_600_000) {
    const [day = "", time] = clock.format(at).split(", ");
    if (["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(day) + 1 !== weekday || Number(time) !== hour)
      continue;
    found.push(2 * (new Date(at).getUTCHours() + 1 + Number(at >= Date.parse("2026-03-09T00:00:00Z"))));
  }
  const [a = NaN, b = a] = found.toSorted((x, y) => x - y).slice((found.length - 1) >> 1);
  return [weekday, hour, (found.length % 2 === 1 ? a : (a + b) / 2).toFixed(6), found.length];
}
