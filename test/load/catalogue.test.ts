import {describe, expect, it, onTestFinished} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {explainRefusal, findFeeds, symbolFinder} from "../../loaders/load/catalogue.js";
import {type CatalogueEntry, readCatalogue} from "../../loaders/service/catalogue.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
import {makeStore} from "../helpers/store.js";

const listed = (...feeds: [id: number, symbol?: string, state?: string][]): CatalogueEntry[] =>
  readCatalogue(JSON.stringify(feeds.map(([pyth_lazer_id, symbol, state]) => ({pyth_lazer_id, symbol, state}))))
    ?.entries ?? [];

describe("explainRefusal({feed, reason}, known)", () => {
  const feeds = listed(
    [112, "FundingRate.X/USDT", "stable"],
    [3063, "Index.X/USD"],
    [9, "Crypto.N/USD", "coming_soon"]
  );
  const known = new Map([...feeds, ...listed([10])].map((feed) => [feed.priceFeedId, feed]));
  const outdated = "feedbook feeds --refresh says if that is out of date";
  const unlisted = "no catalogue lists it: find the right one with feedbook feeds, or leave it out";

  it.each<[number | string, string, string, string]>([
    [
      3063,
      "Not entitled: feed 3063 (…)",
      "Index.X/USD (3063)",
      "ask the service for access to it, or leave it out of feeds"
    ],
    [112, "Price feed id 112 is not available for channel x", "FundingRate.X/USDT (112)", "give a slower --channel"],
    [404, "Unknown feed: 404", "404", unlisted],
    [9, "Unknown feed: 9", "Crypto.N/USD (9)", `the catalogue lists it as coming_soon: ${outdated}`]
  ])("explains %s, %j", (feed, reason, name, advice) => {
    expect(explainRefusal({feed, reason}, known)).toBe(`${name}: ${reason}; ${advice}`);
  });
});

describe("symbolFinder(feeds, stored)(symbol)", () => {
  const feeds = listed([1, "Crypto.BTC/USD"], [2, "Crypto.ETH/USD"], [7, "Crypto.POL/USD"], [9]);

  it.each([
    ["crypto.btc/usd", "; did you mean Crypto.BTC/USD?"],
    ["Crypto.PLO/USD", "; did you mean Crypto.POL/USD?"],
    ["", ""]
  ])("suggests a symbol for %j", (symbol, advice) =>
    expect(symbolFinder(feeds, new Map())(symbol)).toEqual({id: null, note: `unknown symbol: ${symbol}${advice}`})
  );
});

describe("findFeeds(store, feeds)", () => {
  it("returns ids in the given order, by today's and former symbols, and refuses an unknown one", async () => {
    const {store, remove} = await makeStore();
    onTestFinished(remove);
    await saveFeeds(store, listed([1, "Crypto.BTC/USD"], [7, "Crypto.MATIC/USD"]));
    await saveFeeds(store, listed([1, "Crypto.BTC/USD"], [7, "Crypto.POL/USD"]));
    expect(await findFeeds(store, "all")).toBeNull();
    expect(await findFeeds(store, {ids: [5, 1]})).toEqual([5, 1]);
    expect(await findFeeds(store, {symbols: ["Crypto.MATIC/USD", "Crypto.BTC/USD"]})).toEqual([7, 1]);
    await expect(findFeeds(store, {symbols: ["Crypto.BTC/USD", "POL"]})).rejects.toThrow(
      new ConfigError("unknown symbol: POL; did you mean Crypto.POL/USD?")
    );
  });
});
