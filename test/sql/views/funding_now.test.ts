import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {update} from "./quote.js";
import {rateOf} from "./rates.js";

const test = eachStore();

describe("funding of several venues", () => {
  it("gives the difference between venues, from rates that are still valid", async () => {
    await test.records(`INSERT INTO feeds BY NAME
      SELECT unnest([5, 6, 7]) AS priceFeedId, now()::TIMESTAMP AS updatedAt,
        unnest(['FundingRate.Binance.BTC/USDT', 'FundingRate.Bybit.BTC/USDT', 'FundingRate.Old.BTC/USDT']) AS symbol`);
    await test.book(
      update(0, rateOf(7, 9e9, 1)),
      update(4 * 3600, {...rateOf(5, 8e8, 8), fundingTimestamp: 1778594100000000 + 8 * 3.6e9}, rateOf(6, -1e8, 1))
    );
    const rows = await test.records(
      "SELECT venue, underlying, rate8h, spread8h, isValid, nextFundingAt FROM funding_now ORDER BY priceFeedId"
    );
    expect(rows).toMatchObject([
      {venue: "Binance", underlying: "BTC", isValid: true, nextFundingAt: "2026-05-12T21:55:00Z"},
      {venue: "Bybit", underlying: "BTC", isValid: true, nextFundingAt: null},
      {venue: "Old", underlying: "BTC", isValid: false}
    ]);
    expect(rows[0]?.spread8h).toBeCloseTo(16e-4, 12); // 8e-4 against -8e-4
  });

  it("takes the newest rate per venue and underlying, and every feed without either", async () => {
    const symbols = ["A.BTC/USDT", "A.BTC/USDC", "A.BTC/USD", "B.BTC/USDT", "B.ETH/USDT", "A", ".BTC/USDT"];
    await test.records(`INSERT INTO feeds BY NAME
      SELECT unnest(range(5, 12)) AS priceFeedId, now()::TIMESTAMP AS updatedAt,
        'FundingRate.' || unnest(${JSON.stringify(symbols).replaceAll('"', "'")}) AS symbol`);
    const hour = 3600;
    await test.book(
      update(0, rateOf(5, 9e8, 8), ...[9, 10, 11, 12, 13].map((feed) => rateOf(feed, 1e8, 8))),
      update(hour, rateOf(7, 3e8, 8), rateOf(6, 2e8, 8), rateOf(8, -1e8, 8))
    );
    const columns = "priceFeedId, venue, underlying, feeds, round(spread8h, 12) AS spread8h";
    const rows = await test.records(`SELECT ${columns} FROM funding_now ORDER BY priceFeedId`);
    expect(rows.map((row) => Object.values(row))).toEqual([
      [6, "A", "BTC", 3, 3e-4], // the lower id of the two newest; not 9e-4, and not 3e-4 against -1e-4
      [8, "B", "BTC", 1, 3e-4],
      [9, "B", "ETH", 1, 0],
      [10, "A", null, 1, null],
      [11, null, "BTC", 1, 3e-4],
      [12, null, null, 1, null],
      [13, null, null, 1, null]
    ]);
  });
});
