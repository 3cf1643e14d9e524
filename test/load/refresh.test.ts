import {existsSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {silent} from "../../loaders/load/report.js";
import {refreshFeeds} from "../../loaders/load/upkeep.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {eachPlace} from "../helpers/loading.js";
import {serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

const place = eachPlace({publishes: true});

const btc = {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"};

async function refresh(catalogue: readonly object[]): Promise<void> {
  const {url} = await serveFeeds({catalogue});
  await refreshFeeds(place.settings({baseUrl: url}), {log: silent, signal: new AbortController().signal});
}

describe("refreshFeeds(settings, {log, signal})", () => {
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
});
