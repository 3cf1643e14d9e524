import {describe, expect, it} from "vitest";
import {upTo, useAnalysed} from "./analysed.js";

const ask = useAnalysed();

describe("price_at", () => {
  it.each([
    [1, 12, "raw", 101, 2, "2026-05-12T00:00:10Z"],
    [1, 35, "raw", 102, 15, "2026-05-12T00:00:20Z"],
    [1, 35.001, "raw", null, 15.001, null],
    [1, -1, "raw", null, null, null],
    [4, 50, "raw", 105, 10, "2026-05-12T00:00:40Z"], // an update that repeats it came at 49
    [99, 12, "raw", null, null, null],
    [1, 65, "1m", 102, 5, "2026-05-12T00:00:00Z"]
  ])(
    "of feed %d after %d s, of %s, is %d, %d s old",
    async (feed, second, resolution, price, ageSeconds, publishedAt) => {
      const rows = await ask(`SELECT answer.price, ageSeconds, answer.publishedAt
      FROM (SELECT ${feed} AS feed, make_timestamp(epoch_us(TIMESTAMP '2026-05-12') + ${second * 1e6}) AS at) AS trades,
        price_at(trades.feed, trades.at, maxAge := 15, resolution := '${resolution}') AS answer`);
      expect(rows).toEqual([{price, ageSeconds, publishedAt}]);
    }
  );
});

describe("price_difference", () => {
  const columns = "otherPrice, otherAgeSeconds, difference, differenceBps";
  const differences = async (call: string) =>
    (await ask(`SELECT epoch(publishedAt) % 3600 AS s, ${columns} FROM price_difference(${call})`)).map(Object.values);

  it("sets each price against what the other feed had by then, if it is not too old", async () => {
    expect(await differences(`1, 2, ${upTo(200)}`)).toEqual([
      [0, 99, 0, 1, expect.closeTo(10_000 / 99, 9)],
      [10, 99, 10, 2, expect.closeTo(20_000 / 99, 9)],
      [20, 100, 0, 2, expect.closeTo(200, 9)],
      [100, null, null, null, null],
      [130, 0, 10, 104, null]
    ]);
  });

  it("knows what the other feed had before the time", async () => {
    const late = "TIMESTAMP '2026-05-12 00:00:10', TIMESTAMP '2026-05-12 00:00:10'";
    expect(await differences(`1, 2, ${late}`)).toEqual([[10, 99, 10, 2, expect.closeTo(20_000 / 99, 9)]]);
    expect(await differences(`1, 2, ${late}, maxAge := 9`)).toEqual([[10, null, null, null, null]]);
  });

  it("leaves closed hours of both out", async () => {
    const others = (await differences(`1, 3, ${upTo(200)}, maxAge := 100`)).map(([second, other]) => [second, other]);
    expect(others).toEqual([
      [0, 50],
      [10, 50],
      [20, null],
      [100, 51],
      [130, null]
    ]); // prettier-ignore
    expect((await differences(`3, 1, ${upTo(200)}`)).map(([second]) => second)).toEqual([0, 25]);
  });

  it("takes an update that repeats an older one for no price", async () => {
    expect((await differences(`4, 5, ${upTo(200)}`)).map(([second]) => second)).toEqual([0, 10, 20, 30, 40]);
    const others = (await differences(`1, 4, ${upTo(200)}, maxAge := 55`)).map(([second, other]) => [second, other]);
    expect(others.slice(-2)).toEqual([
      [100, null],
      [130, null]
    ]);
    const aligned = await ask(`SELECT epoch(publishedAt) % 3600 AS s, price, ageSeconds
      FROM aligned_prices([4], ${upTo(120)}, 10, maxAge := 15) WHERE s BETWEEN 30 AND 60`);
    expect(aligned.map(Object.values)).toEqual([
      [30, 102, 10],
      [40, 105, 10],
      [50, null, null],
      [60, null, null]
    ]);
  });

  it("compares bars of one start", async () => {
    expect(await differences(`1, 2, ${upTo(200)}, resolution := '1m'`)).toEqual([
      [0, 100, 0, 2, expect.closeTo(200, 9)],
      [60, 100, 60, 3, expect.closeTo(300, 9)],
      [120, 0, 0, 104, null]
    ]);
  });

  it("has none of a feed with itself, and no row of one without updates", async () => {
    expect((await differences(`1, 1, ${upTo(200)}`)).map(([, , , difference]) => difference)).toEqual([0, 0, 0, 0, 0]);
    expect(await differences(`15, 1, ${upTo(200)}`)).toEqual([]);
    expect((await differences(`1, 15, ${upTo(200)}`)).map(([, other]) => other)).toEqual(Array(5).fill(null));
  });
});

describe("confidence_coverage", () => {
  // By Python: math.erf(k / math.sqrt(2)), and 1 - math.exp(-math.sqrt(2) * k).
  const expected = {
    1: {normal: expect.closeTo(0.6826894921370859, 13), laplace: expect.closeTo(0.7568832655657858, 13)},
    2.12: {normal: expect.closeTo(0.9659939547047344, 13), laplace: expect.closeTo(0.9501198799916014, 13)},
    3: {normal: expect.closeTo(0.9973002039367398, 13), laplace: expect.closeTo(0.9856304039095609, 13)}
  };
  const shares = async (call: string) =>
    (await ask(`SELECT factor, prices, share FROM confidence_coverage(${call})`)).map(Object.values);

  it("counts prices whose next price is within so many confidences, beside what two distributions have", async () => {
    expect(await ask(`FROM confidence_coverage([4], ${upTo(50)}, 10)`)).toEqual([
      {priceFeedId: 4, symbol: "F.4", factor: 1, prices: 4, share: 0.5, ...expected[1]},
      {priceFeedId: 4, symbol: "F.4", factor: 2.12, prices: 4, share: 0.75, ...expected[2.12]},
      {priceFeedId: 4, symbol: "F.4", factor: 3, prices: 4, share: 0.75, ...expected[3]}
    ]);
  });

  it.each([
    [
      "takes another feed's price for the truth, the limit itself being within",
      "[4], $50, 0, other := 5",
      [
        [1, 4, 0.5],
        [2.12, 4, 0.75],
        [3, 4, 0.75]
      ]
    ],
    ["has no truth that is too old", "[4], $50, 0, other := 5, maxAge := 5, factors := [1]", [[1, 2, 0.5]]],
    ["has no truth that came no later than the price", "[4], $50, 5, factors := [1]", [[1, 0, null]]],
    ["has no truth after the time", "[4], $30, 10, factors := [1]", [[1, 3, 2 / 3]]],
    ["asks for no truth that would be after the time", "[4], $30, 15, factors := [1]", [[1, 2, 0.5]]],
    [
      "has no price of a feed without confidences, or without updates",
      "[1, 15], $50, 10, factors := [1]",
      [
        [1, 0, null],
        [1, 0, null]
      ]
    ],
    ["has no row of an empty list", "[], $50, 10", []]
  ])("%s", async (_, call, rows) => {
    expect(await shares(call.replace(/\$(\d+)/, (_, seconds) => upTo(Number(seconds))))).toEqual(rows);
  });

  it("has a normal distribution from 0 to far out", async () => {
    const [row] = await ask(
      "SELECT normal_share(0) AS a, normal_share(0.5) AS b, normal_share(7.9) AS c, normal_share(50) AS d"
    );
    const wanted = [0, 0.3829249225480262, 0.9999999999999972, 1].map((share) => expect.closeTo(share, 13));
    expect(Object.values(row ?? {})).toEqual(wanted);
  });
});

describe("time_weighted", () => {
  const weigh = async (call: string) =>
    (await ask(`FROM time_weighted(${call})`)).map((row) => Object.values(row).slice(2));

  it("weighs each value by the time that it stood, up to the next row, a missing one too", async () => {
    const mean = expect.closeTo((10 * 60 + 20 * 30 + 30 * 20) / 110, 12);
    const hours = expect.closeTo(110 / 3600, 12);
    expect(await weigh(`'prices_raw', price, [12], ${upTo(120)}, quantiles := [0, 0.5, 0.6, 0.95, 1]`)).toEqual([
      [hours, mean, 0, 10],
      [hours, mean, 0.5, 10],
      [hours, mean, 0.6, 20],
      [hours, mean, 0.95, 30],
      [hours, mean, 1, 30]
    ]);
  });

  it("has no more hours than there are, where the last row is at the very end", async () => {
    const [[hours]] = (await weigh(`'prices_raw', price, [12], ${upTo(60)}, quantiles := [0.5]`)) as [[number]];
    expect(hours).toBe(60 / 3600);
  });

  it("lets a last price stand for 15 minutes, and what stood before count from the start", async () => {
    const mean = (10 * 60 + 20 * 30 + 30 * 900) / 990;
    expect(await weigh(`'prices_raw', price, [12], ${upTo(10_000)}, quantiles := [0.5]`)).toEqual([
      [expect.closeTo(990 / 3600, 12), expect.closeTo(mean, 12), 0.5, 30]
    ]);
    const later = "TIMESTAMP '2026-05-12 00:00:50', TIMESTAMP '2026-05-12 00:01:30'";
    expect(await weigh(`'prices_raw', price, [12], ${later}, quantiles := [0.5]`)).toEqual([
      [expect.closeTo(40 / 3600, 12), expect.closeTo((10 * 10 + 20 * 30) / 40, 2), 0.5, 20]
    ]);
  });

  it("weighs any column of a view, or an expression, and leaves crossed books out", async () => {
    expect(await weigh(`'spreads_raw', spreadBps, [13], ${upTo(120)}, quantiles := [0.5]`)).toEqual([
      [expect.closeTo(90 / 3600, 12), expect.closeTo((200 * 30 + 100 * 60) / 90, 9), 0.5, expect.closeTo(100, 9)]
    ]);
    const open = "CASE WHEN marketSession <> 'closed' THEN 2 * price END";
    expect(await weigh(`'prices_raw', ${open}, [3], ${upTo(60)}, quantiles := [0.5]`)).toEqual([
      [expect.closeTo(47 / 3600, 12), expect.closeTo((100 * 12 + 102 * 35) / 47, 9), 0.5, 102]
    ]);
  });

  it("has no row of a feed without values, and of an empty list", async () => {
    expect(await weigh(`'prices_raw', price, [15], ${upTo(60)}`)).toEqual([]);
    expect(await weigh(`'prices_raw', price, [], ${upTo(60)}`)).toEqual([]);
  });
});
