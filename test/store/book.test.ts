import {describe, expect, it} from "vitest";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {eachStore} from "../helpers/each-store.js";
import {booking, recorded} from "../helpers/store.js";

const test = eachStore();

describe("bookResponses(store, bookings)", () => {
  it("balances the books over rows, rejects and coercions", async () => {
    const entries = [
      {priceFeedId: 1, price: "x", venue: "a\u0000<b>"},
      null,
      {priceFeedId: -1},
      ...Array(5000).fill({priceFeedId: 3})
    ];
    await test.book(recorded, JSON.stringify({parsed: {priceFeeds: entries}}));
    expect(await test.records("SELECT sum(entries) AS e, sum(rows) AS r, sum(rejected) AS x FROM responses")).toEqual([
      {e: 5006, r: 5004, x: 2}
    ]);
    expect(await test.records("SELECT reason, entry FROM rejected_entries ORDER BY entryIndex")).toEqual([
      {reason: "entry is not an object: null", entry: "null"},
      {reason: "priceFeedId is negative: -1", entry: '{"priceFeedId":-1}'}
    ]);
    expect(await test.records("SELECT priceFeedId, columnName, value FROM coercions")).toEqual([
      {priceFeedId: 1, columnName: "price", value: '"x"'}
    ]);
    const [updates] = await test.records("SELECT count(*) AS count, min(extra) AS extra FROM feed_updates");
    expect(updates).toEqual({count: 5004, extra: '{"venue":"a\\u0000<b>"}'});
  });

  it.each([
    ["feed_updates", "responseId, entryIndex"],
    ["coercions", "responseId, entryIndex"]
  ])("keeps no response where a row of %s breaks a constraint", async (table, key) => {
    await test.store.connection.run(`CREATE UNIQUE INDEX once ON ${table} (${key})`);
    const loadId = await startLoad(test.store, "test", false);
    const twice = booking(loadId, '{"parsed":{"priceFeeds":[{"priceFeedId":1,"price":"x"},null]}}');
    const several = [booking(loadId, recorded), twice, twice, booking(loadId, recorded)];
    await expect(bookResponses(test.store, several)).rejects.toThrow(/constraint/i);
    for (const held of ["responses", "feed_updates", "rejected_entries", "coercions"]) {
      expect(await test.records(`SELECT count(*) AS n FROM ${held}`)).toEqual([{n: 0}]);
    }
    await bookResponses(test.store, [booking(loadId, recorded)]);
    expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
  });

  it("notes the responses to ship in a store that is shipped, and only there", async () => {
    await test.book(recorded);
    expect(await test.records("FROM unshipped")).toEqual([]);
    await test.records("INSERT INTO shipping (cluster, startedAt) VALUES ('http://x', now())");
    await test.book(recorded, recorded);
    const newest = "SELECT responseId, NULL AS again FROM responses ORDER BY responseId DESC LIMIT 2";
    expect(await test.records("FROM unshipped ORDER BY responseId DESC")).toEqual(await test.records(newest));
  });
});
