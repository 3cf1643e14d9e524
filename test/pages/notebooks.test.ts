import {JSDOM} from "jsdom";
import {afterAll, beforeAll, describe, expect, it, vi} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import {defaultOf} from "../../src/inputs/defaults.js";
import * as kit from "../../src/notebook.js";
import {notebooks, runNotebook, sourceOf} from "../helpers/notebook.js";
import {usePublished} from "../helpers/published.js";
import {expectedOf, tooLittle} from "./findings.js";
import {sharedSnapshot} from "./queries.js";

// Nine days, a row each 5 minutes. ETH follows BTC by one step, BTC comes back to its average, shares jump over the weekend,
// prices move by less than their confidence, and where a feed has more publishers its confidence is narrower.
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
    CASE WHEN class <> 'funding-rate' THEN round(1e8 * level) END AS price,
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
// One feed, without most fields, of which three updates came.
const single = usePublished(`
  INSERT INTO feed_updates BY NAME
  SELECT 7 AS priceFeedId, 0 AS exponent, 0 AS entryIndex, uuid() AS responseId, 5 AS price,
    TIMESTAMP '2026-05-12' + to_minutes(i) AS publishedAt
  FROM range(3) AS t(i);`);

// The environment jsdom has another import.meta.url, by which no SQL file is found.
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

// Inputs at their defaults: the URL, in which they keep a choice, needs a browser.
const still = {
  ...kit,
  feedInput: (...args: unknown[]) => ({value: defaultOf("feedInput", args, 960)}),
  feedsInput: (...args: unknown[]) => ({value: defaultOf("feedsInput", args, 960)}),
  choice: (...args: unknown[]) => ({value: defaultOf("choice", args, 960)})
};

const findingOf = async (name: string, snapshot: Snapshot): Promise<string> => {
  const shown = await runNotebook(name, snapshot, still);
  const [finding, ...more] = shown.filter(({className}) => className === "fb-finding");
  expect([shown.length, more]).toEqual([2, []]); // and one picture
  return finding?.textContent ?? "";
};

describe("notebooks", () => {
  it("are eight, each with figures by other means", () => {
    expect(notebooks.length).toBe(8);
    expect(notebooks.toSorted()).toEqual(Object.keys(expectedOf).toSorted());
  });

  it.each(notebooks)("%s is a question, a finding, a picture and a caveat, with at most 12 lines of code", (name) => {
    const source = sourceOf(name);
    expect(source).toMatch(
      /^# .+\?\n\n```js\nimport \{[^}]+\} from "\.\.\/notebook\.js";\n```\n\n\$\{finding\([\s\S]+\n\n\*\*Caveat\.\*\* [A-Z][\s\S]+\.\n$/
    );
    const code = [...source.matchAll(/^```(?:js|sql).* echo\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text.trim());
    expect(code.join("\n").split("\n").length).toBeLessThanOrEqual(12);
    expect(source.match(/^```(?:js|sql)/gm)?.length).toBe(code.length + 1);
    expect(source.split("\n").filter((line) => line.length > 160)).toEqual([]);
  });

  it.each(notebooks)("%s finds in nine days what is in them", async (name) => {
    const ask = async (sql: string) => toRecords(await busy.snapshot.query(sql));
    const expected = await expectedOf[name]?.(ask);
    const found = await findingOf(name, busy.snapshot);
    for (const part of expected ?? []) expect(found).toContain(part);
    expect(found).not.toContain(tooLittle);
    expect(found).toContain(planted[name]);
    expect(found).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  });

  it.each(notebooks)("%s says of an empty store and of one feed that there is too little data", async (name) => {
    for (const snapshot of [opened.empty, single.snapshot])
      if (snapshot)
        expect(await findingOf(name, snapshot)).toMatch(
          new RegExp(`^${tooLittle}: it needs \\d+ [a-z ]+, and has \\d+\\.$`)
        );
  });

  it.each(notebooks)("%s is right of eight hours, and of 200", async (name) => {
    for (const snapshot of [opened.short, opened.whole]) {
      if (snapshot === undefined) continue;
      const ask = async (sql: string) => toRecords(await snapshot.query(sql));
      const found = await findingOf(name, snapshot);
      for (const part of (await expectedOf[name]?.(ask)) ?? []) expect(found).toContain(part);
    }
  });
});

const planted: Readonly<Record<string, string>> = {
  "weekend-gaps": "the weekend moves more than its longer time explains",
  "confidence-calibration": "confidence is too wide",
  "spread-hours": "the hour matters.",
  "funding-carry": "Binance → Hyperliquid, BTC",
  "lead-lag": "Crypto.BTC/USD leads by 5 minutes",
  "session-staleness": "feeds are fresh",
  "ema-reversion": "it comes back",
  "publishers-confidence": "it is narrower"
};
