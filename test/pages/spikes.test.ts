import {beforeAll, describe, expect, it} from "vitest";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {readPick} from "../../src/inputs/pick.js";
import type {State} from "../../src/url/state.js";
import {usePublished} from "../helpers/published.js";
import {answerOf, openingOf} from "./queries.js";

// The time, price, spread and funding rate of the one update that differs from all others.
const spike = {at: "2026-05-12T03:53:43Z", price: 250, spreadBps: 400, rate8h: 0.05};

// 100,000 updates of feed 1, a second apart up to 2026-05-12 14:00 UTC, and as many rates of feeds 112 and 113.
const spiked = usePublished(`
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
      publishedAt = TIMESTAMP '${spike.at.slice(0, -1)}' AS stands,
      priceFeedId = 1 AS priced
    FROM feeds, range(100000) AS instants(i)
  )`);

beforeAll(async () => {
  for (const {page} of charts) openings.set(page, await openingOf(spiked.path, page));
});

const zooms = [12, 2, 0.1].map((hours) => {
  const [from = "", until = ""] = [-1, 1].map((sign) => new Date(Date.parse(spike.at) + sign * hours * 1.8e6).toJSON());
  return `${from}..${until}`;
});
const states: State[] = [{}, {range: "all"}, {range: "24h"}, ...zooms.map((zoom) => ({zoom}))];
const widths = [1146, 270];

// The height of the spike in each chart.
const charts = [
  {page: "prices", id: "updates", value: "high", height: spike.price},
  {page: "spreads", id: "series", value: "maxSpreadBps", height: spike.spreadBps},
  {page: "funding", id: "rates", value: "rate8h", height: spike.rate8h}
];
const openings = new Map<string, Opening>();
const cases = charts.flatMap((chart) =>
  widths.flatMap((width) => states.map((state) => ({...chart, width, state, search: new URLSearchParams(state)})))
);

describe("the chart of 100,000 updates", () => {
  it.each(cases)("of /$page?$search at $width px includes the spike", async ({state, width, ...chart}) => {
    const {rows, picked} = await drawn(chart, state, width);
    expect(Math.max(...rows.map((row) => Number(row[chart.value])))).toBeCloseTo(chart.height, 9);
    expect(rows.length).toBeGreaterThan(20);
    const feeds = picked.feeds?.length ?? 0;
    expect(rows.length).toBeLessThanOrEqual(4 * width + 4 * feeds); // the updates before the view
  });
});

async function drawn({page, id}: {page: string; id: string}, state: State, width: number) {
  const picked = readPick(openings.get(page) as Opening, state, width);
  const values = Object.entries(picked).map(([name, value]) => [name, keyOf(value) ?? null]);
  return {picked, rows: await answerOf(spiked.snapshot, `${page}.md ${id}`, Object.fromEntries(values))};
}
