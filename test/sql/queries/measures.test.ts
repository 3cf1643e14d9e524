import {deviation, max, mean, median, min, quantile, range, sum} from "d3-array";
import {expect, it} from "vitest";
import {usePublished} from "../../helpers/published.js";

// Ten hours, an update every five minutes: a wave with one spike, a line, and the mark price of a venue whose rate changes its
// sign every hour.
const count = 121;
const rounded = (value: number) => Math.round(1e6 * value) / 1e6;
const wave = range(count).map((i) => rounded(100 + 3 * Math.sin(i / 2) + (i === 60 ? 40 : 0)));
const line = range(count).map((i) => rounded(50 + i / 10));
const mark = wave.map((price, i) => rounded(price * (1 + 1e-4 * (i % 5))));
const rows = [wave, line, mark].flatMap((prices, feed) =>
  prices.map((price, i) => `(${feed}, ${i}, ${price}, ${feed === 2 ? (Math.floor(i / 12) % 2 ? 1e-4 : -2e-4) : null})`)
);
const {ask} = usePublished(`
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, symbol, class AS assetType, now() AS updatedAt
  FROM (VALUES (0, 'Crypto.BTC/USD', 'crypto'), (1, 'Crypto.ETH/USD', 'crypto'), (2, 'FundingRate.A.BTC/USDT', 'funding-rate'))
    AS feeds(id, symbol, class);
  INSERT INTO feed_updates BY NAME
  SELECT
    feed AS priceFeedId, -6 AS exponent, 0 AS entryIndex, round(1e6 * price) AS price, round(1e6 * rate) AS fundingRate,
    CASE WHEN feed = 2 THEN 3.6e9 END AS fundingRateInterval, uuid() AS responseId,
    TIMESTAMP '2026-05-12' + to_minutes(5 * i) AS publishedAt, publishedAt AS feedUpdateTimestamp
  FROM (VALUES ${rows.join()}) AS updates(feed, i, price, rate)`);
const all = "TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12 10:00:00'";
const near = (value: number | undefined) => expect.closeTo(value ?? Number.NaN, 8);

it("volatility_cone has quantiles of the volatility of windows of each length", async () => {
  const returns = range(1, count - 1).map((i) => Math.log((wave[i] ?? 0) / (wave[i - 1] ?? 0)));
  const expected = [12, 24].map((length) => {
    const windows = range(returns.length - length + 1).map((i) =>
      Math.sqrt((sum(returns.slice(i, i + length), (each) => each ** 2) * 8760 * 12) / length)
    );
    const quantiles = [0, 0.25, 0.5, 0.75, 1].map((q) => near(quantile(windows, q)));
    return [length / 12, windows.length, ...quantiles, near(windows.at(-1))];
  });
  const found = await ask(`FROM volatility_cone(0, ${all}, 300, [1, 2, 99], yearHours := 8760)`);
  expect(found.map(Object.values)).toEqual(expected);
});

it("payment_study has the mean change around payments, by who paid", async () => {
  const studied = [false, true].flatMap((longsPaid) =>
    range(-2, 3).map((step) => {
      const hours = range(1, 10).filter((hour) => (hour % 2 === 0) === longsPaid); // the rate before a payment counts
      const changes = hours.map(
        (hour) => 1e4 * Math.log((wave[12 * hour - 1 + step] ?? 0) / (wave[12 * hour - 1] ?? 0))
      );
      const [meanBps, errorBps] = [mean(changes), (deviation(changes) ?? 0) / Math.sqrt(changes.length)].map(near);
      return {longsPaid, offsetSeconds: 300 * step, payments: changes.length, meanBps, errorBps};
    })
  );
  expect(await ask(`FROM payment_study(2, 0, ${all.replace("10:00", "09:00")}, 300, 600)`)).toEqual(studied);
});

it("price_outliers finds the spike, and nothing else", async () => {
  const around = wave.slice(50, 71);
  const middle = median(around) ?? 0;
  const found = {price: wave[60], median: near(middle)};
  const spread = median(around, (price) => Math.abs(price - middle)) ?? 0;
  expect(await ask(`FROM price_outliers(0, ${all})`)).toEqual([
    {publishedAt: "2026-05-12T05:00:00Z", ...found, deviation: near(((wave[60] ?? 0) - middle) / (1.4826 * spread))}
  ]);
  expect(await ask(`FROM price_outliers(1, ${all})`)).toEqual([]);
});

it("portfolio_value adds up positions, their contributions and the drawdown", async () => {
  const totals = range(count - 1).map((i) => (wave[i] ?? 0) - 2 * (line[i] ?? 0) + 100);
  const sql = `WITH positions(priceFeedId, quantity) AS (VALUES (0, 0.5), (0, 0.5), (1, -2), (2, 0))
    SELECT priceFeedId, quantity, value, contribution, total, gain, drawdown
    FROM portfolio_value((SELECT list(positions) FROM positions), ${all}, 300)`;
  const found = await ask(sql);
  expect(found).toHaveLength(3 * totals.length);
  expect(found.slice(3 * 60, 3 * 60 + 2).map(Object.values)).toEqual(
    [wave, line].map((prices, feed) => {
      const quantity = feed === 0 ? 1 : -2;
      const [value, contribution] = [prices[60] ?? 0, (prices[60] ?? 0) - (prices[0] ?? 0)].map((each) =>
        near(quantity * each)
      );
      const [total, gain] = [near((totals[60] ?? 0) - 100), near((totals[60] ?? 0) - (totals[0] ?? 0))];
      const peak = (max(totals.slice(0, 61)) ?? 0) - 100;
      return [feed, quantity, value, contribution, total, gain, near(((totals[60] ?? 0) - 100) / peak - 1)];
    })
  );
  expect(
    await ask(`FROM portfolio_value([{priceFeedId: 0, quantity: 1}, {priceFeedId: 99, quantity: 1}], ${all}, 300)`)
  ).toEqual([]);
});

it("average_true_range is smoothed as by Wilder", async () => {
  const candles = range(0, count, 3).map((i) => wave.slice(i, i + 3));
  const ranges = candles.map((prices, i) => {
    const before = candles[i - 1]?.at(-1);
    const held = before === undefined ? prices : [...prices, before];
    return (max(held) ?? 0) - (min(held) ?? 0);
  });
  let average = mean(ranges.slice(0, 4)) ?? 0;
  for (const each of ranges.slice(4)) average = (3 * average + each) / 4;
  const found = await ask(`FROM average_true_range(0, ${all}, 900, smoothing := 4)`);
  expect(found.map(({trueRange}) => trueRange)).toEqual(ranges.map(near));
  const [one, two, three, fourth] = found.map(({averageRange}) => averageRange);
  expect([one, two, three, fourth]).toEqual([null, null, null, near(mean(ranges.slice(0, 4)))]);
  expect(found.at(-1)).toMatchObject({
    averageRange: near(average),
    averageBps: near((1e4 * average) / (wave[120] ?? 0))
  });
});

it("high_low has the extremes of some days, and the place of the last price", async () => {
  const [high, low] = [max(wave) ?? 0, min(wave) ?? 0];
  expect((await ask("SELECT high, highAt, low, last, place FROM high_low(1)"))[0]).toEqual({
    ...{high, highAt: "2026-05-12T05:00:00Z", low, last: wave[120]},
    place: near(((wave[120] ?? 0) - low) / (high - low))
  });
});

it("basis_line compares marks with the spot feed of the same underlying", async () => {
  const found = await ask(`SELECT spotPrice, basisBps FROM basis_line([2], ${all}, 300)`);
  expect(found).toEqual(
    range(count - 1).map((i) => ({
      spotPrice: wave[i],
      basisBps: near((1e4 * ((mark[i] ?? 0) - (wave[i] ?? 0))) / (wave[i] ?? 1))
    }))
  );
});
