import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {coercedAfter, fillColumn, rejectedAfter} from "../../loaders/store/replay.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
  const priceFeeds = [
    {priceFeedId: 1, price: "y", exponent: "z"},
    null,
    {priceFeedId: 2, price: "y"},
    {priceFeedId: -1}
  ];
  await test.book(JSON.stringify({parsed: {timestampUs: "x", priceFeeds}}));
});

afterEach(() => test.remove());

describe("coercedAfter(store, after)", () => {
  it("gives the next values in order, except times of responses", async () => {
    const found = await coercedAfter(test.store, null);
    expect(found.map(({entryIndex, columnName}) => [entryIndex, columnName])).toEqual([
      [0, "exponent"],
      [0, "price"],
      [2, "price"]
    ]);
    expect(await coercedAfter(test.store, found[0] ?? null)).toEqual(found.slice(1));
    expect(await coercedAfter(test.store, found[2] ?? null)).toEqual([]);
    expect(await test.records("SELECT count(*) AS n FROM coercions")).toEqual([{n: 4}]);
  });
});

describe("rejectedAfter(store, after)", () => {
  it("gives the next entries in order, with the time of their response", async () => {
    const found = await rejectedAfter(test.store, null);
    const publishedAt = Date.UTC(2026, 4, 12, 14) * 1000; // the time of receipt
    expect(found).toMatchObject([
      {entryIndex: 1, entry: "null", publishedAt},
      {entryIndex: 3, entry: '{"priceFeedId":-1}', publishedAt}
    ]);
    expect(await rejectedAfter(test.store, found[0] ?? null)).toEqual(found.slice(1));
    expect(await rejectedAfter(test.store, found[1] ?? null)).toEqual([]);
  });
});

describe("fillColumn(store, name, fillings)", () => {
  it("fills a null, and keeps a value", async () => {
    const [, first] = await coercedAfter(test.store, null);
    if (!first) throw new Error("no coercion");
    for (const value of [7, 8]) await fillColumn(test.store, "price", [{...first, value}]);
    expect(await test.records("SELECT price FROM feed_updates ORDER BY entryIndex")).toEqual([
      {price: 7},
      {price: null}
    ]);
  });
});
