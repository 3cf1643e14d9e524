import {describe, expect, it} from "vitest";
import {usePublished} from "../../helpers/published.js";

// Up to midnight, a rate every hour for eight days. Binance: 0.01 % per 8 h, which is an APR of 0.1095. Bybit: 0 until ten hours ago,
// then 0.015 % per 4 h, an APR of 0.3285. Hyperliquid: 0.002 % per hour, an APR of 0.1752, until its rate ended three days ago.
const {ask} = usePublished(`
  INSERT INTO feeds BY NAME SELECT id AS priceFeedId, symbol, class AS assetType, now() AS updatedAt
  FROM (VALUES
    (1, 'Crypto.BTC/USD', 'crypto'), (2, 'Crypto.ETH/USD', 'crypto'), (3, 'Crypto.ETH/USDT', 'crypto'),
    (4, 'NAV.PEPE/USD', 'nav'), (5, 'Crypto.SOL/USD', 'crypto'), (112, 'FundingRate.Binance.BTC/USDT', 'funding-rate'),
    (113, 'FundingRate.Bybit.BTC/USDT', 'funding-rate'), (114, 'FundingRate.Hyperliquid.BTC/USD', 'funding-rate'),
    (115, 'FundingRate.Binance.ETH/USDT', 'funding-rate'), (116, 'FundingRate.Binance.PEPE/USDT', 'funding-rate'),
    (117, 'FundingRate.Binance.SOL/USDT', 'funding-rate'), (118, 'FundingRate.Bybit.ETH/USDT', 'funding-rate')
  ) AS made(id, symbol, class);
  INSERT INTO feed_updates BY NAME
  SELECT
    id AS priceFeedId, -6 AS exponent, uuid() AS responseId, 0 AS entryIndex,
    TIMESTAMP '2026-05-12' - to_seconds(ago) AS publishedAt, publishedAt - to_seconds(age) AS feedUpdateTimestamp,
    price * 1e6 AS price, rate * 1e6 AS fundingRate, hours * 3.6e9 AS fundingRateInterval
  FROM (
    SELECT
      unnest([112, 113, 114, 115, 116, 117, 118]) AS id,
      unnest([100.05, NULL, 100.2, 50, 1, 1, NULL]) AS price,
      unnest([1e-4, CASE WHEN h > 10 THEN 0 ELSE 15e-5 END, 2e-5, 1e-4, 1e-4, 1e-4, CASE WHEN h > 10 THEN 1e-4 ELSE 2e-4 END]) AS rate,
      unnest([8, CASE WHEN h > 10 THEN 8 ELSE 4 END, 1, 8, 8, 8, 8]) AS hours,
      3600 * h AS ago, 0 AS age, h
    FROM range(193) AS t(h)
    UNION ALL BY NAME
    FROM (VALUES (1, 100, 30, 0), (1, 200, 10, 3600), (1, 300, 7200, 0), (2, 40, 5, 0), (3, 50, 60, 0), (4, 1, 5, 0), (5, 1, 61, 0)) AS spot(id, price, ago, age)
  )
  WHERE id <> 114 OR h > 72;`);

const close = (value: number) => expect.closeTo(value, 6);

describe("funding_pairs(feeds, costBps, holdDays)", () => {
  const pairs = "SELECT * EXCLUDE (underlying, longSymbol, shortSymbol)";

  it("has the difference of the last rates, less costs, its means, and for how long it held", async () => {
    // Over a day: 10 h × 0.219 - 14 h × 0.1095 = 0.657; then 48 h and 96 h more at -0.1095. Costs: 5 bps × 365 / 7 days.
    expect(await ask(`${pairs} FROM funding_pairs([112, 113], last_update())`)).toEqual([
      {
        ...{longFeed: 112, shortFeed: 113, apr: close(0.219), netApr: close(0.219 - 0.182_5 / 7)},
        ...{apr1d: close(0.657 / 24), apr3d: close(-4.599 / 72), apr7d: close(-15.111 / 168)},
        ...{heldHours: close(10), heldAll: false, hours: close(168)}
      }
    ]);
    const netApr = close(0.219 - (12e-4 * 365) / 30);
    expect(await ask("FROM funding_pairs([112, 113], last_update(), costBps := 12, holdDays := 30)")).toMatchObject([
      {netApr}
    ]);
    // Before, both rates were equal.
    expect(await ask("FROM funding_pairs([115, 118], last_update())")).toMatchObject([
      {heldHours: close(10), heldAll: false}
    ]);
    expect(await ask("FROM funding_pairs([112, 113], TIMESTAMP '2026-05-11')")).toMatchObject([
      {apr: close(0.1095), heldAll: true}
    ]);
    expect(await ask("FROM funding_pairs([112, 113], last_update(), holdDays := 0)")).toMatchObject([{netApr: null}]);
  });

  it("knows a stopped venue by its means alone, and these only where half of their time is known", async () => {
    const none = {apr: null, netApr: null, apr1d: null, apr3d: null, heldHours: null, heldAll: null};
    expect(await ask(`${pairs} FROM funding_pairs([112, 114], last_update())`)).toEqual([
      {longFeed: 112, shortFeed: 114, ...none, apr7d: close(0.1752 - 0.1095), hours: close(96)}
    ]);
  });

  it("pairs feeds of one underlying, of all feeds if it gets none", async () => {
    const all = "SELECT longFeed, shortFeed, apr FROM funding_pairs";
    expect(await ask(`${all}([112, 115, 116], last_update())`)).toEqual([]);
    expect(
      (await ask(`${all}(NULL, last_update())`)).map(({longFeed, shortFeed}) => `${longFeed} ${shortFeed}`)
    ).toEqual([...["112 113", "115 118", "113 114", "112 114"]]);
    expect(await ask(`${all}([], last_update())`)).toEqual([]);
  });
});

it("funding_basis() is the mark against the last price of the spot feed, or says why there is none", async () => {
  const rows = await ask("SELECT priceFeedId, spotSymbol, basisBps, noBasis FROM funding_basis() ORDER BY priceFeedId");
  expect(rows.map((row) => Object.values(row))).toEqual([
    [112, "Crypto.BTC/USD", close(5), null], // a repeat of 200 came later
    [113, "Crypto.BTC/USD", null, "the service sends no mark price"],
    [114, "Crypto.BTC/USD", null, "the rate is too old"],
    [115, "Crypto.ETH/USDT", close(0), null], // ETH/USD has 40
    [116, null, null, "no spot feed of PEPE"],
    [117, "Crypto.SOL/USD", null, "Crypto.SOL/USD has no price in the minute before the mark"],
    [118, "Crypto.ETH/USDT", null, "the service sends no mark price"]
  ]);
});
