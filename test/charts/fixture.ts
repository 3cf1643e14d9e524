import type {FundingRow} from "../../src/views/funding/charts.js";
import type {PriceRow} from "../../src/views/prices/price.js";
import type {SpreadRow} from "../../src/views/spreads/spread.js";

/** 2026-05-11 00:00 UTC, a Monday. */
export const start = Date.UTC(2026, 4, 11);

/** A minute in milliseconds. */
export const minute = 60_000;

/** An hour in milliseconds. */
export const hour = 60 * minute;

/** Two days of prices every half hour: a missing value at 06:00, no updates from 10:00 to 14:00, closed from 20:00. */
export const prices: PriceRow[] = every(30 * minute, 2 * 24 * hour)
  .filter((time) => time < start + 10 * hour || time > start + 14 * hour)
  .map((time, index) => {
    const price = 80_639.53748222 + 400 * Math.sin(index / 9) + 60 * Math.cos(index * 2.3);
    return {
      publishedAt: new Date(time).toISOString(),
      price: time === start + 6 * hour ? null : Math.round(price * 1e8) / 1e8,
      bid: price - 3,
      ask: price + 3,
      confidence: 30 + 12 * Math.sin(index),
      ema: 80_639 + 380 * Math.sin((index - 4) / 9),
      marketSession: time >= start + 20 * hour && time < start + 32 * hour ? "closed" : "regular"
    };
  });

/** A day of spreads every half hour, bucketed, with a locked and two crossed books. */
export const spreads: SpreadRow[] = every(30 * minute, 24 * hour).map((time, index) => {
  const book = index === 10 ? "locked" : index === 20 || index === 21 ? "crossed" : "normal";
  const spreadBps = book === "locked" ? 0 : book === "crossed" ? -0.2 : 0.6 + 0.3 * Math.sin(index / 5);
  return {publishedAt: time, spreadBps, p95SpreadBps: spreadBps * 1.6, maxSpreadBps: spreadBps * 3, book};
});

/** Two days of funding: Binance every 8 h, Hyperliquid every hour with 9 h missing. */
export const funding: FundingRow[] = [
  ...every(8 * hour, 48 * hour).map((time, index) => fundingRow("Binance", time, 3.877e-5 - index * 2e-5)),
  ...every(hour, 48 * hour)
    .filter((time) => time < start + 20 * hour || time > start + 28 * hour)
    .map((time, index) => fundingRow("Hyperliquid", time, 2e-5 * Math.sin(index / 6)))
];

/** Times from the start, `step` apart, up to and with `length` later. */
export function every(step: number, length: number): number[] {
  return Array.from({length: Math.floor(length / step) + 1}, (_, index) => start + index * step);
}

function fundingRow(venue: string, publishedAt: number, rate8h: number): FundingRow {
  return {
    priceFeedId: venue.length,
    publishedAt,
    symbol: `FundingRate.${venue}.BTC/USDT`,
    rate8h,
    intervalHours: venue === "Binance" ? 8 : 1
  };
}
