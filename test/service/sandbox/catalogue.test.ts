import {describe, expect, it} from "vitest";
import {readCatalogue} from "../../../loaders/service/catalogue.js";
import {answerLatest} from "../../../loaders/service/sandbox/answer.js";
import {listCatalogue} from "../../../loaders/service/sandbox/catalogue.js";
import {findFeed} from "../../../loaders/service/sandbox/feeds.js";
import {quote} from "../../../loaders/service/sandbox/market.js";
import {wish} from "./http.js";

const expiry = Date.parse("2026-12-21T19:30:00Z");

describe("listCatalogue(nowMs)", () => {
  it("has only known shapes, with a holiday, a half day, a split and a dated future", () => {
    const read = readCatalogue(JSON.stringify(listCatalogue(expiry - 1)));
    expect(read).toMatchObject({skipped: 0, long: 0, unknown: new Map()});
    const [split, future] = [1163, 3102].map((id) => read?.entries.find(({priceFeedId}) => priceFeedId === id));
    expect(split).toMatchObject({schedule: expect.stringContaining(",1126/C,1127/0930-1300,"), quoteCurrency: "USD"});
    expect(JSON.parse(split?.more ?? "")).toMatchObject({corporate_actions: [{event_type: "SPLIT"}]});
    expect(future).toMatchObject({expiresAt: "2026-12-21T19:30:00Z", state: "stable", instrumentType: "future"});
  });

  it("lists a future as inactive once it expired, and then has no price of it", () => {
    for (const [now, state, prices] of [
      [expiry - 1, "stable", 1],
      [expiry, "inactive", 0]
    ] as const) {
      expect(listCatalogue(now).find(({pyth_lazer_id}) => pyth_lazer_id === 3102)?.state).toBe(state);
      const request = {...wish, priceFeedIds: [3102], parsed: true, jsonBinaryEncoding: "hex"} as never;
      expect(answerLatest(1, request, now).parsed?.priceFeeds.length).toBe(prices);
    }
  });
});

describe("quote(seed, feed, timestampUs) of a feed with a split", () => {
  it("falls to a quarter when the pre-market of the ex-date opens", () => {
    const feed = findFeed(1163);
    const price = (time: string) => Number(feed && quote(1, feed, Date.parse(time) * 1000).price);
    expect(price("2026-11-23T08:59:59Z") / price("2026-11-23T09:00:00Z")).toBeCloseTo(4, 1);
  });
});
