import {describe, expect, it} from "vitest";
import {usePublished} from "../../helpers/published.js";

// Feeds 1 and 2 have prices an hour apart, at the minute 59. Those of 3 to 9 come each minute at the second 30.
const [one, two] = [
  [100, 102, 101, 105, 107, 104, 108, 110],
  [50, 50.5, 51.5, 51, 53, 54, 52.5, 54.5]
];
const hourly = [one, two].flatMap((prices, i) => prices.map((price, hour) => [i + 1, 60 * hour + 59, price, null]));
const minutely = [
  ...[100, 110, 99, undefined, undefined, 120].map((price, i) => [3, i, price, "regular"]), // a gap
  ...[50, 51, 51, 51, 55, 56].map((price, i) => [4, i, price, i === 2 || i === 3 ? "closed" : "regular"]),
  [5, 1, 7, "regular"], // a single one
  ...[10, null, 20].map((price, i) => [6, i, price, "regular"]),
  ...[5, 0, -5, -6].map((price, i) => [7, i, price, "regular"]),
  ...[10, 11, 12].map((price, i) => [8, Math.min(i, 1), price, "regular"]), // two at one instant: the last received counts
  [12, 0, 5, "regular"],
  [12, 0.4, 5, "closed"], // within the same minute, and nothing after it
  ...["preMarket", "regular", "regular", "postMarket"].map((session, i) => [9, i, 10 + i, session])
].filter(([, , price]) => price !== undefined);
const values = [...hourly, ...minutely].map(
  ([feed, minute, price, session], i) =>
    `(${i}, ${feed}, ${minute}, ${price}, ${session === null ? null : `'${session}'`})`
);

// Feed 10 has two weeks of a market that is open from 13:30 to 20:00 on weekdays, an update each half-hour. 11 has none.
const {ask} = usePublished(`
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 13) AS t(id);
  INSERT INTO feed_updates BY NAME
  SELECT
    id AS priceFeedId, -2 AS exponent, 0 AS entryIndex, 100 * units AS price, marketSession,
    printf('00000000-0000-7000-8000-%012d', i)::UUID AS responseId,
    TIMESTAMP '2026-05-12' + to_seconds(60 * minute) + CASE WHEN id > 2 THEN INTERVAL 30 SECOND ELSE INTERVAL 0 SECOND END AS publishedAt
  FROM (VALUES ${values.join()}) AS updates(i, id, minute, units, marketSession);
  INSERT INTO feed_updates BY NAME
  SELECT
    10 AS priceFeedId, 0 AS exponent, 0 AS entryIndex, 1000 + i % 48 + 7 * (i // 48) AS price, uuid() AS responseId,
    TIMESTAMP '2026-04-27' + to_minutes(30 * i::INTEGER) AS publishedAt,
    CASE WHEN isodow(publishedAt) < 6 AND i % 48 BETWEEN 27 AND 39 THEN 'regular' ELSE 'closed' END AS marketSession
  FROM range(673) AS t(i)`);

// Made by numpy: r = diff(log(prices)), sqrt(sum(r ** 2) * 8760 / 7), and corrcoef(a[max(0, -k):7 - max(0, k)],
// b[max(0, k):7 - max(0, -k)]) for each lag k.
const numpyReturns = [
  0.019802627296178876, -0.009852296443011, 0.038839833316263395, 0.018868484304382704, -0.028437935320533292,
  0.03774032798284743, 0.018349138668196652
];
const numpyVolatilities = [2.48221937427778, 2.399066700870552] as const;
const numpyLags = [
  [-3, 4, -0.4180076844060073],
  [-2, 5, 0.7937940502999864],
  [-1, 6, -0.32813039776568137],
  [0, 7, -0.48338637740579543],
  [1, 6, 0.9999999841202405],
  [2, 5, -0.5985366183009432],
  [3, 4, -0.49702541519034266]
] as const;

const [day, minutes] = [
  "TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12 08:00:00', 3600",
  "TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12 00:06:00', 60"
];

/** One column of a feed's rows, in the order of time. */
async function column(name: string, call: string): Promise<unknown[]> {
  return (await ask(`SELECT ${name} AS value FROM ${call} ORDER BY publishedAt`)).map(({value}) => value);
}

describe("aligned_prices", () => {
  it("has the last price of each step, or the one that stood, with its age at the step's end", async () => {
    expect(await column("price", `aligned_prices([3], ${minutes})`)).toEqual([100, 110, 99, 99, 99, 120]);
    expect(await column("ageSeconds", `aligned_prices([3], ${minutes})`)).toEqual([30, 30, 30, 90, 150, 30]);
  });

  it.each([
    ["has no price older than maxAge", "[3], $, maxAge := 100", [100, 110, 99, 99, null, 120]],
    ["has the step's own price at any age", "[3], $, maxAge := 0", [100, 110, 99, null, null, 120]],
    ["has no price in closed hours or before the first update", "[4], $", [50, 51, null, null, 55, 56]],
    ["carries the price over a missing one", "[6], $", [10, 10, 20, 20, 20, 20]],
    ["takes the last received of two updates at one instant", "[8], $", [10, 12, 12, 12, 12, 12]],
    ["begins with a feed's only update", "[5], $", [null, 7, 7, 7, 7, 7]],
    ["takes only the requested session", "[9], $, session := 'regular'", [null, 11, 12, null, null, null]],
    ["has null prices for a feed without updates", "[11], $", [null, null, null, null, null, null]],
    ["has no row for an empty list", "[], $", []],
    ["has no row for an unknown feed", "[77], $", []]
  ])("%s", async (_, call, prices) => {
    for (const resolution of ["raw", "1m"]) {
      const sql = `aligned_prices(${call.replace("$", minutes)}, resolution := '${resolution}')`;
      expect(await column("price", sql), resolution).toEqual(prices);
    }
  });

  it("has only whole steps, and carries the earlier price into the first", async () => {
    const sql = (until: string) => `aligned_prices([3], TIMESTAMP '2026-05-12 00:02:40', TIMESTAMP '${until}', 60)`;
    expect(await column("price", sql("2026-05-12 00:05:59"))).toEqual([99, 99]);
    expect(await column("price", sql("2026-05-12 00:06:00"))).toEqual([99, 99, 120]);
    expect(await column("price", sql("2026-05-12 00:03:30"))).toEqual([]);
  });

  it("has no price after the market closed, which bars show from the next bar on", async () => {
    expect(await column("price", `aligned_prices([12], ${minutes})`)).toEqual([5, null, null, null, null, null]);
    const bars = await column("price", `aligned_prices([12], ${minutes}, resolution := '1m')`);
    expect(bars).toEqual([5, 5, 5, 5, 5, 5]); // the next bar does not exist
  });

  it("has steps at least as long as a bar", async () => {
    const sql = `aligned_prices([1], TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12 03:00:00', 60, resolution := '1h')`;
    expect(await column("price", sql)).toEqual([100, 102, 101]);
    expect(await column("seconds", sql)).toEqual([3600, 3600, 3600]);
    expect(await column("ageSeconds", sql)).toEqual([0, 0, 0]);
  });

  it.each(["0", "-60", "NULL"])("fails for a step of %s", async (step) => {
    const sql = `FROM aligned_prices([3], ${minutes.replace(/60$/, step)})`;
    await expect(ask(sql)).rejects.toThrow("Period must be greater than 0");
  });
});

describe("log_returns", () => {
  it("equals numpy.diff(numpy.log(prices))", async () => {
    for (const resolution of ["raw", "1m", "1h"]) {
      const returns = await column("logReturn", `log_returns([1], ${day}, resolution := '${resolution}')`);
      expect(returns[0]).toBeNull(); // nothing stood before
      expect(returns.slice(1)).toEqual(numpyReturns.map((value) => expect.closeTo(value, 14)));
    }
  });

  it.each([
    ["are zero for a carried price, and null for one too old", "[3], $, maxAge := 100", [1.1, 0.9, 1, null, null]],
    ["are null into, within and out of closed hours", "[4], $", [51 / 50, null, null, null, 56 / 55]],
    ["carry over a missing price", "[6], $", [1, 2, 1, 1, 1]],
    ["are null for prices at or below zero", "[7], $", [null, null, null, null, null]],
    ["are zero after a single price", "[5], $", [null, 1, 1, 1, 1]]
  ])("%s", async (_, call, ratios) => {
    const [first, ...returns] = await column("logReturn", `log_returns(${call.replace("$", minutes)})`);
    expect(first).toBeNull();
    expect(returns).toEqual(ratios.map((ratio) => (ratio === null ? null : expect.closeTo(Math.log(ratio), 14))));
  });

  it("has a return of the first step where a price stood before", async () => {
    const sql = "log_returns([1], TIMESTAMP '2026-05-12 01:00:00', TIMESTAMP '2026-05-12 02:00:00', 3600)";
    expect(await column("logReturn", sql)).toEqual([expect.closeTo(Math.log(1.02), 14)]);
  });
});

describe("realised_volatility", () => {
  it("is the root of the mean squared return times the hours of a year, as numpy has it", async () => {
    for (const resolution of ["raw", "1m", "1h"]) {
      const rows = await ask(`SELECT priceFeedId AS feed, returns, yearHours, volatility
        FROM realised_volatility([1, 2, 11], ${day}, resolution := '${resolution}')`);
      expect(rows).toEqual([
        {feed: 1, returns: 7, yearHours: 8760, volatility: expect.closeTo(numpyVolatilities[0], 12)},
        {feed: 2, returns: 7, yearHours: 8760, volatility: expect.closeTo(numpyVolatilities[1], 12)},
        {feed: 11, returns: 0, yearHours: 8760, volatility: null}
      ]);
    }
    expect(await ask(`SELECT openHours FROM realised_volatility([11], ${day})`)).toEqual([{openHours: null}]);
  });

  const weeks = "TIMESTAMP '2026-04-27', TIMESTAMP '2026-05-11'";
  const openDays = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
  const priceOf = (date: number, half: number) => 1000 + half + 7 * date;

  it("takes a market's own hours of whole weeks: from day to day", async () => {
    const returns = openDays
      .filter((date) => date % 7 > 0)
      .map((date) => Math.log(priceOf(date, 39) / priceOf(date - 1, 39)));
    const squares = returns.reduce((sum, value) => sum + value ** 2, 0);
    expect(await ask(`FROM realised_volatility([10], ${weeks}, 86400)`)).toEqual([
      {
        ...{priceFeedId: 10, symbol: "F.10", returns: 8, openHours: 8 * 6.5},
        yearHours: expect.closeTo((365 / 7) * 5 * 6.5, 9),
        volatility: expect.closeTo(Math.sqrt((squares / 8) * (365 / 7) * 5), 12)
      }
    ]);
  });

  it("takes a market's own hours of whole weeks: from half-hour to half-hour", async () => {
    const halves = Array.from({length: 12}, (_, i) => 28 + i);
    const squares = openDays
      .flatMap((date) => halves.map((half) => Math.log(priceOf(date, half) / priceOf(date, half - 1)) ** 2))
      .reduce((sum, value) => sum + value, 0);
    expect(await ask(`FROM realised_volatility([10], ${weeks}, 1800)`)).toMatchObject([
      {returns: 120, openHours: 60, volatility: expect.closeTo(Math.sqrt((squares / 60) * (365 / 7) * 5 * 6.5), 12)}
    ]);
  });

  it("takes hours that are given instead", async () => {
    const [own] = await ask(`FROM realised_volatility([10], ${weeks}, 1800)`);
    const [given] = await ask(`FROM realised_volatility([10], ${weeks}, 1800, yearHours := 252 * 6.5)`);
    expect(given?.yearHours).toBe(1638);
    expect(given?.volatility).toBeCloseTo(Number(own?.volatility) * Math.sqrt(1638 / Number(own?.yearHours)), 12);
  });
});

describe("return_correlation", () => {
  it("equals numpy.corrcoef in both directions, and is 1 for a feed with itself", async () => {
    const rows = await ask(`FROM return_correlation([2, 1, 11], ${day})`);
    const found = Object.fromEntries(
      rows.map((row) => [`${row.priceFeedId} ${row.otherFeedId}`, [row.returns, row.correlation]])
    );
    const [self, pair, none] = [
      [7, 1],
      [7, expect.closeTo(numpyLags[3][2], 13)],
      [0, null]
    ];
    expect(found).toEqual({
      ...{"1 1": self, "1 2": pair, "1 11": none, "2 1": pair, "2 2": self, "2 11": none},
      ...{"11 1": none, "11 2": none, "11 11": none}
    });
    expect(rows[1]).toMatchObject({symbol: "F.1", otherSymbol: "F.2"});
  });

  it("is of steps alone in which both have a return, and none of one that never moved", async () => {
    const rows = await ask(`SELECT otherFeedId, returns, correlation FROM return_correlation([3, 4, 5], ${minutes})
      WHERE priceFeedId = 3`);
    expect(rows.map(({returns}) => returns)).toEqual([5, 2, 4]);
    expect(rows[1]?.correlation).toBeCloseTo(-1, 12); // two points
    expect(rows[2]?.correlation).toBeNull();
  });

  it("has no row for an empty list", async () => expect(await ask(`FROM return_correlation([], ${day})`)).toEqual([]));
});

describe("return_lags", () => {
  it("equals numpy.corrcoef of shifted returns", async () => {
    const rows = await ask(`FROM return_lags(1, 2, ${day}, lags := 3)`);
    expect(rows).toEqual(
      numpyLags.map(([lag, returns, correlation]) => {
        return {lag, lagSeconds: 3600 * lag, returns, correlation: expect.closeTo(correlation, 13)};
      })
    );
    const turned = await ask(`FROM return_lags(2, 1, ${day}, lags := 3)`);
    expect(turned.map((row) => row.correlation)).toEqual(
      numpyLags.toReversed().map(([, , correlation]) => expect.closeTo(correlation, 13))
    );
  });

  it("is null of a feed without updates", async () => {
    const rows = await ask(`SELECT lag, returns, correlation FROM return_lags(1, 11, ${day}, lags := 1)`);
    expect(rows).toEqual([-1, 0, 1].map((lag) => ({lag, returns: 0, correlation: null})));
  });
});
