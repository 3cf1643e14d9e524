import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadLatest} from "../../loaders/load/ask.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

describe("loadLatest(load)", () => {
  it("asks once for every stable feed of the catalogue, and keeps the catalogue", async () => {
    const feed = {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable", min_channel: "real_time"};
    const catalogue = [
      feed,
      {...feed, pyth_lazer_id: 2, symbol: "Crypto.ETH/USD"},
      {...feed, pyth_lazer_id: 3, state: "beta"}
    ];
    const {url, asked} = await serveFeeds({catalogue});
    const report = await place.load(loadLatest, {baseUrl: url});
    expect(asked).toMatchObject([{path: "/v1/latest_price", priceFeedIds: [1, 2]}]);
    expect(report).toMatchObject({responses: 1, rows: 2});
    expect(await place.records("SELECT count(*) AS n FROM feeds")).toEqual([{n: 3}]);
  });

  it("asks again each time: two polls are two rows", async () => {
    const {url} = await serveFeeds();
    for (const _ of "12") await place.load(loadLatest, {baseUrl: url, config: {feeds: {ids: [1]}}});
    expect(await place.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 2}]);
  });
});
