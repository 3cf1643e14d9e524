import {statSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {feedsNeverAsked, findGaps} from "../../loaders/inspect/gaps.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {type DeriveOptions, derive} from "../../loaders/sql/derive.js";
import {dropOld, findOld} from "../../loaders/store/retain.js";
import {eachStore} from "../helpers/each-store.js";
import {whole} from "../helpers/stores/whole.js";
import {contentsOf} from "./contents.js";
import {body, booksOf, instant, tables} from "./dropping.js";
import {midnight} from "./midnight.js";

const test = eachStore();

const run = (options: DeriveOptions = {}) => derive((work) => work(test.store), options);

const drop = (hours: number) => dropOld(test.store, instant(hours));

const held = () => test.records("FROM feed_updates ORDER BY ALL");

async function bookAndDerive(...bodies: string[]): Promise<void> {
  await test.book(...bodies);
  await run();
}

describe("dropOld(store, instant)", () => {
  it("drops the updates before the instant's hour with their rejects and coercions, and changes nothing newer", async () => {
    await bookAndDerive(body(0), body(1.5), body(2), body(2.5), body(30));
    const [before, bars] = [await held(), await contentsOf(test, tables)];
    expect(await findOld(test.store, instant(2.9))).toEqual({
      before: "2026-03-08T02:00:00.000Z",
      ...{updates: 10, rows: 4, rejected: 2, coercions: 2, waiting: 0}
    });
    expect(await drop(2.9)).toMatchObject({rows: 4, rejected: 2, coercions: 2, bytes: statSync(test.path).size});
    expect(await held()).toEqual(before.filter(({publishedAt}) => String(publishedAt) >= "2026-03-08T02:00:00Z"));
    const counts = `SELECT (SELECT count(*) FROM rejected_entries) AS rejects, (SELECT count(*) FROM coercions) AS nulls,
      count(*) AS responses, sum(rows) AS rows FROM responses`;
    expect(await test.records(counts)).toEqual([{rejects: 3, nulls: 3, responses: 5, rows: 10}]);
    expect(await booksOf(test)).toEqual(whole);
    expect(await storeStatus(test.store)).toMatchObject({
      balanced: true,
      meta: {updates: 6, dropped: 4, droppedBefore: "2026-03-08T02:00:00Z", firstPublishedAt: "2026-03-08T02:00:00Z"}
    });
    expect(await drop(3)).toMatchObject({rows: 4});
    expect(await run()).toMatchObject({hours: 0});
    expect(await contentsOf(test, tables)).toEqual(bars);
    await test.book(body(31));
    await test.reopen();
    expect(await held()).toHaveLength(4);
    expect(await booksOf(test)).toEqual(whole);
  });

  it("drops the notes of superseded updates, too", async () => {
    await bookAndDerive(body(0), body(0), body(48), body(48));
    const noted =
      "SELECT DISTINCT publishedAt FROM superseded_updates LEFT JOIN responses USING (responseId) ORDER BY ALL";
    expect(await test.records(noted)).toHaveLength(2);
    await drop(24);
    expect(await test.records(noted)).toEqual([{publishedAt: "2026-03-10T00:00:00Z"}]);
  });

  it("keeps misdated updates, and tables and views of others", async () => {
    const others = "CREATE TABLE mine AS SELECT 7 AS seven; CREATE VIEW ours AS SELECT seven + 1 AS eight FROM mine";
    await test.records(others);
    await bookAndDerive(body(0), body(-60 * 365 * 24), body(9e5));
    expect(await drop(5)).toMatchObject({updates: 6, rows: 2});
    expect(await test.records("SELECT count(*) AS rows, max(eight) AS eight FROM feed_updates, ours")).toEqual([
      {rows: 4, eight: 8}
    ]);
    expect(await booksOf(test)).toEqual(whole);
  });

  it("drops nothing while some old hour is not derived, or once it is interrupted", async () => {
    await bookAndDerive(body(5));
    await test.book(body(0));
    const before = await held();
    expect(await drop(2)).toBeNull();
    await run({signal: AbortSignal.abort()}); // marks the hours as due, and stops
    expect(await drop(2)).toBeNull();
    await bookAndDerive(body(6));
    expect(await dropOld(test.store, instant(3), {signal: AbortSignal.abort()})).toBeNull();
    expect(await held()).toEqual(expect.arrayContaining(before));
    await test.book(body(6.5)); // a newer hour may be due, as while a watch runs
    expect(await drop(2)).toMatchObject({rows: 2});
    expect(await run()).toMatchObject({hours: 2});
    expect(await test.records("SELECT sum(updates + carriedForward) AS updates FROM bars_1m")).toEqual([{updates: 8}]);
  });

  it("keeps updates from the first hour with unshipped ones on, unless the caller drops them", async () => {
    await bookAndDerive(body(0), body(1));
    await test.records("INSERT INTO shipping (cluster, startedAt) VALUES ('http://x', now())");
    await test.records("INSERT INTO unkept_hours VALUES (1, TIMESTAMP '2026-03-08 00:00:00')");
    await bookAndDerive(body(2.5), body(3), body(-60 * 365 * 24), body(30));
    const shipping =
      "SELECT cluster, (FROM (SELECT count(*) FROM unshipped)) AS waiting, hour FROM shipping, unkept_hours";
    const noted = await test.records(shipping);
    expect(noted).toMatchObject([{waiting: 4}]);
    expect(await drop(4)).toMatchObject({before: "2026-03-08T02:00:00.000Z", rows: 4, waiting: 4});
    expect(await drop(4)).toMatchObject({rows: 0, waiting: 4});
    expect(await dropOld(test.store, instant(4), {unshipped: true})).toMatchObject({rows: 4, waiting: 0});
    expect(await test.records(shipping)).toEqual(noted);
  });

  it("leaves the books able to show a later loss", async () => {
    await bookAndDerive(body(0), body(1), body(5));
    await drop(1);
    await test.records("DELETE FROM feed_updates WHERE hour(publishedAt) = 1");
    expect(await booksOf(test)).toMatchObject({torn: 1, lost: 0});
    await test.records("UPDATE retained SET rows = rows - 1");
    expect(await booksOf(test)).toMatchObject({lost: 1});
    expect(await storeStatus(test.store)).toMatchObject({balanced: false});
  });
});

describe("derive(withStore) after dropOld(store, instant)", () => {
  it("leaves the bars of dropped hours as they are, whatever comes late, even if all are made again", async () => {
    await bookAndDerive(body(0, 10_000), body(0.5, 20_000), body(5, 10_000));
    const bars = await contentsOf(test, tables);
    await drop(2);
    await test.book(body(0.2, 90_000));
    expect(await run()).toMatchObject({hours: 0, due: 0});
    await run({rebuild: true});
    expect(await contentsOf(test, tables)).toEqual(bars);
    await test.records("UPDATE derived_state SET definition = 'another'; COMMENT ON VIEW meta IS 'another'");
    await test.records("ALTER TABLE bars_1m DROP COLUMN books; ALTER TABLE bars_1m ADD COLUMN older INTEGER");
    await test.reopen();
    await run();
    expect(await test.records("SELECT high, books FROM bars_1m WHERE priceFeedId = 1 ORDER BY startedAt")).toEqual([
      {high: 100, books: null},
      {high: 200, books: null},
      {high: 100, books: 1}
    ]);
    expect(await drop(2)).toMatchObject({rows: 2}); // the late update
    expect(await booksOf(test)).toEqual(whole);
    expect(await test.records("SELECT high FROM bars_1d WHERE priceFeedId = 1")).toEqual([{high: 200}]);
  });
});

describe("findGaps(store, range) after dropOld(store, instant)", () => {
  it("lists no gap in the dropped time, and knows the feeds whose updates were dropped", async () => {
    const minutes = [0, 1, 2, 3, 4, 120, 121, 122, 123, 124, 129, 130, 131, 132, 133, 134];
    const ninth = body(3 / 60, 1, {priceFeedId: 9, price: 1});
    await bookAndDerive(...minutes.map((minute) => body(minute / 60)), ninth);
    const gapsFrom = async (from: number | null) =>
      (await findGaps(test.store, {from, to: null, feeds: [1]})).map(({fromUs, toUs}) => [fromUs, toUs]);
    expect(await gapsFrom(null)).toHaveLength(2);
    await drop(2);
    const gap = [125, 128].map((minute) => midnight + minute * 6e7);
    expect(await gapsFrom(null)).toEqual([gap]);
    expect(await gapsFrom(instant(-1) * 1000)).toEqual([gap]);
    expect(await feedsNeverAsked(test.store, [9, 77])).toMatchObject([{priceFeedId: 77}]);
  });
});
