import {describe, expect, it} from "vitest";
import {appendRecords} from "../../loaders/store/append.js";
import {coercedAfter, fillColumn} from "../../loaders/store/replay.js";
import {rejectedEntries} from "../../loaders/store/tables.js";
import {eachStore} from "../helpers/each-store.js";
import {body, quote} from "../store/midnight.js";

const test = eachStore();

const hour = 3600;

describe("derive(withStore)", () => {
  it("corrects old buckets by late rows, and leaves all others as they are", async () => {
    await test.book(body(0, quote(10_000), quote(5, {feed: 2})), body(2 * hour, quote(10_000)));
    await test.derive();
    await test.records("UPDATE bars_1h SET open = -1");
    await test.book(body(10, quote(30_000)));
    expect(await test.derive()).toMatchObject({hours: 1});
    expect(await test.records("SELECT priceFeedId, open, high FROM bars_1h ORDER BY priceFeedId, startedAt")).toEqual([
      {priceFeedId: 1, open: 100, high: 300},
      {priceFeedId: 1, open: -1, high: 100},
      {priceFeedId: 2, open: -1, high: 0.05}
    ]);
    expect(await test.derive()).toMatchObject({hours: 0});
    await test.derive({rebuild: true});
    expect(await test.records("SELECT count(*) AS count FROM bars_1h WHERE open = -1")).toEqual([{count: 0}]);
  });

  it("counts nulls, rejects and coercions of an hour by feed", async () => {
    await test.book(
      body(0, {...quote(1), price: "x", confidence: null}, {priceFeedId: -4}, {priceFeedId: 7, exponent: true})
    );
    await test.derive();
    expect(
      await test.records(
        "SELECT priceFeedId, expected, received, coercions, nullPrice, nullConfidence FROM quality_1h ORDER BY ALL"
      )
    ).toEqual([
      {priceFeedId: 1, expected: 1, received: 1, coercions: 1, nullPrice: 1, nullConfidence: 1},
      {priceFeedId: 7, expected: 1, received: 1, coercions: 1, nullPrice: 1, nullConfidence: 1}
    ]);
  });

  it("derives an hour again whose values were filled later", async () => {
    await test.book(body(0, {...quote(1), price: "x"}));
    await test.derive();
    const [value] = await coercedAfter(test.store, null);
    await fillColumn(test.store, "price", [{responseId: value?.responseId ?? "", entryIndex: 0, value: 700}]);
    expect(await test.derive()).toMatchObject({hours: 1});
    expect(await test.records("SELECT open, coercions FROM bars_1m JOIN quality_1h USING (priceFeedId)")).toEqual([
      {open: 7, coercions: 0}
    ]);
  });

  it("is done with a feed that was requested and has no update", async () => {
    await test.book(body(0, quote(1)));
    await test.records(
      `UPDATE responses SET endpoint = 'price', request = '{"priceFeedIds": [1, 9]}', missingFeeds = '[9]'`
    );
    await test.derive({rebuild: true});
    expect(await test.records("SELECT priceFeedId, received FROM quality_1h ORDER BY ALL")).toEqual([
      {priceFeedId: 1, received: 1},
      {priceFeedId: 9, received: 0}
    ]);
    expect(await test.derive()).toMatchObject({hours: 0, due: 0});
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
    await test.derive();
    expect(
      await test.records(
        `SELECT marketSession, hour(startedAt) AS since, hour(endedAt) AS until, updates
        FROM sessions ORDER BY startedAt`
      )
    ).toEqual([
      {marketSession: "regular", since: 0, until: 1, updates: 2},
      {marketSession: "closed", since: 1, until: 3, updates: 2},
      {marketSession: null, since: 3, until: 3, updates: 1},
      {marketSession: "closed", since: 3, until: 3, updates: 1}
    ]);
  });

  it("goes on where an interrupted run ended", async () => {
    const signal = AbortSignal.abort();
    await test.book(body(0, quote(1)));
    expect(await test.derive({signal})).toMatchObject({hours: 0, due: 1});
    await test.reopen();
    expect(await test.derive()).toMatchObject({hours: 1});
    expect(await test.records("SELECT count(*) AS bars FROM bars_1m")).toEqual([{bars: 1}]);
  });

  it("goes on past a rejected entry that DuckDB cannot read as JSON", async () => {
    await test.book(body(0, quote(100), {priceFeedId: -1}));
    const [{responseId} = {}] = await test.records("SELECT responseId FROM responses");
    await test.records("DELETE FROM rejected_entries");
    const entry = '"\\ud800"'; // as older versions did
    const record = {responseId: String(responseId), entryIndex: 1, reason: "x", entry};
    await appendRecords(test.store.connection, rejectedEntries, [record]);
    expect(await test.derive()).toMatchObject({hours: 1, due: 0});
  });

  it("takes an hour of many rows in parts, by feeds", async () => {
    await test.book(body(0, quote(1)), body(hour, quote(2)));
    await test.records(`INSERT INTO feed_updates BY NAME
      SELECT feed AS priceFeedId, 5 AS price, 0 AS exponent, responseId, 1 + 4 * place + feed AS entryIndex,
        publishedAt + to_milliseconds(place) AS publishedAt
      FROM (SELECT responseId, publishedAt FROM responses ORDER BY publishedAt LIMIT 1),
        range(4) AS feeds(feed), range(60_000) AS places(place)`);
    const parts: number[] = [];
    expect(await test.derive({onProgress: (done) => parts.push(done)})).toMatchObject({hours: 5, due: 0});
    expect(parts.length).toBeGreaterThan(2);
    expect(await test.records("SELECT sum(updates + carriedForward) AS updates FROM bars_1m")).toEqual([
      {updates: 4 * 60_000 + 1}
    ]);
    expect(await test.records("FROM derived_stale")).toEqual([]);
  });

  it("rebuilds tables that another SQL text made", async () => {
    await test.book(body(0, quote(1)));
    await test.derive();
    await test.records(
      "UPDATE derived_state SET definition = 'another'; UPDATE bars_1m SET open = -1; COMMENT ON VIEW meta IS 'another'"
    );
    await test.reopen();
    expect(await test.records("FROM bars_1m")).toEqual([]);
    expect(await test.derive()).toMatchObject({hours: 1});
    expect(await test.records("SELECT open FROM bars_1m")).toEqual([{open: 0.01}]);
  });

  it("replaces an old table by the view of the same name and keeps dropped hours", async () => {
    await test.book(body(0, quote(1)), body(hour, quote(1)));
    await test.derive();
    await test.records(`INSERT INTO dropped_hours SELECT 1, min(startedAt) FROM quality_hours;
      UPDATE quality_hours SET received = 7; DROP VIEW quality_1h; ALTER TABLE quality_hours RENAME TO quality_1h;
      UPDATE derived_state SET definition = 'another'; COMMENT ON VIEW meta IS 'another'`);
    await test.reopen();
    expect(await test.records("SELECT received FROM quality_1h")).toEqual([{received: 7}]);
    await test.derive();
    expect(await test.records("SELECT received FROM quality_1h ORDER BY startedAt")).toEqual([
      {received: 7},
      {received: 1}
    ]);
  });
});
