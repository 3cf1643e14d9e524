import {describe, expect, it} from "vitest";
import {storeStatus} from "../../../loaders/inspect/status.js";
import {eachStore} from "../../helpers/each-store.js";
import {recorded} from "../../helpers/store.js";
import {quote, update} from "./quote.js";

const test = eachStore();

describe("meta", () => {
  it("counts what the store holds", async () => {
    await test.book(recorded, '{"parsed":{"priceFeeds":[null]}}');
    expect(await test.records("FROM meta")).toEqual([
      {
        simulated: false,
        firstPublishedAt: "2026-05-12T13:55:00Z",
        lastPublishedAt: "2026-05-12T13:55:00Z",
        updates: 3,
        feeds: 3,
        rejected: 1,
        coercions: 0,
        misdated: 0
      }
    ]);
  });

  it("counts no response's unreadable time among the values that became null", async () => {
    await test.book(
      '{"parsed":{"timestampUs":"soon","priceFeeds":[{"priceFeedId":1,"price":"x","exponent":0,"confidence":[]}]}}'
    );
    expect(await test.records("SELECT columnName FROM coercions ORDER BY columnName")).toEqual(
      ["confidence", "price", "publishedAt"].map((columnName) => ({columnName}))
    );
    expect(await test.records("SELECT coercions FROM meta")).toEqual([{coercions: 2}]);
    expect((await storeStatus(test.store)).meta.coercions).toBe(2);
    expect(await test.records("SELECT count(*)::INTEGER AS n FROM feed_faults WHERE kind = 'coerced'")).toEqual([
      {n: 2}
    ]);
  });

  it("spans no update that is dated absurdly, but counts it", async () => {
    await test.book(recorded, update(-1.7785e9, quote), update(9e9, quote));
    expect(await test.records("SELECT firstPublishedAt, lastPublishedAt, updates, misdated FROM meta")).toEqual([
      {firstPublishedAt: "2026-05-12T13:55:00Z", lastPublishedAt: "2026-05-12T13:55:00Z", updates: 5, misdated: 2}
    ]);
  });

  it("spans what there is where every update is dated absurdly", async () => {
    await test.book(update(-1.7785e9, quote));
    expect(await test.records("SELECT year(firstPublishedAt) AS year, misdated FROM meta")).toEqual([
      {year: 4951, misdated: 1}
    ]);
  });
});
