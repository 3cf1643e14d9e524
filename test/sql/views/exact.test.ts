import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {casesOf} from "../../helpers/soak.js";
import {bodyAt, recorded} from "../../helpers/store.js";

const test = eachStore();

const body = (instant: string, ...priceFeeds: object[]) => bodyAt(Date.parse(instant) * 1000, ...priceFeeds);

async function derived(sql: string): Promise<Record<string, unknown>[]> {
  await test.derive();
  return test.records(sql);
}

// By hand, from the decimals: 80639.53748222, bid 80639.27547164, ask 80645.18785063, confidence 17.83407191.
describe("the recorded entries", () => {
  it("have these prices", async () => {
    await test.book(recorded);
    expect(await test.records("SELECT * EXCLUDE (responseId) FROM prices ORDER BY priceFeedId")).toEqual([
      expect.objectContaining({
        priceFeedId: 1,
        publishedAt: "2026-05-12T13:55:00Z",
        price: 80639.53748222,
        bid: 80639.27547164,
        ask: 80645.18785063,
        mid: 80642.231661135,
        confidence: 17.83407191,
        ema: 80713.639,
        emaConfidence: 19.4644342,
        publisherCount: 16,
        marketSession: "regular",
        feedUpdateTimestamp: "2026-05-12T13:55:00Z",
        ageSeconds: 0,
        carriedForward: false,
        validSeconds: 900,
        entryIndex: 0
      }),
      expect.objectContaining({
        priceFeedId: 2,
        price: 2276.76960645,
        bid: 2276.72112231,
        ask: 2276.95946107,
        confidence: 0.69539855,
        ema: 2282.68947,
        emaConfidence: 0.5768921,
        entryIndex: 1
      }),
      expect.objectContaining({priceFeedId: 112, price: 80813.6676087, bid: null, confidence: null, entryIndex: 2})
    ]);
  });

  it("have these spreads and rates", async () => {
    await test.book(recorded);
    const [btc] = await test.records("FROM spreads WHERE priceFeedId = 1");
    expect(btc?.spread).toBeCloseTo(5.91237899, 9);
    expect(btc?.spreadBps).toBeCloseTo(0.7331616, 6); // 5.91237899 / 80642.231661135
    expect(btc?.spreadConfidences).toBeCloseTo(0.3315215, 6); // 5.91237899 / 17.83407191
    expect(btc?.book).toBe("normal");
    expect(await test.records("SELECT * EXCLUDE (apr, apy, rate1h, rateDay) FROM funding")).toEqual([
      {
        priceFeedId: 112,
        publishedAt: "2026-05-12T13:55:00Z",
        fundingTimestamp: "2026-05-12T13:54:59.726525Z",
        rate: 0.00003877,
        intervalHours: 8,
        rate8h: 0.00003877,
        markPrice: 80813.6676087,
        marketSession: "regular",
        validSeconds: 28_800
      }
    ]);
  });
});

// The clocks change in New York, in Berlin, and by half an hour where the tests pretend to be (vitest.config.ts).
describe.each(casesOf(["2026-04-05", "2026-11-01"], ["2026-03-08", "2026-03-29"]))(
  "a day on which clocks change: %s",
  (day) => {
    it("has 24 hours and one bar of a day, as all are in UTC", async () => {
      const hours = Array.from({length: 26}, (_, i) => new Date(Date.parse(`${day}T00:30:00Z`) + (i - 1) * 3.6e6));
      await test.book(...hours.map((at, i) => body(at.toISOString(), {priceFeedId: 1, exponent: 0, price: 100 + i})));
      expect(await derived("SELECT startedAt, updates, open, close FROM bars_1d ORDER BY startedAt")).toEqual([
        expect.objectContaining({updates: 1, open: 100}),
        {startedAt: `${day}T00:00:00Z`, updates: 24, open: 101, close: 124},
        expect.objectContaining({updates: 1, close: 125})
      ]);
      const held = await test.records(
        `SELECT startedAt FROM bars_1h WHERE startedAt::DATE = '${day}' ORDER BY startedAt`
      );
      const full = Array.from({length: 24}, (_, i) => ({startedAt: `${day}T${String(i).padStart(2, "0")}:00:00Z`}));
      expect(held).toEqual(full);
    });
  }
);

describe("a feed without bid and ask", () => {
  it("has bars of its price, and no figure of a spread", async () => {
    await test.book(body("2026-03-08T00:00:00Z", {priceFeedId: 1, exponent: 0, price: -7, bestBidPrice: 3}));
    expect(await test.records("FROM spreads")).toEqual([]);
    for (const name of ["bars_1s", "bars_1m", "bars_1h", "bars_1d"])
      expect(
        await derived(`SELECT high, books, crossed, locked, meanSpreadBps, medianSpreadBps, p95SpreadBps, maxSpreadBps
          FROM ${name}`)
      ).toEqual([
        {
          ...{high: -7, books: 0, crossed: 0, locked: 0},
          ...{meanSpreadBps: null, medianSpreadBps: null, p95SpreadBps: null, maxSpreadBps: null}
        }
      ]);
  });
});

describe("views of values that no market has", () => {
  it("have no infinity", async () => {
    const entries = [
      {bestBidPrice: 9e307, bestAskPrice: 1.1e308},
      {bestBidPrice: -1e308, bestAskPrice: 1e308},
      {bestBidPrice: 1, bestAskPrice: 2, confidence: 5e-324},
      {bestBidPrice: -1e-300, bestAskPrice: 1e300}
    ];
    await test.book(
      body("2026-03-08T00:00:00Z", ...entries.map((entry, i) => ({priceFeedId: i, exponent: 0, price: 1, ...entry})))
    );
    const sql = `SELECT prices.mid, spread, spreadBps AS bps, spreadConfidences AS confidences
      FROM prices LEFT JOIN spreads USING (priceFeedId) ORDER BY prices.priceFeedId`;
    expect(await test.records(sql)).toMatchObject([
      {mid: null, bps: null},
      {mid: 0, bps: null, spread: null},
      {mid: 1.5, confidences: null},
      {bps: 20_000}
    ]);
  });
});
