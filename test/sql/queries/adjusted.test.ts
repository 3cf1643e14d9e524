import {expect, it} from "vitest";
import {namedQueries, sqlOf} from "../../../loaders/sql/list.js";
import {argumentsOf} from "../../../loaders/sql/queries.js";
import {usePublished} from "../../helpers/published.js";

const split = (date: string, of: string, to: string) => ({
  ...{event_type: "SPLIT", activation: {us_equity_ex_date: {ex_date: date}}},
  ...{adjustment_factor_numerator: to, adjustment_factor_denominator: of}
});
// 4 for 1 on the 12th, 1 for 2 on the 13th, each in effect at 13:30 UTC.
const more = {corporate_actions: [split("2026-05-12", "1", "4"), split("2026-05-13", "2", "1")]};
// Feed, hour from midnight of the 12th, and the price half an hour later. Contract 2 expires at 30 h, 3 at 60 h, 4 later.
// Feed 5 has the prices that feed 1 has once they are adjusted. Feed 6 has the splits, but no update after the first one.
const prices = `
  1 11 404; 1 12 400; 1 13 101; 1 36 102; 1 37 206
  2 27 10; 2 28 11; 2 29 12; 2 30 12.5
  3 27 20; 3 28 22; 3 29 24; 3 58 30; 3 59 31
  4 58 33; 4 59 34.1; 4 61 35
  5 11 202; 5 12 200; 5 13 202; 5 36 204; 5 37 206
  6 11 404`;
const values = prices
  .trim()
  .split(/[;\n]\s*/)
  .map((text) => `(${text.trim().split(" ").join()})`);
const {ask} = usePublished(`
  INSERT INTO feeds BY NAME
  SELECT id AS priceFeedId, 'F.' || id AS symbol, expires::TIMESTAMP AS expiresAt, '${JSON.stringify(more)}' AS more, 'stable' AS state,
    now() AS updatedAt
  FROM (VALUES (1, NULL), (2, '2026-05-13 06:00'), (3, '2026-05-14 12:00'), (4, '2026-06-01'), (5, NULL), (6, NULL)) AS feeds(id, expires);
  UPDATE feeds SET more = NULL WHERE priceFeedId NOT IN (1, 6);
  INSERT INTO feed_updates BY NAME
  SELECT feed AS priceFeedId, -3 AS exponent, 0 AS entryIndex, round(1000 * price) AS price, round(1000 * price) AS emaPrice,
    round(10 * price) AS confidence, uuid() AS responseId, CASE hour WHEN 13 THEN 'postMarket' END AS marketSession,
    TIMESTAMP '2026-05-12' + to_hours(hour) + INTERVAL 30 MINUTE AS publishedAt, publishedAt AS feedUpdateTimestamp
  FROM (VALUES ${values.join()}) AS updates(feed, hour, price)`);
const days = "TIMESTAMP '2026-05-12', TIMESTAMP '2026-05-15'";

it("prices_adjusted divides by the factors of the splits after each update", async () => {
  const rows = await ask("FROM prices_adjusted WHERE priceFeedId = 1 ORDER BY publishedAt");
  expect(rows.map(({price}) => price)).toEqual([202, 200, 202, 204, 206]);
  expect(rows.map(({splitFactor}) => splitFactor)).toEqual([2, 2, 0.5, 0.5, 1]);
  expect(rows.map(({confidence}) => confidence)).toEqual([2.02, 2, 2.02, 2.04, 2.06]);
  const bars = await ask("SELECT open, high FROM adjusted_1h WHERE priceFeedId = 1 ORDER BY publishedAt");
  expect(bars.map(({open}) => open)).toEqual([202, 200, 202, 204, 206]);
  const days = await ask("SELECT open, low, high, price FROM adjusted_1d WHERE priceFeedId IN (1, 6) ORDER BY ALL");
  expect(days.map(Object.values)).toEqual([
    [202, 200, 202, 202], // before the split and after it
    [202, 202, 202, 202], // only before it
    [204, 204, 206, 206]
  ]);
});

const adjustable = namedQueries.filter((name) => argumentsOf(name).some((argument) => argument.name === "adjusted"));
const alike = ["payment_study", "return_correlation"]; // feed 1 has no payments, and one feed correlates with itself
const given: Readonly<Record<string, string>> = {
  ...{since: "TIMESTAMP '2026-05-12'", until: "TIMESTAMP '2026-05-15'", instant: "TIMESTAMP '2026-05-12 12:45'"},
  ...{step: "3600", ahead: "3600", maxAge: "3600", aside: "3600", hours: "49", days: "3"},
  ...{rateFeed: "1", windowHours: "[1, 2]", around: "1", least: "0", smoothing: "2"}
};

it.each(adjustable)("%s adjusts for splits only if requested", async (name) => {
  const answer = (id: number, adjusted: boolean) => {
    const ids = {feed: `${id}`, feeds: `[${id}]`, positions: `[{priceFeedId: ${id}, quantity: 2}]`};
    const values = argumentsOf(name).flatMap(({name, usual}) => {
      const value = {...given, ...ids, adjusted: `${adjusted}`}[name];
      if (usual === null) return value ?? "5"; // `other` has the prices that feed 1 should have
      return value === undefined ? [] : `${name} := ${value}`;
    });
    const columns = "COLUMNS(name -> NOT regexp_matches(name, '(?i)feedId|symbol'))";
    const where = Object.values(ids).some((text) => values.includes(text)) ? "" : `WHERE priceFeedId = ${id}`;
    return ask(`SELECT ${columns} FROM ${name}(${values.join(", ")}) ${where}`);
  };
  const expected = await answer(5, false);
  expect(await answer(1, true)).toEqual(expected);
  if (!alike.includes(name)) expect(await answer(1, false)).not.toEqual(expected);
});

it("every query that reads prices of a resolution can leave splits out, except futures, basis and board", () => {
  const reads = new RegExp(`'prices_|\\b(?:prices_of|${adjustable.join("|")})\\(`);
  const code = (name: string) => sqlOf(name).replaceAll(/^(--|CREATE).*/gm, "");
  const without = namedQueries.filter((name) => reads.test(code(name)) && !adjustable.includes(name));
  expect(without).toEqual(["basis_line", "price_board", "roll"]);
});

it.each([
  {contracts: [2, 3, 4], how: "", prices: [10, 11, 12, 30, 31, 35], adjusted: [25.1, 26.1, 27.1, 33.1, 34.1, 35]},
  {
    contracts: [2, 3, 4],
    how: ", method := 'ratio'",
    prices: [10, 11, 12, 30, 31, 35],
    adjusted: [22, 24.2, 26.4, 33, 34.1, 35]
  },
  {
    contracts: [4, 3, 2],
    how: ", rollDays := 1 / 24",
    prices: [10, 11, 24, 30, 34.1, 35],
    adjusted: [24, 25, 27, 33, 34.1, 35]
  },
  {contracts: [1, 2, 4], how: "", prices: [10, 11, 12, 33, 34.1, 35], adjusted: [null, null, null, 33, 34.1, 35]}
])("roll of $contracts by $how continues one contract with the next", async ({contracts, how, prices, adjusted}) => {
  const rows = await ask(`FROM roll([${contracts}], ${days}, 3600${how})`);
  expect(rows.map(({price}) => price)).toEqual(prices);
  expect(rows.map(({adjusted}) => adjusted)).toEqual(
    adjusted.map((price) => (price === null ? null : expect.closeTo(price, 9)))
  );
});
