import {JSDOM} from "jsdom";
import {afterAll, beforeAll, describe, expect, it, vi} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {defaultOf} from "../../src/inputs/defaults.js";
import * as kit from "../../src/notebook.js";
import {usePublished} from "../helpers/published.js";
import {notebooks, runNotebook} from "./notebook.js";
import {sharedSnapshot} from "./queries.js";

// Nine days, a row every 5 minutes. ETH follows BTC by one step, BTC returns to its average, shares jump over the weekend,
// prices move by less than their confidence, and more publishers mean a narrower confidence.
const busy = usePublished(`
  SELECT setseed(0.42);
  CREATE TEMP TABLE made AS
  FROM (VALUES
    (1, 'Crypto.BTC/USD', 'crypto'), (2, 'Crypto.ETH/USD', 'crypto'), (327, 'FX.EUR/USD', 'fx'),
    (922, 'Equity.US.AAPL/USD', 'equity'), (937, 'Equity.US.AMZN/USD', 'equity'), (1163, 'Equity.US.GOOGL/USD', 'equity'),
    (1271, 'Equity.US.META/USD', 'equity'), (1292, 'Equity.US.MSFT/USD', 'equity'),
    (112, 'FundingRate.Binance.BTC/USDT', 'funding-rate'), (1554, 'FundingRate.Hyperliquid.BTC/USD', 'funding-rate')
  ) AS t(id, symbol, class);
  INSERT INTO feeds BY NAME SELECT id AS priceFeedId, symbol, class AS assetType, now() AS updatedAt FROM made;
  CREATE TEMP TABLE instants AS
  SELECT TIMESTAMP '2026-05-04' + to_minutes(5 * i) AS t, i, sin(i * 12.9898) * 43758.5453 % 1 AS noise FROM range(2592) AS t(i);
  INSERT INTO feed_updates BY NAME
  SELECT
    id AS priceFeedId, -6 AS exponent, 0 AS entryIndex, uuid() AS responseId, t AS publishedAt,
    CASE WHEN closed AND class = 'equity' THEN t - INTERVAL 1 HOUR ELSE t END AS feedUpdateTimestamp,
    CASE WHEN class = 'equity' THEN CASE WHEN closed THEN 'closed' WHEN hour(t) < 14 THEN 'preMarket' ELSE 'regular' END
      ELSE 'regular' END AS marketSession,
    round(1e8 * CASE id WHEN 112 THEN 1.0002 + 0.001 * noise WHEN 1554 THEN 0.9999 + 0.001 * noise ELSE level END) AS price,
    round(1e8 * level * (1 - width)) AS bestBidPrice, round(1e8 * level * (1 + width)) AS bestAskPrice,
    round(1e8 * 1) AS emaPrice,
    round(1e5 * (20 - publishers) * (1 + 0.01 * noise)) AS confidence,
    CASE WHEN class <> 'funding-rate' THEN publishers END AS publisherCount,
    CASE id WHEN 112 THEN 100 WHEN 1554 THEN 300 END AS fundingRate,
    CASE WHEN class = 'funding-rate' THEN 8 * 3.6e9 END AS fundingRateInterval
  FROM (
    SELECT *,
      10 + (i % 7) - 3 AS publishers,
      class = 'equity' AND (isodow(t) > 5 OR hour(t) NOT BETWEEN 10 AND 19) AS closed,
      0.0001 * (1 + (hour(t) - 16) ** 2) AS width,
      CASE
        WHEN id = 1 THEN 1 + 0.001 * noise
        WHEN id = 2 THEN 1 + 0.001 * lag(noise, 1, 0) OVER (PARTITION BY id ORDER BY t)
        ELSE 1 + 0.0002 * noise + 0.001 * sin(id + dayofyear(t)) + CASE WHEN t >= TIMESTAMP '2026-05-11' THEN 0.05 ELSE 0 END
      END AS level
    FROM made, instants
  );`);
// One feed with three updates and few fields.
const single = usePublished(`
  INSERT INTO feed_updates BY NAME
  SELECT 7 AS priceFeedId, 0 AS exponent, 0 AS entryIndex, uuid() AS responseId, 5 AS price,
    TIMESTAMP '2026-05-12' + to_minutes(i) AS publishedAt
  FROM range(3) AS t(i);`);

// vitest's environment jsdom changes import.meta.url, which locates SQL files.
const {window} = new JSDOM("<!doctype html>", {url: "http://127.0.0.1/"});
const opened: Record<string, Snapshot> = {};
beforeAll(async () => {
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis)) vi.stubGlobal(name, Reflect.get(window, name));
  for (const kind of ["empty", "short", "whole"] as const)
    opened[kind] = await openSnapshot(await sharedSnapshot(kind));
});
afterAll(() => {
  for (const snapshot of Object.values(opened)) snapshot.close();
  vi.unstubAllGlobals();
});

// Inputs at their defaults, without a URL.
const still = {
  ...kit,
  feedInput: (...args: unknown[]) => ({value: defaultOf("feedInput", args, 960)}),
  feedsInput: (...args: unknown[]) => ({value: defaultOf("feedsInput", args, 960)}),
  choice: (...args: unknown[]) => ({value: defaultOf("choice", args, 960)})
};

const findingOf = async (name: string, snapshot: Snapshot): Promise<string> => {
  const shown = await runNotebook(name, snapshot, still);
  const [finding, ...more] = shown.filter(({className}) => className === "fb-finding");
  const text = finding?.textContent ?? "";
  expect([shown.length, more, /\d (?:%|bps)/.test(text)]).toEqual([2, [], false]); // the finding and one picture
  return text.replaceAll("\u00a0", " ");
};

describe("notebooks", () => {
  it.each(notebooks)("%s states the finding in nine days of data", async (name) => {
    expect(await findingOf(name, busy.snapshot)).toBe(findings[name]);
  });

  it.each(notebooks)("%s finds too little data in an empty store and in one feed", async (name) => {
    for (const snapshot of [opened.empty, single.snapshot])
      if (snapshot)
        expect(await findingOf(name, snapshot)).toMatch(
          /^Too little data for a finding: it needs \d+ [a-z ]+, and has \d+\.$/
        );
  });
});

// Each figure was computed by other means from single updates, without a named query.
const findings: Readonly<Record<string, string>> = {
  "confidence-calibration":
    "99.99 % of 11,938 prices were within one confidence of the price 5 min later. A Laplace distribution predicts 75.69 %: as a forecast over 5 min, confidence is too wide.",
  "ema-reversion":
    "Over 2,591 steps of 5 minutes, the distance of Crypto.BTC/USD from its average has a correlation of −0.476 with its next move. Chance explains ±0.039: for each bp of distance the price comes back by 0.454 bps in a step.",
  "funding-carry":
    "The best pair, long → short, is Binance → Hyperliquid, BTC: it earned 54.0 bps in 216 hours, more than the 5.00 bps that its trades cost. Pairs that earned more than their trades cost: 1 of 1. The best pair needs 20 h to pay for its trades.",
  "lead-lag":
    "Over 2,590 steps of 5 minutes, the returns of Crypto.BTC/USD and Crypto.ETH/USD have a correlation of −0.26. The largest correlation at another lag is 1.000. Chance explains ±0.079: Crypto.BTC/USD leads by 5 minutes.",
  "publishers-confidence":
    "With two publishers more than usual, a feed’s median confidence was 20.00 % narrower than usual. With two fewer it was 19.96 % wider than usual. More publishers mean a narrower confidence.",
  "session-staleness":
    "0 % of 15,480 updates in a regular session were over a minute old. In all other sessions 83.91 % were. While their market is open, feeds are fresh.",
  "spread-hours":
    "The spread of Equity.US.AAPL/USD is narrowest at 12:00 in New York (regular, 2.00 bps), and widest at 6:00 in New York (pre-market, 74.0 bps): 37.0 times as wide, so the hour matters.",
  "weekend-gaps":
    "The median share moved 488 bps over a weekend and 6.67 bps over a night: 73.1 times as far. A random walk would move 1.9 times as far: the weekend moves more than its longer time explains.",
  "around-payments":
    "In the hour after 26 payments by longs, the price moved by +1.27 bps in the mean, with a standard error of 1.51 bps: chance explains that.",
  "basis-by-venue":
    "Over 215 hours, the mark price of BTC at Binance was furthest from spot: +2.00 bps in the mean, between 2.00 bps and 2.00 bps in nine of ten hours.",
  "highs-and-lows":
    "The highest tenth of the range of seven days has 6 of 8 feeds, the lowest tenth 1. Equity.US.META/USD is nearest to its high, Crypto.BTC/USD to its low.",
  outliers:
    "None of 289 prices of Crypto.BTC/USD is further than six robust standard deviations from the prices around them.",
  portfolio:
    "In 215 hours, the portfolio went from 849.97 to 849.25: −0.084 %. Its deepest drawdown was −0.19 %. Crypto.BTC/USD contributed most: 0.00.",
  "true-range":
    "Crypto.BTC/USD moves by 17.2 bps in an hour now, as the average true range of 14 hours says: about its usual 17.5 bps, the median of 203 hours.",
  "volatility-cone":
    "The volatility of Crypto.BTC/USD in the last 6 hours is usual: 13.77 % a year. The median of 839 windows of that length is 14.32 %."
};
