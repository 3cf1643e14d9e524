import {publishMade} from "../published.js";

/** The time, price, spread and funding rate of the one update that differs from all others. */
export const spike = {at: "2026-05-12T03:53:43Z", price: 250, spreadBps: 400, rate8h: 0.05};

/**
 * Writes a snapshot of 100,000 updates of feed 1, a second apart up to 2026-05-12 14:00 UTC, and as many rates of feeds
 * 112 and 113, in which one update stands out.
 */
export async function makeSpike(path: string): Promise<void> {
  await publishMade(path, ({connection}) => connection.run(updatesSql, {at: spike.at.slice(0, -1)}));
}

const updatesSql = `
  INSERT INTO feeds BY NAME
  FROM (VALUES
    (1, 'Crypto.BTC/USD', 'crypto', -6),
    (112, 'FundingRate.Binance.BTC/USDT', 'funding-rate', -12),
    (113, 'FundingRate.Bybit.BTC/USDT', 'funding-rate', -12)
  ) AS feeds(priceFeedId, symbol, assetType, exponent), (SELECT now() AS updatedAt);
  INSERT INTO feed_updates BY NAME
  SELECT
    priceFeedId,
    exponent,
    CASE WHEN priced THEN 1e6 * CASE WHEN stands THEN 250 ELSE 100 + sin(i / 9000) END END AS price,
    price * CASE WHEN stands THEN 0.98 ELSE 0.9999 END AS bestBidPrice,
    price * CASE WHEN stands THEN 1.02 ELSE 1.0001 END AS bestAskPrice,
    CASE WHEN priced THEN 1e4 END AS confidence,
    CASE WHEN NOT priced THEN 1e12 * CASE WHEN stands AND priceFeedId = 112 THEN 0.05 ELSE 1e-4 * sin(i / 9000) END END AS fundingRate,
    8 * 3.6e9 AS fundingRateInterval,
    'regular' AS marketSession,
    publishedAt,
    uuid() AS responseId,
    0 AS entryIndex
  FROM (
    SELECT
      *,
      TIMESTAMP '2026-05-12 14:00' - to_seconds(i) AS publishedAt,
      publishedAt = $at::TIMESTAMP AS stands,
      priceFeedId = 1 AS priced
    FROM feeds, range(100000) AS instants(i)
  )`;
