import {existsSync} from "node:fs";
import type {Published} from "../../loaders/snapshot/publish.js";
import type {Store} from "../../loaders/store/database/store.js";
import {publishMade} from "./published.js";

/** What a snapshot for tests holds. */
export interface SnapshotOptions {
  /** Hours of updates, one a minute, up to `until`; 0: an empty store. */
  hours?: number;
  /** Time of the last update. */
  until?: string;
  simulated?: boolean;
  /** Whether some entries were rejected, values null, bodies no updates, and fields new. */
  faults?: boolean;
  /** Whether feeds 103 and 11 are there, too: one of long prices, one of texts of 5,000 characters. */
  long?: boolean;
  /** How large it may become. */
  budgetBytes?: number;
}

// Feed 9 has no catalogue entry, feed 10 was never priced, feed 6 has no bid and ask, feed 8 a crossed book each hour.
const feeds = [
  "(1, 'Crypto.BTC/USD', 'Bitcoin', 'crypto', -8, NULL, 80000)",
  "(2, 'Crypto.ETH/USD', 'Ether', 'crypto', -8, NULL, 2300)",
  "(6, 'Crypto.SOL/USD', 'Solana', 'crypto', -8, NULL, 95)",
  "(8, 'Crypto.USDT/USD', '<img src=x onerror=alert(1)>', 'crypto', -8, NULL, 1)",
  "(327, 'FX.EUR/USD', 'Euro', 'fx', -5, NULL, 1.17)",
  "(922, 'Equity.US.AAPL/USD', 'Apple', 'equity', -5, NULL, 290)",
  "(112, 'FundingRate.Binance.BTC/USDT', 'Bitcoin perpetual', 'funding-rate', -12, 8, 80000)",
  "(113, 'FundingRate.Hyperliquid.BTC/USD', 'Bitcoin perpetual', 'funding-rate', -12, 1, 80000)",
  "(114, 'FundingRate.Bybit.ETH/USDT', 'Ether perpetual', 'funding-rate', -12, 4, 2300)",
  "(9, NULL, NULL, NULL, -8, NULL, 12)",
  "(10, 'Crypto.NEW/USD', 'New', 'crypto', -8, NULL, NULL)"
];

const longFeeds = [
  "(103, 'Crypto.WBTC/USD', 'Wrapped Bitcoin', 'crypto', -10, NULL, 80332)",
  "(11, repeat('Long', 1249) || '/USD', repeat('long name ', 500), 'crypto', -8, NULL, 3)",
  "(115, 'FundingRate.' || repeat('Venue', 500) || '.' || repeat('LONG', 625) || '/USDT', NULL, 'funding-rate', -12, 8, 3)"
];

/** Writes a snapshot by way of a real store at `${path}.store`: a few feeds whose prices are sines of the time. */
export async function makeSnapshot(path: string, options: SnapshotOptions = {}): Promise<void> {
  const {
    hours = 26,
    until = "2026-05-12T14:00:00Z",
    simulated = true,
    faults = false,
    long = false,
    budgetBytes
  } = options;
  const fill = async ({connection}: Store) => {
    await connection.run(`DELETE FROM feed_updates; DELETE FROM feeds; DELETE FROM feed_changes; DELETE FROM loads; DELETE FROM responses;
      DELETE FROM rejected_entries; DELETE FROM coercions; DELETE FROM failed_responses;
      CREATE OR REPLACE TEMP TABLE made AS
        FROM (VALUES ${[...feeds, ...(long ? longFeeds : [])].join()}) AS t(id, symbol, name, class, exponent, hours, level);`);
    if (hours === 0) return;
    await connection.run(feedsSql);
    await connection.run(calendarSql);
    await connection.run(updatesSql, {until, minutes: hours * 60});
    await connection.run(loadsSql, {simulated});
    await connection.run(responsesSql);
    if (faults) await connection.run(faultsSql.replaceAll("$until", `'${until}'`));
  };
  const rebuild = existsSync(`${path}.store`); // for the rows that it does not have any more
  await publishMade(path, fill, {rebuild, publishFaults: faults, ...(budgetBytes !== undefined && {budgetBytes})});
}

/** The rows of each table of a snapshot. */
export function rowsOf({parts}: Pick<Published, "parts">): Record<string, number> {
  return Object.fromEntries(parts.map(({name, rows}) => [name, rows]));
}

const feedsSql = `
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, symbol, name, class AS assetType, exponent, hours AS fundingIntervalHours, now() AS updatedAt
  FROM made
  WHERE symbol IS NOT NULL`;

// Crypto is always open. The regular session of feed 922 had no half day before, and the feed was split.
const calendarSql = `
  UPDATE feeds SET schedule = 'America/New_York;O,O,O,O,O,O,O;', more = '{}' WHERE assetType = 'crypto';
  UPDATE feeds SET expiresAt = TIMESTAMP '2026-06-01' WHERE priceFeedId IN (8, 9);
  UPDATE feeds SET
    schedule = 'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;0101/C,1127/0930-1300',
    more = '{"corporate_actions":[{"event_type":"SPLIT","activation":{"us_equity_ex_date":{"ex_date":"2026-05-12"}},
      "adjustment_factor_numerator":"4","adjustment_factor_denominator":"1"}]}'
  WHERE priceFeedId = 922;
  INSERT INTO feed_changes
  SELECT TIMESTAMP '2026-05-12 09:30', 922, 'schedule',
    '"America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;"', to_json(schedule)
  FROM feeds WHERE priceFeedId = 922`;

const updatesSql = `
  INSERT INTO feed_updates BY NAME
  WITH instants AS (
    SELECT $until::TIMESTAMP - to_minutes(unnest(range($minutes::INTEGER))) AS t
  ), updates AS (
    SELECT
      *,
      level * (1 + 0.01 * sin(epoch(t) / 20000 + id)) / 10.0 ** exponent AS mantissa,
      abs(mantissa) * 0.00005 * (1.5 + sin(epoch(t) / 3000)) AS half,
      class IS DISTINCT FROM 'funding-rate' AS priced
    FROM made, instants
    WHERE level IS NOT NULL
  )
  SELECT
    id AS priceFeedId,
    round(mantissa) AS price,
    CASE WHEN priced AND id <> 6 THEN round(mantissa - CASE WHEN id = 8 AND minute(t) = 0 THEN -half ELSE half END) END AS bestBidPrice,
    CASE WHEN priced AND id <> 6 THEN round(mantissa + CASE WHEN id = 8 AND minute(t) = 0 THEN -half ELSE half END) END AS bestAskPrice,
    CASE WHEN priced THEN round(half * 3) END AS confidence,
    exponent,
    9 AS publisherCount,
    CASE WHEN NOT priced THEN round(1e7 * hours / 8 * sin(epoch(t) / 30000 + id)) END AS fundingRate,
    hours * 3.6e9 AS fundingRateInterval,
    CASE
      WHEN id = 11 THEN repeat('session', 100)
      WHEN class = 'equity' AND hour(t) NOT BETWEEN 13 AND 19 THEN 'closed'
      ELSE 'regular'
    END AS marketSession,
    CASE WHEN priced THEN round(mantissa * 1.001) END AS emaPrice,
    CASE WHEN priced THEN round(half * 3) END AS emaConfidence,
    t AS feedUpdateTimestamp,
    CASE WHEN NOT priced THEN date_trunc('hour', t) END AS fundingTimestamp,
    uuid() AS responseId,
    0 AS entryIndex,
    t AS publishedAt
  FROM updates`;

const loadsSql = `
  INSERT INTO loads BY NAME
  SELECT '00000000-0000-7000-8000-000000000000' AS loadId, 'test' AS command, now() AS startedAt, 'done' AS status,
    1 AS rows, 0 AS rejected, $simulated::BOOLEAN AS sandbox`;

const responsesSql = `
  INSERT INTO responses BY NAME
  SELECT uuid() AS responseId, loadId, 'test' AS endpoint, '' AS baseUrl, now() AS requestedAt, now() AS receivedAt,
    now() AS publishedAt, 0 AS bodyBytes, '' AS bodyHash, 1 AS entries, 1 AS rows, 0 AS rejected
  FROM loads`;

// Forty answers, of 1 to 40 ms, half an hour apart. With them an entry without an id that is markup, one of feed 2, two
// values of feed 1, a failed response, and a new field.
const faultsSql = `
  INSERT INTO responses BY NAME
  SELECT (printf('00000000-0000-7000-8000-%012d', i + 1))::UUID AS responseId, '00000000-0000-7000-8000-000000000000' AS loadId,
    'latest_price' AS endpoint, '' AS baseUrl, $until::TIMESTAMP - to_minutes(30 * (39 - i)) AS requestedAt,
    requestedAt AS receivedAt, requestedAt AS publishedAt, CASE WHEN i = 3 THEN 503 ELSE 200 END AS httpStatus, i + 1.0 AS latencyMs,
    0 AS bodyBytes, '' AS bodyHash, 2 AS entries, 0 AS rows, 2 AS rejected
  FROM range(40) AS t(i);
  INSERT INTO rejected_entries VALUES
    ('00000000-0000-7000-8000-000000000039', 0, 'unreadable priceFeedId: x', '{"priceFeedId":"<img src=x onerror=alert(1)>"}'),
    ('00000000-0000-7000-8000-000000000040', 1, 'no object', '{"priceFeedId":2,"price":[]}');
  INSERT INTO coercions VALUES
    ('00000000-0000-7000-8000-000000000039', 0, 1, 'price', '"n/a"'),
    ('00000000-0000-7000-8000-000000000040', 0, 1, 'confidence', '{}');
  INSERT INTO failed_responses VALUES ('00000000-0000-7000-8000-000000000040', 'no JSON (<)', '<html><b>no</b>');
  UPDATE feed_updates SET extra = '{"<i>status</i>":"x"}' WHERE priceFeedId = 1`;
