import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {answerOf} from "./queries.js";

const view = {from: "2026-05-12T00:00:00Z", until: "2026-05-12T12:00:00Z", step: 3600, feeds: "[112,113,114]"};
const resolutions = ["raw", "1m", "1h", "1d"];

// Rates in 1e-5 per interval. Binance: 80 every 8 h, from 08:00 −20 every 4 h, from 10:00 0. Hyperliquid, every hour: 0, 1,
// 2 … 11, without 5, and 11 is half an hour late. Bybit ETH, every 4 h: 0 at 00:00, 12 at 04:00, then no rate.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, symbol, now() AS updatedAt
    FROM (VALUES
      (1, 'Crypto.BTC/USD'),
      (112, 'FundingRate.Binance.BTC/USDT'),
      (113, 'FundingRate.Hyperliquid.BTC/USD'),
      (114, 'FundingRate.Bybit.ETH/USDT')
    ) AS feeds(id, symbol);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -5 AS exponent, uuid() AS responseId, 0 AS entryIndex,
      CASE WHEN id = 1 THEN 100 END AS price, rate AS fundingRate, hours * 3.6e9 AS fundingRateInterval,
      TIMESTAMP '2026-05-12' + to_hours(hour) + to_minutes(CASE WHEN id = 113 AND hour = 11 THEN 30 ELSE 0 END) AS publishedAt
    FROM (
      FROM (VALUES (112, 0, 80, 8), (112, 8, -20, 4), (112, 10, 0, 4), (114, 0, 0, 4), (114, 4, 12, 4), (1, 12, NULL, NULL))
      UNION ALL
      SELECT 113, hour, CASE WHEN hour <> 5 THEN hour END, 1 FROM range(12) AS hours(hour)
    ) AS updates(id, hour, rate, hours)`);

const answer = (id: string, rest = {}) => answerOf(published.snapshot, `funding.md ${id}`, {...view, ...rest});

describe("rates and intervals", () => {
  it("rates have their own interval, and leave missing rates out", async () => {
    const rows = await answer("rates", {resolution: "raw", feeds: "[112,114]"});
    expect(rows.map((row) => `${hourOf(row.publishedAt)}: ${units(row.rate8h)} / ${row.intervalHours}`)).toEqual([
      ...["0: 80 / 8", "8: -40 / 4", "10: 0 / 4", "0: 0 / 4", "4: 24 / 4"]
    ]);
    expect(await answer("rates", {resolution: "raw", feeds: "[113]"})).toHaveLength(11);
  });

  it("intervals name a change within the view, with the interval before it", async () => {
    const textsOf = (rows: Record<string, unknown>[]) =>
      rows.map((row) => [hourOf(row.startedAt), row.wasHours, row.intervalHours]);
    expect(textsOf(await answer("intervals", {feeds: "[112]"}))).toEqual([
      [0, null, 8],
      [8, 8, 4]
    ]);
    expect(textsOf(await answer("intervals", {feeds: "[112]", until: "2026-05-12T07:59:59Z"}))).toEqual([[0, null, 8]]);
  });
});

describe("accrued", () => {
  // 80 − 20 × 2 h / 4 h + 0; 0 + … + 10 − 5 + 11 / 2; 0 + 12.
  it.each(resolutions)("adds up each rate for the time for which it was current: %s", async (resolution) => {
    const rows = await answer("accrued", {resolution});
    const last = Object.fromEntries(rows.map((row) => [row.priceFeedId, units(row.accrued)]));
    expect(last).toEqual({112: 70, 113: 55.5, 114: 12});
  });

  it("starts at zero and steps at the end of each payment, also below zero", async () => {
    const line = async (feed: number, rest = {}) =>
      (await answer("accrued", {resolution: "raw", feeds: `[${feed}]`, ...rest}))
        .map((row) => `${hourOf(row.publishedAt)}: ${units(row.accrued)}`)
        .join(", ");
    expect(await line(112)).toBe("0: 0, 8: 80, 10: 70, 12: 70");
    expect(await line(114)).toBe("0: 0, 4: 0, 8: 12"); // one payment of 4 h
    expect(await line(112, {from: "2026-05-12T06:00:00Z"})).toBe("6: 0, 8: 20, 10: 10, 12: 10");
    expect(await line(112, {from: "2026-05-12T09:00:00Z"})).toBe("9: 0, 10: -5, 12: -5");
  });
});

describe("steps", () => {
  it("have the mean rate and the interval of each hour in which a rate was current", async () => {
    const rows = await answer("steps", {resolution: "raw"});
    const of = (id: number) => rows.filter(({priceFeedId}) => priceFeedId === id);
    const textOf = (id: number) =>
      of(id).map((row) => `${hourOf(row.startedAt)}: ${units(row.rate8h)} / ${row.intervalHours}`);
    expect(textOf(112)).toEqual(
      range(12).map((hour) => `${hour}: ${hour < 8 ? "80 / 8" : hour < 10 ? "-40 / 4" : "0 / 4"}`)
    );
    expect(textOf(113)).toEqual(
      range(12)
        .filter((hour) => hour !== 5)
        .map((hour) => `${hour}: ${8 * hour} / 1`)
    );
    expect(textOf(114)).toEqual(range(8).map((hour) => `${hour}: ${hour < 4 ? 0 : 24} / 4`));
    expect(new Set(rows.map(({stepSeconds}) => stepSeconds))).toEqual(new Set([3600]));
  });
});

describe("latest", () => {
  it("has the last rate of each venue, its age and its previous interval", async () => {
    const rows = await answer("latest", {});
    const texts = rows.map((row) => [row.priceFeedId, units(row.rate8h), row.intervalHours, row.ageSeconds].join());
    expect(texts).toEqual(["112,0,4,7200", "114,24,4,28800", "113,88,1,1800"]);
    expect(rows.map(({wasHours, changedAt}) => `${wasHours} ${changedAt}`)).toEqual([
      ...["8 2026-05-12T08:00:00Z", "null null", "null null"]
    ]);
  });
});

// In 1e-5, to nine digits: the last digits of a sum depend on the order of its terms.
function units(value: unknown): number {
  return Number((Number(value) * 1e5).toPrecision(9));
}

function hourOf(instant: unknown): number {
  return (Date.parse(String(instant)) - Date.parse(view.from)) / 3_600_000;
}

function range(length: number): number[] {
  return Array.from({length}, (_, i) => i);
}
