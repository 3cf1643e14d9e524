import {beforeEach, describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";

const test = eachStore();

const week = (day: string, friday = day) => `${day},${day},${day},${day},${friday},C,C`;
const share = `America/New_York;${week("0930-1600")};0101/C,1126/C,1127/0930-1300`;
const early = `America/New_York;${week("0900-1500")};`;
const night =
  "America/New_York;0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400,C,2000-2400;1125/0000-0400";
const split = (date: string, numerator = "4", denominator = "1") => ({
  ...{event_type: "SPLIT", activation: {us_equity_ex_date: {ex_date: date}}},
  ...{adjustment_factor_numerator: numerator, adjustment_factor_denominator: denominator}
});

// Feed 1 is a share with a night session, 2 is always open, and 3 has only schedules of unknown forms.
const sessions = {regular: {min_pub: 5, schedule: share, state: "stable"}, over_night: {schedule: night, min_pub: 2}};
const entries = [
  {id: 1, schedule: share, more: {market_sessions: sessions}},
  {id: 2, schedule: "america/new_york;O,O,O,O,O,O,O;", more: {}},
  {
    id: 3,
    schedule: "Mars/Olympus;O,O,O,O,O,O,O;",
    more: {market_sessions: 5, market_session_schedule: {pre_market: "UTC;O,O,O,O,O,O,2200-0200;"}}
  }
];

async function change(day: string, columnName: string, before: unknown, after: unknown): Promise<void> {
  const sql = "INSERT INTO feed_changes VALUES ($day::TIMESTAMP, 1, $columnName, $before, $after)";
  const texts = {before: JSON.stringify(before), after: JSON.stringify(after)};
  await test.store.connection.run(sql, {day, columnName, ...texts});
}

async function setMore(more: object): Promise<void> {
  await test.store.connection.run("UPDATE feeds SET more = $more WHERE priceFeedId = 1", {more: JSON.stringify(more)});
}

async function hoursOf(feed: number, since: string, until: string): Promise<string[]> {
  const sql = `SELECT marketSession, opensAt::VARCHAR AS opens, closesAt::VARCHAR AS closes
    FROM market_hours(${feed}, TIMESTAMP '${since}', TIMESTAMP '${until}') ORDER BY opensAt, marketSession`;
  return (await test.records(sql)).map(({marketSession, opens, closes}) => `${marketSession} ${opens} ${closes}`);
}

beforeEach(async () => {
  await test.store.connection.run("DELETE FROM feeds; DELETE FROM feed_changes");
  for (const {id, schedule, more} of entries)
    await test.store.connection.run(
      "INSERT INTO feeds (priceFeedId, state, minPublishers, schedule, more, updatedAt) VALUES ($id, 'stable', 3, $schedule, $more, now())",
      {id, schedule, more: JSON.stringify(more)}
    );
});

describe("market_hours(feed, since, until)", () => {
  it("follows New York's clocks into and out of summer time", async () => {
    expect((await hoursOf(1, "2026-03-06 12:00", "2026-03-10")).filter((text) => text.startsWith("regular"))).toEqual([
      "regular 2026-03-06 14:30:00 2026-03-06 21:00:00",
      "regular 2026-03-09 13:30:00 2026-03-09 20:00:00"
    ]);
    expect((await hoursOf(1, "2026-10-30 12:00", "2026-11-03")).filter((text) => text.startsWith("regular"))).toEqual([
      "regular 2026-10-30 13:30:00 2026-10-30 20:00:00",
      "regular 2026-11-02 14:30:00 2026-11-02 21:00:00"
    ]);
  });

  it("leaves out a holiday, shortens a half day, and joins a night over midnight", async () => {
    expect(await hoursOf(1, "2026-11-24 12:00", "2026-11-28")).toEqual([
      "regular 2026-11-24 14:30:00 2026-11-24 21:00:00",
      "overNight 2026-11-25 01:00:00 2026-11-25 09:00:00",
      "regular 2026-11-25 14:30:00 2026-11-25 21:00:00",
      "overNight 2026-11-26 05:00:00 2026-11-26 09:00:00", // the evening before is a holiday's
      "overNight 2026-11-27 01:00:00 2026-11-27 09:00:00",
      "regular 2026-11-27 14:30:00 2026-11-27 18:00:00"
    ]);
  });

  it("has one row for a market that never closes, and none for a feed without a readable schedule", async () => {
    const always = ["regular 2026-10-20 00:00:00 2026-11-20 00:00:00"];
    expect(await hoursOf(2, "2026-10-20", "2026-11-20")).toEqual(always);
    expect(await hoursOf(3, "2026-10-20", "2026-11-20")).toEqual([]);
    expect(await hoursOf(1, "2026-11-24 15:00", "2026-11-24 15:00")).toEqual([]);
  });

  it("uses the schedule of the time, if it changed", async () => {
    const before = {regular: {min_pub: 5, schedule: early, state: "stable"}};
    await change("2026-11-24 19:00", "market_sessions", before, sessions);
    await change("2026-11-20", "schedule", "old", share); // the sessions count
    expect(await hoursOf(1, "2026-11-23 12:00", "2026-11-25 12:00")).toEqual([
      "regular 2026-11-23 14:00:00 2026-11-23 20:00:00",
      "regular 2026-11-24 14:00:00 2026-11-24 21:00:00", // it closes two hours after the change
      "overNight 2026-11-25 01:00:00 2026-11-25 09:00:00"
    ]);
  });

  it("agrees with is_open at every quarter of an hour of a year", async () => {
    const sql = `SELECT count(*) FILTER (is_open(schedule, t)) AS open, count(*) FILTER (is_open(schedule, t) <> (
        EXISTS (FROM market_hours(1, TIMESTAMP '2026-01-01', TIMESTAMP '2027-01-01') AS hours
          WHERE hours.marketSession = feed_schedules.marketSession AND t >= opensAt AND t < closesAt))) AS differing
      FROM feed_schedules, range(TIMESTAMP '2026-01-01', TIMESTAMP '2027-01-01', INTERVAL 15 MINUTE) AS times(t)
      WHERE priceFeedId = 1`;
    const [counts] = await test.records(sql);
    expect(counts).toEqual({open: 4 * (258 * 6.5 + 3.5) + 4 * (8 * 261 - 4), differing: 0});
  });
});

describe("feed_schedules", () => {
  it("has a row for each session and time, by the names of updates, without unreadable schedules", async () => {
    await change("2026-11-20", "market_sessions", {regular: {min_pub: 4, schedule: share}}, sessions);
    await change("2026-11-24", "market_sessions", sessions, sessions); // of another session
    const rows = await test.records("FROM feed_schedules ORDER BY priceFeedId, marketSession, since NULLS FIRST");
    const changedAt = "2026-11-20T00:00:00Z";
    const columns = ["priceFeedId", "marketSession", "schedule", "minPublishers", "since", "until"];
    expect(rows.map((row) => columns.map((name) => row[name]))).toEqual([
      [1, "overNight", night, 2, changedAt, null],
      [1, "regular", share, 4, null, changedAt],
      [1, "regular", share, 5, changedAt, null],
      [2, "regular", entries[1]?.schedule, 3, null, null],
      [3, "preMarket", null, 3, null, null],
      [3, "regular", null, 3, null, null]
    ]);
  });
});

describe("feed_splits", () => {
  const splits = () => test.records("FROM feed_splits ORDER BY exDate");

  it("takes effect at the pre-market, the regular session, or 09:30 of the ex-date", async () => {
    const pre = {schedule: `America/New_York;${week("0400-0930")};`};
    await setMore({market_sessions: {...sessions, pre_market: pre}, corporate_actions: [split("2026-04-06", "25")]});
    expect(await splits()).toEqual([
      {priceFeedId: 1, exDate: "2026-04-06", effectiveAt: "2026-04-06T08:00:00Z", factor: 25}
    ]);
    await setMore({market_sessions: sessions, corporate_actions: [split("2026-02-02", "1", "8"), split("2026-11-26")]});
    expect(await splits()).toMatchObject([
      {effectiveAt: "2026-02-02T14:30:00Z", factor: 0.125},
      {effectiveAt: "2026-11-26T14:30:00Z", factor: 4} // on a holiday
    ]);
  });

  it("keeps a split that took effect before the catalogue dropped it, and skips unknown shapes", async () => {
    const odd = [{event_type: "MERGER"}, split("soon"), split("2026-04-07", "x"), split("2026-04-08", "1", "0"), 5];
    await setMore({corporate_actions: [split("2026-06-01", "3"), ...odd]});
    const before = [split("2026-04-06"), split("2026-06-01", "2"), split("2026-09-01")];
    await change("2026-07-01", "corporate_actions", before, []);
    expect(await splits()).toMatchObject([
      {exDate: "2026-04-06", factor: 4},
      {exDate: "2026-06-01", factor: 3}
    ]);
    await setMore({corporate_actions: {}});
    expect((await splits()).length).toBe(2);
  });
});

// An update every ten minutes of New York's hours around a holiday and a half day, but for half an hour of the last day.
const updates = `INSERT INTO feed_updates BY NAME
  SELECT unnest([1, 4]) AS priceFeedId, t AS publishedAt, $own::TIMESTAMP AS feedUpdateTimestamp, 'regular' AS marketSession,
    1 AS price, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex
  FROM (
    SELECT unnest(range(TIMESTAMP '2025-11-25 14:30', TIMESTAMP '2025-11-25 21:00', INTERVAL 10 MINUTE)) AS t
    UNION SELECT unnest(range(TIMESTAMP '2025-11-27 14:30', TIMESTAMP '2025-11-27 18:00', INTERVAL 10 MINUTE))
    UNION SELECT unnest(range(TIMESTAMP '2025-11-28 14:30', TIMESTAMP '2025-11-28 17:00', INTERVAL 10 MINUTE))
  )
  WHERE t NOT BETWEEN TIMESTAMP '2025-11-28 15:10' AND TIMESTAMP '2025-11-28 15:40'`;

describe("gaps", () => {
  it("are market closed over a holiday and after a half day, by the schedule alone", async () => {
    await test.store.connection.run("UPDATE feeds SET more = '{}'"); // no session but the regular one
    await test.store.connection.run(updates, {own: "2025-11-25"});
    await test.derive();
    const found = await test.records("SELECT priceFeedId, startedAt, reason FROM gaps ORDER BY ALL");
    expect(found.map(({priceFeedId, startedAt, reason}) => `${priceFeedId} ${startedAt} ${reason}`)).toEqual([
      "1 2025-11-25T21:00:00Z market closed",
      "1 2025-11-27T18:00:00Z market closed",
      "1 2025-11-28T15:10:00Z not asked",
      "4 2025-11-25T21:00:00Z not asked", // without a schedule, its session says that it is open
      "4 2025-11-27T18:00:00Z not asked",
      "4 2025-11-28T15:10:00Z not asked"
    ]);
  });
});

describe("feed_states", () => {
  it.each([
    ["2025-11-28 15:00", "closed", "stale", "closed"], // late, whatever the update says
    ["2025-11-26 15:00", "regular", "quiet", "stale"], // a holiday
    ["2025-11-28 14:30:30", "regular", "quiet", "stale"] // half a minute after the opening
  ])("at %s in the session %s is %s by the schedule, %s without one", async (at, session, ...states) => {
    const sql = `INSERT INTO feed_updates BY NAME SELECT unnest([1, 4]) AS priceFeedId, $at::TIMESTAMP AS publishedAt,
      publishedAt - INTERVAL 1 HOUR AS feedUpdateTimestamp, $session AS marketSession, uuid() AS responseId, 0 AS entryIndex`;
    await test.store.connection.run(sql, {at, session});
    await test.derive();
    const found = await test.records("SELECT state FROM feed_states WHERE priceFeedId IN (1, 4) ORDER BY priceFeedId");
    expect(found.map(({state}) => state)).toEqual(states);
  });
});
