import fc from "fast-check";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {appendRecords} from "../../loaders/store/append.js";
import {type DeriveOptions, derive} from "../../loaders/store/derive.js";
import {coercedAfter} from "../../loaders/store/refused.js";
import {fillColumn} from "../../loaders/store/replay.js";
import {rejectedEntries} from "../../loaders/store/tables.js";
import {makeStore, type TestStore, type Told} from "../helpers/store.js";

const midnight = Date.UTC(2026, 2, 8) * 1000; // µs
const hour = 3600;
const tables = [
  "bars_1m",
  "bars_1h",
  "bars_1d",
  "session_runs",
  "sessions",
  "quality_hours",
  "quality_1h",
  "clock_1h",
  "funding_runs",
  "funding_1h",
  "funding_1d",
  "funding_intervals"
];
let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

/** A body published so many seconds after midnight. */
function body(seconds: number, ...priceFeeds: object[]): string {
  return JSON.stringify({parsed: {timestampUs: String(midnight + seconds * 1e6), priceFeeds}});
}

function quote(
  price: number,
  {feed = 1, bid = price - 1, ask = price + 1, ...rest}: Record<string, number> = {}
): object {
  return {priceFeedId: feed, exponent: -2, price, bestBidPrice: bid, bestAskPrice: ask, confidence: 5, ...rest};
}

const run = (options: DeriveOptions = {}) => derive((work) => work(test.store), options);

async function derived(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const name of tables) all[name] = rounded(await test.records(`FROM ${name} ORDER BY ALL`));
  return all;
}

// A sum of doubles depends on the order of its parts, in the last digits.
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === "number" ? Number(part.toPrecision(12)) : part
  );
}

describe("derive(withStore)", () => {
  it("makes bars of a minute, an hour and a day", async () => {
    await test.book(body(0, quote(10_000)), body(30, quote(10_400)), body(59, quote(9_900)), body(60, quote(10_100)));
    expect(await run()).toMatchObject({hours: 1});
    const columns = "open, high, low, close, updates, books, fewestPublishers";
    expect(await test.records(`SELECT ${columns}, startedAt FROM bars_1m ORDER BY startedAt`)).toEqual([
      {
        open: 100,
        high: 104,
        low: 99,
        close: 99,
        updates: 3,
        books: 3,
        fewestPublishers: null,
        startedAt: "2026-03-08T00:00:00Z"
      },
      {
        open: 101,
        high: 101,
        low: 101,
        close: 101,
        updates: 1,
        books: 1,
        fewestPublishers: null,
        startedAt: "2026-03-08T00:01:00Z"
      }
    ]);
    for (const table of ["bars_1h", "bars_1d"])
      expect(await test.records(`SELECT ${columns} FROM ${table}`)).toEqual([
        {open: 100, high: 104, low: 99, close: 101, updates: 4, books: 4, fewestPublishers: null}
      ]);
  });

  it("measures spreads in bps of mid, without crossed and locked books, which it counts", async () => {
    const spread = (second: number, bid: number, ask: number) => body(second, quote(10_000, {bid, ask}));
    await test.book(
      spread(0, 9_990, 10_010),
      spread(1, 9_980, 10_020),
      spread(2, 9_970, 10_030),
      spread(3, 10_000, 10_000),
      spread(4, 10_500, 9_500)
    );
    await run();
    const [minute] = await test.records(
      "SELECT meanSpreadBps, medianSpreadBps, p95SpreadBps, maxSpreadBps, books, crossed, locked, meanConfidenceBps FROM bars_1m"
    );
    expect(rounded(minute)).toEqual({
      meanSpreadBps: 40,
      medianSpreadBps: 40,
      p95SpreadBps: 58,
      maxSpreadBps: 60,
      books: 3,
      crossed: 1,
      locked: 1,
      meanConfidenceBps: 5
    });
    const [day] = await test.records(
      "SELECT meanSpreadBps, medianSpreadBps, p95SpreadBps, maxSpreadBps, crossed FROM bars_1d"
    );
    expect(day).toMatchObject({crossed: 1});
    expect(day?.meanSpreadBps).toBeCloseTo(40, 9);
    expect(Math.abs(Number(day?.medianSpreadBps) / 40 - 1)).toBeLessThan(0.011);
    expect(Math.abs(Number(day?.p95SpreadBps) / 60 - 1)).toBeLessThan(0.011); // of three books, the widest
    expect(day?.maxSpreadBps).toBeCloseTo(60, 9);
  });

  it("counts repeats of older updates apart", async () => {
    const at = (second: number, own: number) =>
      body(second, {...quote(10_000), feedUpdateTimestamp: midnight + own * 1e6});
    await test.book(at(10, 10), at(11, 10.5), at(12, 10.5), at(13, 10.5));
    await run();
    expect(await test.records("SELECT updates, carriedForward FROM bars_1m")).toEqual([
      {updates: 2, carriedForward: 2}
    ]);
    expect(await test.records("SELECT received, own, gapSeconds, staleSeconds FROM quality_1h")).toEqual([
      {received: 4, own: 2, gapSeconds: 1, staleSeconds: 2.5}
    ]);
  });

  it("lets the last received of an instant that came twice count", async () => {
    await test.book(body(0, quote(10_000)), body(0, quote(20_000)));
    await run();
    expect(await test.records("SELECT open, updates FROM bars_1m")).toEqual([{open: 200, updates: 1}]);
    await test.book(body(0, quote(30_000)));
    await run();
    expect(await test.records("SELECT open, updates FROM bars_1d")).toEqual([{open: 300, updates: 1}]);
  });

  it("joins a session over hours, and parts it where it changes", async () => {
    const at = (hours: number, marketSession: string | null) => body(hours * hour, {...quote(1), marketSession});
    await test.book(
      at(0, "regular"),
      at(1, "regular"),
      at(1.5, "closed"),
      at(3, "closed"),
      at(3.1, null),
      at(3.2, "closed")
    );
    await run();
    expect(
      await test.records(
        "SELECT marketSession, hour(startedAt) AS since, hour(endedAt) AS until, updates FROM sessions ORDER BY startedAt"
      )
    ).toEqual([
      {marketSession: "regular", since: 0, until: 1, updates: 2},
      {marketSession: "closed", since: 1, until: 3, updates: 2},
      {marketSession: null, since: 3, until: 3, updates: 1},
      {marketSession: "closed", since: 3, until: 3, updates: 1}
    ]);
  });

  it("corrects old buckets by late rows, and leaves all others as they are", async () => {
    await test.book(body(0, quote(10_000), quote(5, {feed: 2})), body(2 * hour, quote(10_000)));
    await run();
    await test.records("UPDATE bars_1h SET open = -1");
    await test.book(body(10, quote(30_000)));
    expect(await run()).toMatchObject({hours: 1});
    expect(await test.records("SELECT priceFeedId, open, high FROM bars_1h ORDER BY priceFeedId, startedAt")).toEqual([
      {priceFeedId: 1, open: 100, high: 300},
      {priceFeedId: 1, open: -1, high: 100},
      {priceFeedId: 2, open: -1, high: 0.05}
    ]);
    expect(await run()).toMatchObject({hours: 0});
    await run({rebuild: true});
    expect(await test.records("SELECT count(*) AS count FROM bars_1h WHERE open = -1")).toEqual([{count: 0}]);
  });

  it("counts nulls, rejects and coercions of an hour by feed", async () => {
    await test.book(
      body(0, {...quote(1), price: "x", confidence: null}, {priceFeedId: -4}, {priceFeedId: 7, exponent: true})
    );
    await run();
    expect(
      await test.records(
        "SELECT priceFeedId, expected, received, coercions, nullPrice, nullConfidence FROM quality_1h ORDER BY ALL"
      )
    ).toEqual([
      {priceFeedId: 1, expected: 1, received: 1, coercions: 1, nullPrice: 1, nullConfidence: 1},
      {priceFeedId: 7, expected: 1, received: 1, coercions: 1, nullPrice: 1, nullConfidence: 1}
    ]);
  });

  it("knows values that were filled afterwards", async () => {
    await test.book(body(0, {...quote(1), price: "x"}));
    await run();
    const [value] = await coercedAfter(test.store, null);
    await fillColumn(test.store, "price", [{responseId: value?.responseId ?? "", entryIndex: 0, value: 700}]);
    expect(await run()).toMatchObject({hours: 1});
    expect(await test.records("SELECT open, coercions FROM bars_1m JOIN quality_1h USING (priceFeedId)")).toEqual([
      {open: 7, coercions: 0}
    ]);
  });

  it("leaves out what has no date that can be", async () => {
    await test.book(body(9e9, quote(1)));
    expect(await run()).toMatchObject({hours: 0});
    expect(await test.records("FROM bars_1m")).toEqual([]);
  });

  it("goes on where an interrupted one ended", async () => {
    const signal = AbortSignal.abort();
    await test.book(body(0, quote(1)));
    expect(await run({signal})).toMatchObject({hours: 0, due: 1});
    await test.reopen();
    expect(await run()).toMatchObject({hours: 1});
    expect(await test.records("SELECT count(*) AS bars FROM bars_1m")).toEqual([{bars: 1}]);
  });

  it("is not stopped by a rejected entry that is no JSON to DuckDB", async () => {
    await test.book(body(0, quote(100), {priceFeedId: -1}));
    const [{responseId} = {}] = await test.records("SELECT responseId FROM responses");
    await test.records("DELETE FROM rejected_entries");
    const record = {responseId: String(responseId), entryIndex: 1, reason: "x", entry: '"\\ud800"'}; // as older versions did
    await appendRecords(test.store.connection, rejectedEntries, [record]);
    expect(await run()).toMatchObject({hours: 1, due: 0});
  });

  it("takes an hour of many rows in parts, by feeds", async () => {
    await test.book(body(0, quote(1)), body(hour, quote(2)));
    await test.records(`INSERT INTO feed_updates BY NAME
      SELECT feed AS priceFeedId, 5 AS price, 0 AS exponent, responseId, 1 + 4 * place + feed AS entryIndex, publishedAt + to_milliseconds(place) AS publishedAt
      FROM (SELECT responseId, publishedAt FROM responses ORDER BY publishedAt LIMIT 1), range(4) AS feeds(feed), range(170_000) AS places(place)`);
    const parts: number[] = [];
    expect(await run({onProgress: (done) => parts.push(done)})).toMatchObject({hours: 5, due: 0});
    expect(parts.length).toBeGreaterThan(2);
    expect(await test.records("SELECT sum(updates + carriedForward) AS updates FROM bars_1m")).toEqual([
      {updates: 4 * 170_000 + 1}
    ]);
    expect(await test.records("FROM derived_stale")).toEqual([]);
  });

  it("begins anew where the tables were made by another text", async () => {
    await test.book(body(0, quote(1)));
    await run();
    await test.records(
      "UPDATE derived_state SET definition = 'another'; UPDATE bars_1m SET open = -1; COMMENT ON VIEW meta IS 'another'"
    );
    await test.reopen();
    expect(await test.records("FROM bars_1m")).toEqual([]);
    expect(await run()).toMatchObject({hours: 1});
    expect(await test.records("SELECT open FROM bars_1m")).toEqual([{open: 0.01}]);
  });

  it("takes over a table that had the name of what is a view now, with what was dropped", async () => {
    await test.book(body(0, quote(1)), body(hour, quote(1)));
    await run();
    await test.records(`INSERT INTO dropped_hours SELECT 1, min(startedAt) FROM quality_hours;
      UPDATE quality_hours SET received = 7; DROP VIEW quality_1h; ALTER TABLE quality_hours RENAME TO quality_1h;
      UPDATE derived_state SET definition = 'another'; COMMENT ON VIEW meta IS 'another'`);
    await test.reopen();
    expect(await test.records("SELECT received FROM quality_1h")).toEqual([{received: 7}]);
    await run();
    expect(await test.records("SELECT received FROM quality_1h ORDER BY startedAt")).toEqual([
      {received: 7},
      {received: 1}
    ]);
  });

  it("gives what a rebuild gives, in whatever order the rows came", async () => {
    type Update = typeof entry extends fc.Arbitrary<infer Each> ? Each : never;
    const entry = fc.record({
      feed: fc.integer({min: 1, max: 2}),
      second: fc.oneof(
        fc.integer({min: 0, max: 90}),
        fc.integer({min: 0, max: 50}).map((n) => n * 1800)
      ),
      price: fc.integer({min: -500, max: 50_000}),
      half: fc.integer({min: -3, max: 40}),
      marketSession: fc.constantFrom("regular", "closed", null),
      late: fc.integer({min: 0, max: 3}),
      exponent: fc.constantFrom(-2, -4),
      bad: fc.constantFrom("", "", "", "price", "priceFeedId"),
      missingFeeds: fc.constantFrom("[]", "[]", "[2]", "[1,3]"),
      fundingRate: fc.constantFrom(null, -7, 0, 7, 900),
      interval: fc.constantFrom(8, 8, 4, 0, null)
    });
    const told = ({
      feed,
      second,
      price,
      half,
      marketSession,
      late,
      exponent,
      bad,
      missingFeeds,
      ...more
    }: Update): Told => ({
      text: body(second, {
        ...quote(price, {feed, bid: price - half, ask: price + half, exponent}),
        marketSession,
        fundingRate: more.fundingRate,
        fundingRateInterval: more.interval === null ? null : more.interval * 3.6e9,
        feedUpdateTimestamp: midnight + (second - late) * 1e6,
        ...(bad === "" ? {} : {[bad]: "x"})
      }),
      receivedAt: midnight + (second + half) * 1e6,
      missingFeeds
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(entry, {maxLength: 12}), {minLength: 1, maxLength: 5}), async (loads) => {
        for (const load of loads) {
          await test.book(...load.map(told));
          await run();
        }
        const followed = await derived();
        await run({rebuild: true});
        expect(followed).toEqual(await derived());
      }),
      {numRuns: 15}
    );
  }, 240_000);
});
