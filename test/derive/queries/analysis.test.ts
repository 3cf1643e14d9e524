import {describe, expect, it} from "vitest";
import {toRecords} from "../../../loaders/database/query.js";
import {usePublished} from "../../helpers/published.js";

type Update = readonly [feed: number, second: number, price: number | null, rest?: Readonly<Record<string, unknown>>];

const spreadOut = (feed: number, step: number, prices: readonly (number | null)[]): Update[] =>
  prices.map((price, i) => [feed, i * step, price]);
const updates: readonly Update[] = [
  ...[
    [1, 0, 100],
    [1, 5, null],
    [1, 10, 101],
    [1, 20, 102],
    [1, 100, 103],
    [1, 130, 104]
  ],
  ...[
    [2, 0, 99],
    [2, 15, 99.5],
    [2, 18, null],
    [2, 20, 99.9],
    [2, 20, 100],
    [2, 120, 0]
  ], // 99.9: superseded
  ...[
    [3, 0, 50, {session: "regular"}],
    [3, 12, 50, {session: "closed"}],
    [3, 25, 51, {session: "regular"}]
  ],
  // Prices with confidences, of which one repeats an older update; and what another feed had.
  ...[
    [4, 0, 100, {confidence: 1}],
    [4, 10, 100.5, {confidence: 1}],
    [4, 20, 102, {confidence: 1}]
  ],
  ...[
    [4, 30, 102, {confidence: 0}],
    [4, 40, 105],
    [4, 49, 105, {confidence: 1, age: 9}],
    [5, 0, 101],
    [5, 20, 100]
  ],
  // Rates per interval: 8 h, and 1 h.
  ...[
    [6, 0, null, {rate: 8e-4, hours: 8}],
    [6, 7200, null, {rate: 16e-4, hours: 8}]
  ],
  ...[
    [7, 1800, null, {rate: 3e-4, hours: 1}],
    [7, 5400, null, {rate: 3e-4, hours: 1}]
  ],
  ...spreadOut(9, 60, [100, 110, 99, 104.5, 110, 88, 121, null, 120]),
  ...spreadOut(10, 60, [1, 2, 2, 3]),
  ...spreadOut(11, 60, [-5, -6]),
  ...[
    [12, 0, 10],
    [12, 60, 20],
    [12, 90, null],
    [12, 100, 25],
    [12, 100, 30]
  ],
  ...[
    [13, 0, 100, {bid: 99, ask: 101}],
    [13, 30, 100, {bid: 101, ask: 99}],
    [13, 60, 100, {bid: 99.5, ask: 100.5}]
  ],
  [14, 18_000, 1]
] as Update[];
const values = updates.map(([feed, second, price, {session, confidence, age, rate, hours, bid, ask} = {}], i) =>
  [i, feed, second, price, session && `'${session}'`, confidence, age ?? 0, rate, hours, bid, ask]
    .map((value) => value ?? "NULL")
    .join()
);
const published = usePublished(`
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, 'F.' || id AS symbol, now() AS updatedAt FROM range(1, 16) AS t(id);
  INSERT INTO feed_updates BY NAME
  SELECT
    id AS priceFeedId, -6 AS exponent, 0 AS entryIndex, round(1e6 * price) AS price, marketSession,
    round(1e6 * confidence) AS confidence, round(1e6 * bid) AS bestBidPrice, round(1e6 * ask) AS bestAskPrice,
    round(1e6 * rate) AS fundingRate, 3.6e9 * hours AS fundingRateInterval,
    printf('00000000-0000-7000-8000-%012d', i)::UUID AS responseId,
    TIMESTAMP '2026-05-12' + to_seconds(second) AS publishedAt,
    TIMESTAMP '2026-05-12' + to_seconds(second - age) AS feedUpdateTimestamp
  FROM (VALUES ${values.map((row) => `(${row})`).join()})
    AS updates(i, id, second, price, marketSession, confidence, age, rate, hours, bid, ask)`);

const ask = async (sql: string) => toRecords(await published.snapshot.query(sql));
const upTo = (seconds: number) => `TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12' + to_seconds(${seconds})`;
const at = (seconds: number) => new Date(Date.UTC(2026, 4, 12) + 1000 * seconds).toISOString().replace(".000", "");

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

describe("funding_carry", () => {
  const carry = async (call: string) => (await ask(`FROM funding_carry(${call})`))[0];
  const close = (value: number) => expect.closeTo(value, 12);

  // Both rates stand from 0:30 to 2:30: the long one pays 1e-4 an hour to 2:00, then 2e-4, the short one gets 3e-4.
  it.each(["raw", "1h"])(
    "is what the short one got less what the long one paid while both rates stood, at %s",
    async (resolution) => {
      expect(await carry(`6, 7, ${upTo(14_400)}, entryBps := 2, exitBps := 1, resolution := '${resolution}'`)).toEqual({
        hours: close(2),
        longPaid: close(2.5e-4),
        shortReceived: close(6e-4),
        carry: close(3.5e-4),
        cost: 3e-4,
        net: close(5e-5),
        apr: close((5e-5 * 8760) / 2)
      });
    }
  );

  it("is turned where the pair is, and nothing of a feed with itself", async () => {
    expect(await carry(`7, 6, ${upTo(14_400)}`)).toMatchObject({carry: close(-3.5e-4), cost: 0, net: close(-3.5e-4)});
    expect(await carry(`6, 6, ${upTo(14_400)}`)).toMatchObject({hours: close(4), longPaid: close(6e-4), carry: 0});
  });

  it("is unknown of a feed without rates", async () => {
    const none = {hours: null, longPaid: null, shortReceived: null, carry: null, cost: 0, net: null, apr: null};
    expect(await carry(`6, 15, ${upTo(14_400)}`)).toEqual(none);
  });
});

describe("drawdown_line", () => {
  it.each(["raw", "1m"])("is the price over its highest until then, at %s", async (resolution) => {
    const rows = await ask(`FROM drawdown_line(9, ${upTo(3600)}, 60, resolution := '${resolution}')`);
    expect(rows.map(({price}) => price)).toEqual([100, 110, 99, 104.5, 110, 88, 121, 120]);
    expect(rows.map(({peak}) => peak)).toEqual([100, 110, 110, 110, 110, 110, 121, 121]);
    const drawdowns = [0, 0, -0.1, -0.05, 0, -0.2, 0, 120 / 121 - 1].map((value) => expect.closeTo(value, 14));
    expect(rows.map(({drawdown}) => drawdown)).toEqual(drawdowns);
  });

  it("sets a bar's low against its own open, as it may have come before its high", async () => {
    expect(await ask(`SELECT peak, drawdown FROM drawdown_line(9, ${upTo(3600)}, 60, resolution := '1h')`)).toEqual([
      {peak: 100, drawdown: expect.closeTo(-0.12, 14)}
    ]);
  });

  it.each([0, -1])("fails for a step of %d", async (step) => {
    await expect(ask(`FROM drawdown_line(9, ${upTo(3600)}, ${step})`)).rejects.toThrow("Period must be greater than 0");
  });
});

describe("drawdown_summary", () => {
  it("has the greatest one, from the last time at its peak to when it was back", async () => {
    const none = {peakAt: null, peak: null, trough: null, troughAt: null, recoveredAt: null};
    expect(await ask(`FROM drawdown_summary([9, 10, 11, 15], ${upTo(3600)})`)).toEqual([
      {
        ...{priceFeedId: 9, symbol: "F.9", drawdown: expect.closeTo(-0.2, 14), peak: 110, peakAt: at(240)},
        ...{trough: 88, troughAt: at(300), recoveredAt: at(360)}
      },
      {priceFeedId: 10, symbol: "F.10", drawdown: 0, ...none},
      {priceFeedId: 11, symbol: "F.11", drawdown: null, ...none}
    ]);
    expect(await ask(`FROM drawdown_summary([9], ${upTo(350)})`)).toMatchObject([
      {troughAt: at(300), recoveredAt: null}
    ]);
    expect(await ask(`FROM drawdown_summary([], ${upTo(350)})`)).toEqual([]);
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

describe("candles", () => {
  it("are of any step, with no candle where there is no price", async () => {
    const sql = (step: number) => `SELECT epoch(publishedAt) % 3600 AS s, open, high, low, close
      FROM candles(9, ${upTo(3600)}, ${step})`;
    expect((await ask(sql(150))).map(Object.values)).toEqual([
      [0, 100, 110, 99, 99],
      [150, 104.5, 110, 104.5, 110],
      [300, 88, 121, 88, 121],
      [450, 120, 120, 120, 120]
    ]);
    expect((await ask(sql(0.5))).map(({s}) => s)).toEqual([0, 60, 120, 180, 240, 300, 360, 480]);
    await expect(ask(sql(0))).rejects.toThrow("Period must be greater than 0");
  });
});
