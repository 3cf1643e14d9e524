import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {refreshFeeds} from "../../loaders/load/refresh.js";
import {silent} from "../../loaders/load/report.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace({publishes: true});
});

afterEach(() => place.leave());

const btc = {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"};

async function refresh(catalogue: readonly object[] | null, config: ConfigInput = {}) {
  const {url, seen} = await serveFeeds({catalogue});
  const settings = place.settings({baseUrl: url, config: {service: {retries: 0}, ...config}});
  const changes = await refreshFeeds(settings, {log: silent, signal: new AbortController().signal});
  return {changes, seen};
}

const held = () => place.records("SELECT priceFeedId AS id, symbol, state FROM feeds ORDER BY 1");

describe("refreshFeeds(settings, {log, signal})", () => {
  it("prefers the config's feeds to the catalogue's, and never calls them gone", async () => {
    const catalogue = [{priceFeedId: 1, symbol: "Mine.BTC"}, {priceFeedId: 70}];
    const {changes} = await refresh([btc], {catalogue});
    expect(changes).toMatchObject({listed: 1, fresh: [{priceFeedId: 1}, {priceFeedId: 70}]});
    expect((await refresh([btc], {catalogue})).changes).toMatchObject({fresh: [], gone: [], renamed: [], states: []});
    expect(await held()).toEqual([
      {id: 1, symbol: "Mine.BTC", state: "stable"},
      {id: 70, symbol: null, state: "stable"}
    ]);
  });

  it("publishes changed feeds, and prices by new exponents, only if there is a snapshot", async () => {
    await refresh([btc]);
    const {snapshotPath} = place.settings();
    expect(existsSync(snapshotPath)).toBe(false);
    await place.load(async () => {});
    await refresh([btc]);
    expect(existsSync(snapshotPath)).toBe(false);
    const answer = () => reply(200, updateOf([1]).replace(',"exponent":-2', ""));
    const {url} = await serveFeeds({answer});
    await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1]})), {baseUrl: url});
    await refresh([{...btc, symbol: "Crypto.XBT/USD", exponent: -2}]);
    const {rows} = await querySnapshot(
      snapshotPath,
      "SELECT symbol, close FROM feeds JOIN bars_1h USING (priceFeedId)"
    );
    expect(rows).toEqual([["Crypto.XBT/USD", 1]]);
  });

  it("sends no request without the token that the service needs", async () => {
    const {url, seen} = await serveFeeds({catalogue: [btc]});
    const settings = {...place.settings({baseUrl: url}), token: null};
    const asking = refreshFeeds(settings, {log: silent, signal: new AbortController().signal});
    await expect(asking).rejects.toThrow(/^missing FEEDBOOK_TOKEN/);
    expect([seen, existsSync(settings.storePath)]).toEqual([[], false]);
  });
});
