import {usePublished} from "../../helpers/published.js";

// Feed, second, price, and more: session s, confidence c, age a, rate r per interval of h hours, bid b and ask k.
// Feed 2's 99.9 is superseded. Feed 4 has prices with confidences, of which one repeats an older update; 5 is
// compared with it. The rates of 6 are per 8 h, the rates of 7 per 1 h.
const updates = `
  1 0 100;    1 5 null;   1 10 101;     1 20 102;      1 100 103;    1 130 104
  2 0 99;     2 15 99.5;  2 18 null;    2 20 99.9;     2 20 100;     2 120 0
  3 0 50 s=regular;       3 12 50 s=closed;            3 25 51 s=regular
  4 0 100 c=1;            4 10 100.5 c=1;              4 20 102 c=1
  4 30 102 c=0;           4 40 105;                    4 49 105 c=1 a=9
  5 0 101;    5 20 100
  6 0 null r=8e-4 h=8;    6 7200 null r=16e-4 h=8
  7 1800 null r=3e-4 h=1; 7 5400 null r=3e-4 h=1
  9 0 100;    9 60 110;   9 120 99;     9 180 104.5;   9 240 110;    9 300 88;    9 360 121;    9 420 null;   9 480 120
  10 0 1;     10 60 2;    10 120 2;     10 180 3
  11 0 -5;    11 60 -6
  12 0 10;    12 60 20;   12 90 null;   12 100 25;     12 100 30
  13 0 100 b=99 k=101;    13 30 100 b=101 k=99;        13 60 100 b=99.5 k=100.5
  14 18000 1`;
const values = updates
  .trim()
  .split(/[;\n]\s*/)
  .map((update, i) => {
    const [feed, second, price, ...rest] = update.split(" ");
    const {s, c, a = 0, r, h, b, k} = Object.fromEntries(rest.map((pair) => pair.split("=")));
    const more = [s && `'${s}'`, c, a, r, h, b, k].map((value) => value ?? "null");
    return [i, feed, second, price, ...more].join();
  });
const filled = `
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
    AS updates(i, id, second, price, marketSession, confidence, age, rate, hours, bid, ask)`;

/** Publishes a few feeds for the tests of a file; gives what asks them. */
export function useAnalysed(): (sql: string) => Promise<Record<string, unknown>[]> {
  return usePublished(filled).ask;
}

/** The arguments of a time range from the first update on. */
export const upTo = (seconds: number) => `TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-12' + to_seconds(${seconds})`;
