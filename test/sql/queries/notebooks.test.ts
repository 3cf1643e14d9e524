import {describe, expect, it} from "vitest";
import {usePublished} from "../../helpers/published.js";

// Feed, minute, price, session (r, c or p), and more: age a in seconds, average e. Feed 2 was never outside of its session,
// 3 repeats in closed hours, 4 has a null at its close; 5 has a negative price.
const updates = `
  1 0 100 r e=100;  1 5 101 r e=100;  1 10 102 c a=300;  1 20 110 r e=101;  1 25 111 r e=102;  1 30 90 p;  1 35 99.9 r e=105
  2 0 10 r;         2 500 20 r
  3 0 50 r;         3 60 50 c a=3600; 3 120 50 c a=7200; 3 125 50 r a=7500; 3 130 40 r
  4 0 8 r;          4 5 null r;       4 10 null c;       4 20 16 r
  5 0 5 r;          5 10 5 c;         5 20 -5 r`;
const values = updates
  .trim()
  .split(/[;\n]\s*/)
  .map((update, i) => {
    const [feed, minute, price, session, ...rest] = update.trim().split(/ +/);
    const {a = 0, e = "null"} = Object.fromEntries(rest.map((pair) => pair.split("=")));
    const name = {r: "regular", c: "closed", p: "preMarket"}[session ?? ""];
    return `(${[i, feed, minute, price, `'${name}'`, a, e].join()})`;
  });
const published = usePublished(`
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, symbol, class AS assetType, now() AS updatedAt
  FROM (VALUES (1, 'X.ZZ/USD', 'crypto'), (2, 'FX.EUR/USD', 'fx'), (3, 'Equity.US.BTC/USD.PRE', 'equity'), (4, 'Crypto.BTC/USD', NULL),
    (5, 'FundingRate.A.ETH/USD', 'funding-rate'), (6, 'Crypto.SOL/USD', 'crypto')) AS t(id, symbol, class);
  INSERT INTO feed_updates BY NAME
  SELECT id AS priceFeedId, -6 AS exponent, 0 AS entryIndex, round(1e6 * price) AS price, marketSession, round(1e6 * ema) AS emaPrice,
    printf('00000000-0000-7000-8000-%012d', i)::UUID AS responseId,
    TIMESTAMP '2026-05-12' + to_minutes(minute) AS publishedAt,
    TIMESTAMP '2026-05-12' + to_minutes(minute) - to_seconds(age) AS feedUpdateTimestamp
  FROM (VALUES ${values.join()}) AS updates(i, id, minute, price, marketSession, age, ema)`);
const ask = async (sql: string) => (await published.ask(sql)).map(Object.values);
const range = "TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-13'";

describe("familiar_feeds(most)", () => {
  it("lists the best-known feeds first, then by updates, without rates and feeds without updates", async () => {
    const all = [
      [4, "Crypto.BTC/USD", 1],
      [2, "FX.EUR/USD", 2],
      [1, "X.ZZ/USD", 3],
      [3, "Equity.US.BTC/USD.PRE", 4]
    ];
    expect(await ask("SELECT priceFeedId, symbol, place FROM familiar_feeds(9)")).toEqual(all);
    expect(await ask("SELECT priceFeedId, symbol, place FROM familiar_feeds(2)")).toEqual(all.slice(0, 2));
  });
});

describe("session_gaps(feeds, since, until)", () => {
  const gaps = (rest: string) =>
    ask(
      `SELECT priceFeedId, minute(closedAt), minute(openedAt) + 60 * hour(openedAt), close, open, gapBps, hours FROM session_gaps(${rest})`
    );

  it("pairs the last price of a session with the first of the next, where something lies between", async () => {
    expect(await gaps(`[1, 2, 3, 4, 5], ${range}`)).toEqual([
      [1, 5, 20, 101, 110, expect.closeTo(10_000 * Math.log(110 / 101), 9), 0.25],
      [1, 25, 35, 111, 99.9, expect.closeTo(10_000 * Math.log(0.9), 9), expect.closeTo(1 / 6, 12)],
      [3, 0, 130, 50, 40, expect.closeTo(10_000 * Math.log(0.8), 9), expect.closeTo(13 / 6, 12)],
      [4, 0, 20, 8, 16, expect.closeTo(10_000 * Math.log(2), 9), expect.closeTo(1 / 3, 12)],
      [5, 0, 20, 5, -5, null, expect.closeTo(1 / 3, 12)]
    ]);
  });

  it("takes any session, a part of the time, and bars of a minute", async () => {
    expect(await gaps(`[1], ${range}, session := 'open'`)).toMatchObject([{0: 1, 1: 5, 2: 20}]);
    expect(await gaps("[1], TIMESTAMP '2026-05-12 00:21:00', TIMESTAMP '2026-05-13'")).toMatchObject([
      {0: 1, 1: 25, 2: 35}
    ]);
    expect(await gaps(`[1], ${range}, resolution := '1m'`)).toEqual(await gaps(`[1], ${range}`));
    expect(await gaps(`[], ${range}`)).toEqual([]);
  });
});

describe("ema_deviation(feed, since, until, step)", () => {
  it("has each step's distance, and the next move where the next step has an update", async () => {
    const bps = (ratio: number) => expect.closeTo(10_000 * Math.log(ratio), 9);
    expect(await ask(`SELECT minute(publishedAt), deviationBps, nextBps FROM ema_deviation(1, ${range}, 300)`)).toEqual(
      [
        [0, 0, bps(1.01)],
        [5, bps(1.01), null],
        [20, bps(110 / 101), bps(111 / 110)],
        [25, bps(111 / 102), null],
        [35, bps(99.9 / 105), null]
      ]
    );
    expect(await ask(`FROM ema_deviation(2, ${range}, 300)`)).toEqual([]);
  });
});
