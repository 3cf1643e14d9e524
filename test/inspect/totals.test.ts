import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {storeTotals} from "../../loaders/inspect/totals.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const held = {rows: 1, rejected: 0, misdated: 0, firstPublishedAt: "2026-05-12T13:55:00Z"};
const early = {...held, lastPublishedAt: "2026-05-12T13:55:00Z"};
const late = {...early, rows: 2, rejected: 1, lastPublishedAt: "2026-05-12T13:55:00.5Z"};
const misdated = {rows: 3, rejected: 0, misdated: 3, firstPublishedAt: null, lastPublishedAt: "4951-01-01T00:00:00Z"};

describe("storeTotals(store, feeds)", () => {
  it("adds up what the feeds hold, and spans no feed that is misdated", async () => {
    await test.book('{"parsed":{"priceFeeds":[null,null,{"priceFeedId":1,"price":"x"}]}}');
    const {meta} = await storeTotals(test.store, [late, misdated, early, {...early, rows: 0}]);
    expect(meta).toEqual({
      simulated: false,
      dropped: 0,
      droppedBefore: null,
      firstPublishedAt: "2026-05-12T13:55:00Z",
      lastPublishedAt: "2026-05-12T13:55:00.5Z",
      updates: 6,
      feeds: 3,
      rejected: 2,
      rejectedWithoutFeed: 1,
      coercions: 1,
      misdated: 3
    });
  });

  it("balances where the feeds hold what is booked", async () => {
    await test.book(recorded);
    expect((await storeTotals(test.store, [late, early])).balanced).toBe(true);
    expect((await storeTotals(test.store, [late])).balanced).toBe(false);
  });

  it("is empty of an empty store", async () => {
    const {meta, balanced} = await storeTotals(test.store, []);
    expect({balanced, updates: meta.updates, first: meta.firstPublishedAt}).toEqual({
      balanced: true,
      updates: 0,
      first: null
    });
  });
});
