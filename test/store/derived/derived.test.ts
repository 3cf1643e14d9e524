import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {derive} from "../../../loaders/store/derive.js";
import {makeStore, recorded, type TestStore} from "../../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

function update(second: number, ...priceFeeds: object[]): string {
  return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + second * 1e6), priceFeeds}});
}

const quote = {
  priceFeedId: 1,
  exponent: -2,
  price: "10000",
  bestBidPrice: "9990",
  bestAskPrice: "10010",
  confidence: 5
};

describe("prices", () => {
  it("gives human values, mid and age", async () => {
    await test.book(update(60, {...quote, emaPrice: "9900", feedUpdateTimestamp: 1778594157500000}));
    expect(
      await test.records("SELECT price, bid, ask, mid, confidence, ema, ageSeconds, carriedForward FROM prices")
    ).toEqual([
      {price: 100, bid: 99.9, ask: 100.1, mid: 100, confidence: 0.05, ema: 99, ageSeconds: 2.5, carriedForward: true}
    ]);
  });

  it("counts the last received of an instant that came twice", async () => {
    await test.book(update(0, quote), update(0, {...quote, price: "20000"}));
    expect(await test.records("SELECT price FROM prices")).toEqual([{price: 200}]);
  });

  it("keeps a negative price, and nulls where nothing came", async () => {
    await test.book(update(0, {priceFeedId: 1, exponent: -2, price: "-3725"}));
    expect(await test.records("SELECT price, mid, confidence, ageSeconds FROM prices")).toEqual([
      {price: -37.25, mid: null, confidence: null, ageSeconds: null}
    ]);
  });
});

describe("spreads", () => {
  it.each([
    ["normal", "9990", "10010", 0.2, 20],
    ["locked", "10000", "10000", 0, 0],
    ["crossed", "10010", "9990", -0.2, -20]
  ])("marks a %s book", async (book, bestBidPrice, bestAskPrice, spread, spreadBps) => {
    await test.book(update(0, {...quote, bestBidPrice, bestAskPrice}));
    const [row] = await test.records("SELECT book, spread, spreadBps, spreadConfidences FROM spreads");
    expect(row).toMatchObject({book});
    expect(row?.spread).toBeCloseTo(spread, 12);
    expect(row?.spreadBps).toBeCloseTo(spreadBps, 9);
    expect(row?.spreadConfidences).toBeCloseTo(spread / 0.05, 9);
  });

  it("leaves out an update with one side, and is null at a mid of zero", async () => {
    await test.book(
      update(0, {...quote, bestAskPrice: null}),
      update(1, {...quote, bestBidPrice: "-10", bestAskPrice: "10"})
    );
    expect(await test.records("SELECT mid, spreadBps FROM spreads")).toEqual([{mid: 0, spreadBps: null}]);
  });

  it("has positive bps for a negative price", async () => {
    await test.book(update(0, {...quote, price: "-10000", bestBidPrice: "-10010", bestAskPrice: "-9990"}));
    expect((await test.records("SELECT spreadBps FROM spreads"))[0]?.spreadBps).toBeCloseTo(20, 9);
  });
});

describe("views of values that no market has", () => {
  it.each([
    [
      {price: 1, bestBidPrice: 9e307, bestAskPrice: 1.1e308},
      {mid: null, bps: null}
    ],
    [
      {price: 1, bestBidPrice: -1e308, bestAskPrice: 1e308},
      {mid: 0, bps: null, spread: null}
    ],
    [
      {price: 1, bestBidPrice: 1, bestAskPrice: 2, confidence: 5e-324},
      {mid: 1.5, confidences: null}
    ],
    [{price: 1, bestBidPrice: -1e-300, bestAskPrice: 1e300}, {bps: 20_000}]
  ])("have no infinity: %j", async (entry, row) => {
    await test.book(update(0, {priceFeedId: 1, exponent: 0, ...entry}));
    const sql = `SELECT prices.mid, spread, spreadBps AS bps, spreadConfidences AS confidences
      FROM prices LEFT JOIN spreads USING (priceFeedId)`;
    expect(await test.records(sql)).toMatchObject([row]);
  });

  it("have no funding rate that overflows, and none for an interval below zero", async () => {
    const feed = {priceFeedId: 5, exponent: 0, fundingRate: 1e308};
    await test.book(
      update(0, {...feed, fundingRateInterval: 1}),
      update(1, {...feed, fundingRate: 1, fundingRateInterval: -3.6e9})
    );
    expect(await test.records("SELECT rate8h, apr FROM funding ORDER BY publishedAt")).toEqual([
      {rate8h: null, apr: null},
      {rate8h: null, apr: null}
    ]);
  });
});

describe("views of misdated updates", () => {
  it("leave them out, all in the same way", async () => {
    const rate = {priceFeedId: 5, exponent: 0, fundingRate: 1, fundingRateInterval: 3.6e9};
    await test.book(update(0, quote, rate), update(9e9, {...quote, price: "1"}, {...rate, fundingRate: 2}));
    expect(await test.records("SELECT price FROM prices WHERE priceFeedId = 1")).toEqual([{price: 100}]);
    expect(await test.records("SELECT rate FROM funding")).toEqual([{rate: 1}]);
    expect(await test.records("SELECT updates, year(lastPublishedAt) AS year FROM feed_stats")).toEqual([
      {updates: 1, year: 2026},
      {updates: 1, year: 2026}
    ]);
  });

  it("have them where there are no others", async () => {
    await test.book(update(9e9, quote));
    expect(await test.records("SELECT price FROM prices")).toEqual([{price: 100}]);
    expect(await test.records("SELECT updates FROM feed_stats")).toEqual([{updates: 1}]);
  });
});

describe("funding", () => {
  it("gives the recorded rate, never the mark price", async () => {
    await test.book(recorded);
    const [row] = await test.records("SELECT rate, intervalHours, rate8h, apr, markPrice FROM funding");
    expect(row).toMatchObject({rate: 3.877e-5, intervalHours: 8, rate8h: 3.877e-5, markPrice: 80813.6676087});
    expect(row?.apr).toBeCloseTo(3.877e-5 * 3 * 365, 12);
  });

  it.each([
    [3_600_000_000, 1, 8e-5, 0.0876],
    [14_400_000_000, 4, 2e-5, 0.0219],
    [28_800_000_000, 8, 1e-5, 0.01095]
  ])("normalises an interval of %d µs", async (fundingRateInterval, hours, rate8h, apr) => {
    await test.book(update(0, {priceFeedId: 5, exponent: -12, fundingRate: 10_000_000, fundingRateInterval}));
    const [row] = await test.records("SELECT intervalHours, rate8h, apr FROM funding");
    expect(row?.intervalHours).toBe(hours);
    expect(row?.rate8h).toBeCloseTo(rate8h, 15);
    expect(row?.apr).toBeCloseTo(apr, 12);
  });

  it("keeps zero and negative rates, and is null without an interval", async () => {
    const feed = {priceFeedId: 5, exponent: -12, fundingRateInterval: 28_800_000_000};
    await test.book(
      update(0, {...feed, fundingRate: 0}),
      update(1, {...feed, fundingRate: -33_000_000}),
      update(2, {...feed, fundingRate: 1, fundingRateInterval: null}),
      update(3, {...feed, fundingRate: 1, fundingRateInterval: 0})
    );
    expect(await test.records("SELECT rate8h FROM funding ORDER BY publishedAt")).toEqual([
      {rate8h: 0},
      {rate8h: -3.3e-5},
      {rate8h: null},
      {rate8h: null}
    ]);
  });
});

describe("feed_stats", () => {
  it("has feeds that only the updates or only the catalogue know", async () => {
    await test.book(recorded);
    await test.store.connection.run(
      "INSERT INTO feeds (priceFeedId, symbol, updatedAt) VALUES (9, 'Crypto.X/USD', now())"
    );
    expect(
      await test.records("SELECT priceFeedId, symbol, assetType, exponent, updates FROM feed_stats ORDER BY 1")
    ).toEqual([
      {priceFeedId: 1, symbol: null, assetType: null, exponent: -8, updates: 1},
      {priceFeedId: 2, symbol: null, assetType: null, exponent: -8, updates: 1},
      {priceFeedId: 9, symbol: "Crypto.X/USD", assetType: null, exponent: null, updates: 0},
      {priceFeedId: 112, symbol: null, assetType: "funding-rate", exponent: -12, updates: 1}
    ]);
  });
});

describe("feed_stats, of an exponent", () => {
  it.each([
    [1e30, null],
    [-1e30, null],
    [2147483648, null],
    [-12, -12]
  ])("of %d is %d", async (exponent, shown) => {
    await test.book(update(0, {...quote, exponent}));
    expect(await test.records("SELECT exponent FROM feed_stats")).toEqual([{exponent: shown}]);
  });
});

describe("meta", () => {
  it("counts what the store holds", async () => {
    await test.book(recorded, '{"parsed":{"priceFeeds":[null]}}');
    expect(await test.records("FROM meta")).toEqual([
      {
        simulated: false,
        firstPublishedAt: "2026-05-12T13:55:00Z",
        lastPublishedAt: "2026-05-12T13:55:00Z",
        updates: 3,
        feeds: 3,
        rejected: 1,
        coercions: 0,
        misdated: 0
      }
    ]);
  });

  it("spans no update that is dated absurdly, but counts it", async () => {
    await test.book(recorded, update(-1.7785e9, quote), update(9e9, quote));
    expect(await test.records("SELECT firstPublishedAt, lastPublishedAt, updates, misdated FROM meta")).toEqual([
      {firstPublishedAt: "2026-05-12T13:55:00Z", lastPublishedAt: "2026-05-12T13:55:00Z", updates: 5, misdated: 2}
    ]);
  });

  it("spans what there is where every update is dated absurdly", async () => {
    await test.book(update(-1.7785e9, quote));
    expect(await test.records("SELECT year(firstPublishedAt) AS year, misdated FROM meta")).toEqual([
      {year: 4951, misdated: 1}
    ]);
  });
});

describe("funding of several venues", () => {
  const rate = (priceFeedId: number, fundingRate: number, hours: number, more: object = {}) => ({
    priceFeedId,
    exponent: -12,
    fundingRate,
    fundingRateInterval: hours * 3.6e9,
    ...more
  });

  it("is normalised to 1 h, 8 h, a day and a year, simple and compound", async () => {
    await test.book(update(0, rate(5, 100_000_000, 8)));
    const [row] = await test.records("SELECT rate, rate1h, rate8h, rateDay, apr, apy FROM funding");
    expect(row?.rate).toBe(1e-4);
    expect(row?.rate1h).toBeCloseTo(1.25e-5, 15);
    expect(row?.rate8h).toBeCloseTo(1e-4, 15);
    expect(row?.rateDay).toBeCloseTo(3e-4, 15);
    expect(row?.apr).toBeCloseTo(0.1095, 12);
    expect(row?.apy).toBeCloseTo(1.0001 ** 1095 - 1, 12);
  });

  it("has no compound rate where everything is lost, or none is known", async () => {
    await test.book(update(0, rate(5, -1e12, 8), rate(6, 1e9, 0)));
    expect(await test.records("SELECT apr, apy FROM funding ORDER BY priceFeedId")).toEqual([
      {apr: -1095, apy: null},
      {apr: null, apy: null}
    ]);
  });

  it("marks where a venue changed its interval", async () => {
    const at = (hours: number, interval: number) => update(hours * 3600, rate(5, 1e8, interval));
    await test.book(at(0, 8), at(1, 8), at(2, 4), at(3, 4), at(4, 8));
    await derive((work) => work(test.store));
    expect(
      await test.records("SELECT intervalHours, wasHours, updates FROM funding_intervals ORDER BY startedAt")
    ).toEqual([
      {intervalHours: 8, wasHours: null, updates: 2},
      {intervalHours: 4, wasHours: 8, updates: 2},
      {intervalHours: 8, wasHours: 4, updates: 1}
    ]);
  });

  it("accrues by the time that each rate stood, over a change of the interval", async () => {
    const at = (hours: number, value: number, interval: number) => update(hours * 3600, rate(5, value, interval));
    await test.book(at(0, 8e8, 8), at(4, -4e8, 4), at(6, 0, 4), at(8, 1e12, 8));
    const since = "TIMESTAMP '2026-05-12 13:55:00'"; // the first of them
    const [row] = await test.records(`FROM accrual('funding', [5], ${since}, ${since} + INTERVAL 8 HOUR)`);
    // 4 h of 8e-4 over 8 h, 2 h of -4e-4 over 4 h, 2 h of nothing; the last counts a millisecond.
    expect(row?.accrued).toBeCloseTo(4e-4 - 2e-4 + 1 / (8 * 3.6e6), 12);
    expect(row?.hours).toBeCloseTo(8, 6);
  });

  it("tells how far venues are apart, of rates that still stand", async () => {
    await test.records(`INSERT INTO feeds BY NAME SELECT unnest([5, 6, 7]) AS priceFeedId, now()::TIMESTAMP AS updatedAt,
      unnest(['FundingRate.Binance.BTC/USDT', 'FundingRate.Bybit.BTC/USDT', 'FundingRate.Old.BTC/USDT']) AS symbol`);
    await test.book(
      update(0, rate(7, 9e9, 1)),
      update(4 * 3600, rate(5, 8e8, 8, {fundingTimestamp: 1778594100000000 + 8 * 3.6e9}), rate(6, -1e8, 1))
    );
    const rows = await test.records(
      "SELECT venue, underlying, rate8h, spread8h, nextFundingAt FROM funding_now ORDER BY priceFeedId"
    );
    expect(rows).toMatchObject([
      {venue: "Binance", underlying: "BTC", nextFundingAt: "2026-05-12T21:55:00Z"},
      {venue: "Bybit", underlying: "BTC", nextFundingAt: null},
      {venue: "Old", underlying: "BTC"}
    ]);
    expect(rows[0]?.spread8h).toBeCloseTo(16e-4, 12); // 8e-4 against -8e-4
  });

  it("has the newest rate of a venue's feeds of one underlying, and all that tell no venue or underlying", async () => {
    const symbols = ["A.BTC/USDT", "A.BTC/USDC", "A.BTC/USD", "B.BTC/USDT", "B.ETH/USDT", "A", ".BTC/USDT"];
    await test.records(`INSERT INTO feeds BY NAME
      SELECT unnest(range(5, 12)) AS priceFeedId, now()::TIMESTAMP AS updatedAt,
        'FundingRate.' || unnest(${JSON.stringify(symbols).replaceAll('"', "'")}) AS symbol`);
    const hour = 3600;
    await test.book(
      update(0, rate(5, 9e8, 8), ...[9, 10, 11, 12, 13].map((feed) => rate(feed, 1e8, 8))),
      update(hour, rate(7, 3e8, 8), rate(6, 2e8, 8), rate(8, -1e8, 8))
    );
    const columns = "priceFeedId, venue, underlying, feeds, round(spread8h, 12) AS spread8h";
    const rows = await test.records(`SELECT ${columns} FROM funding_now ORDER BY priceFeedId`);
    expect(rows.map((row) => Object.values(row))).toEqual([
      [6, "A", "BTC", 3, 3e-4], // of the two newest that of the lower number; not 9e-4, and not 3e-4 against -1e-4
      [8, "B", "BTC", 1, 3e-4],
      [9, "B", "ETH", 1, 0],
      [10, "A", null, 1, null],
      [11, null, "BTC", 1, 3e-4],
      [12, null, null, 1, null],
      [13, null, null, 1, null]
    ]);
  });
});

describe("bars_1s", () => {
  it("has what bars of a minute have, by the second", async () => {
    await test.book(update(0, quote), update(0.2, {...quote, price: "10100"}), update(1, quote));
    expect(
      await test.records(
        "SELECT open, high, close, updates, second(startedAt) AS second FROM bars_1s ORDER BY startedAt"
      )
    ).toEqual([
      {open: 100, high: 101, close: 101, updates: 2, second: 0},
      {open: 100, high: 100, close: 100, updates: 1, second: 1}
    ]);
  });
});
