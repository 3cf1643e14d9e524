import {once} from "node:events";
import {createWriteStream} from "node:fs";
import type {Store} from "../../loaders/store/database/store.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";

const hourMs = 3_600_000;
const end = Math.floor(Date.now() / hourMs - 1) * hourMs; // of the history; one more hour fits before now
const slice = 10_000_000;

/** A history to make: so many rows in all, one of each feed every so many seconds (default: 1), until a full hour. */
export interface History {
  rows: number;
  feeds: number;
  everySeconds?: number;
}

/**
 * Fills a store as loads of one response at a time would: books that balance, and prices that walk. Every tenth feed is a
 * funding feed, every third of the others an equity with its sessions; one update in fifty is carried forward.
 */
export async function makeHistory(store: Store, {rows, feeds, everySeconds = 1}: History): Promise<void> {
  const loadId = await startLoad(store, "bench", false);
  const stepMs = 1000 * everySeconds;
  const steps = Math.floor(rows / feeds);
  for (let from = 0; from < steps; from += slice / feeds) {
    const to = Math.min(steps, from + slice / feeds);
    await store.connection.run(`CREATE OR REPLACE TEMP TABLE made AS
      SELECT
        i,
        make_timestamp_ms(${end - steps * stepMs} + ${stepMs} * i) AS instant,
        (format('{:012x}7', epoch_ms(instant)) || left(md5(i::VARCHAR), 3) || '8' || right(md5(i::VARCHAR), 15))::UUID AS responseId
      FROM range(${from}, ${to}) AS steps(i)`);
    await store.connection.run(responsesOf(loadId, feeds));
    await store.connection.run(updatesOf(feeds));
  }
  await finishLoad(store, loadId, "done");
}

function responsesOf(loadId: string, feeds: number): string {
  return `INSERT INTO responses BY NAME
    SELECT
      responseId,
      '${loadId}'::UUID AS loadId,
      'latest_price' AS endpoint,
      'http://127.0.0.1' AS baseUrl,
      instant AS requestedAt,
      instant + INTERVAL 80 MILLISECOND AS receivedAt,
      instant AS publishedAt,
      200 AS httpStatus,
      60 + 40 * random() AS latencyMs,
      30_000 AS bodyBytes,
      sha256(i::VARCHAR) AS bodyHash,
      to_json({priceFeedIds: range(1, ${feeds} + 1), channel: 'fixed_rate@1000ms'}) AS request,
      ${feeds} AS entries,
      ${feeds} AS rows,
      0 AS rejected,
      '[]' AS missingFeeds
    FROM made`;
}

function updatesOf(feeds: number): string {
  return `INSERT INTO feed_updates BY NAME
    SELECT
      feed AS priceFeedId,
      CASE WHEN funding THEN 1.1e17 ELSE price END AS price,
      CASE WHEN NOT funding THEN price - 2000 - noise % 9000 END AS bestBidPrice,
      CASE WHEN NOT funding THEN price + 2000 + noise // 9000 % 9000 END AS bestAskPrice,
      9 + noise % 19 AS publisherCount,
      CASE WHEN funding THEN -12 ELSE -8 END AS exponent,
      CASE WHEN NOT funding THEN 10_000 + noise % 30_000 END AS confidence,
      CASE WHEN funding THEN round(1e7 * sin(i / 9000.0 + feed)) END AS fundingRate,
      CASE WHEN funding THEN time_bucket(INTERVAL 8 HOUR, instant) + INTERVAL 8 HOUR END AS fundingTimestamp,
      CASE WHEN funding THEN 28_800_000_000 END AS fundingRateInterval,
      CASE WHEN feed % 3 = 0 AND hour(instant) NOT BETWEEN 14 AND 20 THEN 'closed' ELSE 'regular' END AS marketSession,
      CASE WHEN NOT funding THEN round(price * 1.0001) END AS emaPrice,
      CASE WHEN NOT funding THEN 30_000 + noise % 10_000 END AS emaConfidence,
      instant - to_milliseconds(CASE WHEN noise % 50 = 0 THEN 2000 ELSE 0 END) AS feedUpdateTimestamp,
      responseId,
      feed - 1 AS entryIndex,
      instant AS publishedAt,
      NULL AS extra
    FROM (
      SELECT
        *,
        feed % 10 = 0 AS funding,
        hash(i * 1000 + feed) % 100_000_000 AS noise,
        round(1e8 * (feed * 7 + sin(i / 3000.0 + feed))) + noise % 1_000_000 AS price
      FROM (SELECT i, instant, responseId, unnest(range(1, ${feeds} + 1))::INTEGER AS feed FROM made)
    )`;
}

/** Writes the bodies of the hour after the history, one a second. */
export async function writeHour(path: string, feeds: number): Promise<void> {
  const file = createWriteStream(path);
  for (let second = 0; second < 3600; second++) {
    const publishedUs = (end + second * 1000) * 1000;
    const priceFeeds = Array.from({length: feeds}, (_, i) => entryOf(i + 1, second, publishedUs));
    file.write(`${JSON.stringify({parsed: {timestampUs: String(publishedUs), priceFeeds}})}\n`);
  }
  file.end();
  await once(file, "finish");
}

function entryOf(priceFeedId: number, second: number, publishedUs: number): object {
  const price = Math.round(1e8 * (priceFeedId * 7 + Math.sin(second / 3000 + priceFeedId)));
  const noise = (second * 7919 + priceFeedId * 104_729) % 9000;
  const own = {
    priceFeedId,
    publisherCount: 9 + (noise % 19),
    feedUpdateTimestamp: publishedUs,
    marketSession: "regular"
  };
  if (priceFeedId % 10 === 0)
    return {
      ...own,
      price: "110000000000000000",
      exponent: -12,
      fundingRate: noise,
      fundingRateInterval: 28_800_000_000
    };
  const around = {bestBidPrice: String(price - 2000 - noise), bestAskPrice: String(price + 2000 + noise)};
  const ema = {emaPrice: String(price + 70_000), emaConfidence: 30_000 + noise};
  return {...own, price: String(price), ...around, ...ema, exponent: -8, confidence: 10_000 + noise};
}
