import {beforeEach, describe, expect, it} from "vitest";
import {coercedAfter, fillColumn} from "../../loaders/store/replay.js";
import {eachStore} from "../helpers/each-store.js";

const test = eachStore();

beforeEach(async () => {
  const priceFeeds = [1, 2].map((priceFeedId) => ({priceFeedId, price: "y"}));
  await test.book(JSON.stringify({parsed: {priceFeeds}}));
});

describe("fillColumn(store, name, fillings)", () => {
  it("fills a null, and keeps a value", async () => {
    const [first] = await coercedAfter(test.store, null);
    if (!first) throw new Error("no coercion");
    for (const value of [7, 8]) await fillColumn(test.store, "price", [{...first, value}]);
    expect(await test.records("SELECT price FROM feed_updates ORDER BY entryIndex")).toEqual([
      {price: 7},
      {price: null}
    ]);
  });

  it("notes the response to ship again in a store that is shipped", async () => {
    await test.records("INSERT INTO shipping (cluster, startedAt) VALUES ('http://x', now())");
    const [first] = await coercedAfter(test.store, null);
    if (!first) throw new Error("no coercion");
    await fillColumn(test.store, "price", [{...first, value: 7}]);
    expect(await test.records("FROM unshipped")).toEqual([{responseId: first.responseId, again: true}]);
  });
});
