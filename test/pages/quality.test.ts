import {beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import type {Snapshot} from "../../loaders/snapshot/snapshot.js";
import {openingParameters} from "../../src/inputs/pick.js";
import {usePublished} from "../helpers/published.js";
import {answerOf, queriesOf, sharedSnapshot} from "./queries.js";

const view = {from: "2026-05-12T10:00:00Z", until: "2026-05-12T12:55:00Z", step: 60, search: ""};

// Three hours, 36 updates of each feed: every five minutes from 10:00 to 12:55. Feed 2 misses 11:15, 11:20 and 11:25, and a
// bid at noon; feed 3 stops at 11:55; feed 4 repeats its update of 10:00 in a closed market, feed 5 in an open one, feed 6
// after hours; feed 7 has no age; feed 8 has no update.
const published = usePublished(`
    INSERT INTO feeds BY NAME
    SELECT id AS priceFeedId, 'F.' || id AS symbol, 'Coin ' || id AS name, CASE WHEN id < 5 THEN 'crypto' ELSE 'equity' END AS assetType, now() AS updatedAt
    FROM range(1, 9) AS t(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 10000 AS price, 10 + id AS publisherCount,
      9999 AS bestAskPrice,
      CASE WHEN NOT (id = 2 AND i = 24) THEN 9998 END AS bestBidPrice,
      CASE id WHEN 4 THEN 'closed' WHEN 6 THEN 'postMarket' ELSE 'regular' END AS marketSession,
      TIMESTAMP '2026-05-12 10:00' + to_minutes(5 * i) AS publishedAt,
      CASE WHEN id < 4 THEN publishedAt WHEN id < 7 THEN TIMESTAMP '2026-05-12 10:00' END AS feedUpdateTimestamp
    FROM range(1, 8) AS feeds(id), range(36) AS instants(i)
    WHERE NOT (id = 2 AND i BETWEEN 15 AND 17) AND NOT (id = 3 AND i > 23)`);

const answer = (id: string, rest = {}, snapshot: Snapshot | string = published.snapshot) =>
  answerOf(snapshot, `quality.md ${id}`, {...view, ...rest});

describe("quality of seven feeds in three hours", () => {
  it("counts received and expected updates", async () => {
    // 5 × 36, 33 and 24: a feed that stopped has no gap, and only requested updates are expected.
    const [totals] = await answer("totals");
    expect(totals).toMatchObject({expected: 237, received: 237, missing: 0, gaps: 1, longest: 900});
    expect(totals).toMatchObject({asked: 20, hours: 21}); // of seven feeds, one for two hours
    expect(totals?.share).toBe(1);
  });

  it("lists the gaps of each feed, most gaps first", async () => {
    const [worst, next, ...others] = await answer("gaps");
    const hour = "2026-05-12T11:15:00Z";
    expect(worst).toMatchObject({symbol: "F.2", expected: 36, received: 33, notAsked: 3, gaps: 1, gapSeconds: 900});
    expect(worst).toMatchObject({
      firstGapAt: hour,
      lastGapAt: hour,
      stepSeconds: 300,
      fewestPublishers: 12,
      staleSeconds: 0
    });
    expect(next).toMatchObject({symbol: "F.1", gaps: 0, gapSeconds: null, firstGapAt: null});
    expect(others.find(({symbol}) => symbol === "F.5")).toMatchObject({staleSeconds: 175 * 60});
  });

  it("has the missing updates by reason, with the times and the step of a load that adds them", async () => {
    expect(await answer("lost")).toEqual([
      {
        ...{reason: "not asked", asked: false, priceFeedIds: [2], symbols: ["F.2"], gaps: 1, missing: 3, seconds: 900},
        ...{startedAt: "2026-05-12T11:15:00Z", resumedAt: "2026-05-12T11:30:00Z", stepSeconds: 300, times: 1}
      }
    ]);
    expect(await answer("lost", {search: "F.1"})).toEqual([]);
    expect(await answer("lost", {from: "2026-05-12T12:00:00Z"})).toEqual([]);
  });

  it("has each hour of each feed, the least complete feed first", async () => {
    const rows = await answer("hours");
    expect(rows).toHaveLength(7 * 3);
    const [notAsked, ...rest] = rows.filter(({asked}) => asked === 0);
    const twelve = {startedAt: "2026-05-12T12:00:00Z", seconds: 3600, hours: 1};
    expect([notAsked, rest]).toEqual([{feed: "F.3", ...twelve, expected: null, received: null, asked: 0}, []]);
    const hours = rows.filter(({feed}) => feed === "F.2");
    expect(hours.map(({startedAt, expected}) => `${String(startedAt).slice(11, 13)} h: ${expected}`)).toEqual([
      ...["10 h: 12", "11 h: 9", "12 h: 12"]
    ]);
    expect(hours.at(-1)).toEqual({feed: "F.2", ...twelve, expected: 12, received: 12, asked: 1});
    const [whole] = await answer("hours", {step: 10_800, search: "F.2"});
    expect(whole).toMatchObject({seconds: 10_800, expected: 21, received: 21, asked: 2, hours: 2}); // 09:00 to 12:00
  });

  it("judges freshness by session", async () => {
    const rows = await answer("late");
    const states = Object.fromEntries(rows.map(({symbol, state}) => [symbol, state]));
    const expected = {"F.1": "fresh", "F.2": "fresh", "F.3": "silent", "F.4": "closed", "F.5": "stale", "F.6": "quiet"};
    expect(states).toEqual({...expected, "F.7": "unknown", "F.8": "never"});
    expect(rows.map(({symbol}) => symbol)).toEqual(["F.5", "F.3", "F.7", "F.6", "F.1", "F.2", "F.4", "F.8"]);
    expect(rows[0]).toMatchObject({ageSeconds: 175 * 60, silentSeconds: 0, publisherCount: 15});
    expect(rows[1]).toMatchObject({ageSeconds: 0, silentSeconds: 3600, lastPublishedAt: "2026-05-12T11:55:00Z"});
  });

  it("has nulls by column and feed, partly null columns first", async () => {
    const rows = await answer("nulls");
    expect(rows).toHaveLength(7 * 13);
    const of = (feed: string, column: string) => rows.find((row) => row.feed === feed && row.columnName === column);
    expect(rows[0]?.feed).toBe("F.2");
    expect(of("F.2", "Bid")).toEqual({feed: "F.2", columnName: "Bid", nulls: 1, received: 33, share: 1 / 33});
    expect(of("F.1", "Bid")).toMatchObject({nulls: 0, share: 0});
    expect(of("F.3", "FundingRate")).toMatchObject({nulls: 24, received: 24, share: 1});
    expect(of("F.7", "UpdateTimestamp")).toMatchObject({nulls: 36, share: 1});
  });

  it.each([
    ["f.2", 1, 0],
    ["EQUITY", 3, 1],
    ["%", 0, 0]
  ])("finds feeds by search: %s", async (search, count, silent) => {
    expect(await answer("gaps", {search})).toHaveLength(count);
    expect(await answer("late", {search})).toHaveLength(count + silent);
    expect(new Set((await answer("hours", {search})).map(({feed}) => feed)).size).toBe(count);
    expect(new Set((await answer("nulls", {search})).map(({feed}) => feed)).size).toBe(count);
    const classes = await answer("classes", {search});
    expect(classes.reduce((sum, {feeds}) => sum + Number(feeds), 0)).toBe(count + silent);
  });
});

describe("quality.json.sql", () => {
  let made = "";
  beforeAll(async () => {
    made = await sharedSnapshot("short");
  });

  it.each([
    ["empty", "24h"],
    ["short", "all"],
    ["whole", "24h"]
  ] as const)("answers every query for a store that is %s", async (kind, range) => {
    const {meta, pick, answers} = JSON.parse(
      String(await runSqlFile("src/data/quality.json.sql", await sharedSnapshot(kind)))
    );
    expect(pick).toEqual([{search: "", points: 48, range: "24h"}]);
    expect(openingParameters({meta, pick})).toMatchObject({search: "", range});
    expect(answers).toHaveLength(queriesOf("quality").length);
  });

  it("lists faults with their original text", async () => {
    const rows = await answer("faults", {}, made);
    expect(rows.map(({kind, reason, total, number, example}) => [kind, reason, total, number, example])).toEqual([
      ["coerced", "confidence", 1, 1, "{}"],
      ["coerced", "price", 1, 1, '"n/a"'],
      ["failed", "no JSON", 1, 1, "<html><b>no</b>"],
      ["rejected", "no object", 1, 1, '{"priceFeedId":2,"price":[]}'],
      ["rejected", "unreadable priceFeedId", 1, 1, '{"priceFeedId":"<img src=x onerror=alert(1)>"}']
    ]);
    expect(rows[3]).toMatchObject({priceFeedId: 2, symbol: "Crypto.ETH/USD", lastReceivedAt: "2026-05-12T14:00:00Z"});
    expect(await answer("totals", {until: "2026-05-12T14:00:00Z"}, made)).toMatchObject([{rejected: 1, coercions: 2}]);
  });
});
