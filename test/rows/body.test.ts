import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {readBody} from "../../loaders/rows/body.js";

const recorded = readFileSync("test/fixtures/recorded/2026-05-12-fixed_rate-1000ms.json", "utf8");

describe("readBody(text)", () => {
  it("reads the recorded body", () => {
    const body = readBody(recorded);
    expect(body).toMatchObject({publishedAt: 1778594100000000, entries: 3, rejects: [], coercions: []});
    expect(body.rows.map(({row}) => row)).toMatchObject([
      {priceFeedId: 1, price: 8063953748222, exponent: -8, publisherCount: 16, fundingRate: null},
      {priceFeedId: 2, price: 227676960645, marketSession: "regular", feedUpdateTimestamp: 1778594100000000},
      {priceFeedId: 112, price: 80813667608700000, fundingRate: 38770000, fundingTimestamp: 1778594099726525}
    ]);
  });

  it("accounts for every entry, with its place", () => {
    const entries = [{priceFeedId: 1, price: "x"}, null, {priceFeedId: 1}, {priceFeedId: -3}];
    const body = readBody(JSON.stringify({parsed: {priceFeeds: entries}}));
    expect(body.publishedAt).toBeNull();
    expect(body.entries).toBe(4);
    expect(body.rows.map(({entryIndex}) => entryIndex)).toEqual([0, 2]);
    expect(body.rejects.map(({entryIndex}) => entryIndex)).toEqual([1, 3]);
    expect(body.coercions).toEqual([{entryIndex: 0, priceFeedId: 1, columnName: "price", value: '"x"'}]);
  });

  it("accepts an update without entries", () => {
    expect(readBody('{"parsed":{"timestampUs":"0","priceFeeds":[]}}')).toMatchObject({entries: 0, publishedAt: 0});
  });

  it("reads timestamps in the unit it is told", () => {
    const {rows} = readBody('{"parsed":{"priceFeeds":[{"priceFeedId":1,"feedUpdateTimestamp":5}]}}', "ms");
    expect(rows[0]?.row.feedUpdateTimestamp).toBe(5000);
  });
});
