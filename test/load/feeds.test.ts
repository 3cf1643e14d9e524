import {describe, expect, it, onTestFinished} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {type Ask, explainRefusal, findFeeds, selectForLoad, symbolFinder} from "../../loaders/load/feeds.js";
import {type CatalogueEntry, readCatalogue} from "../../loaders/service/catalogue.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
import {eachPlace} from "../helpers/loading.js";
import {type ServiceOptions, serveFeeds} from "../helpers/service.js";
import {makeStore} from "../helpers/store.js";

const place = eachPlace();

const catalogue = [
  {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable", min_channel: "real_time"},
  {pyth_lazer_id: 2, symbol: "Crypto.ETH/USD", state: "stable", min_channel: "fixed_rate@50ms"},
  {pyth_lazer_id: 112, symbol: "FundingRate.Binance.BTC/USDT", state: "stable", min_channel: "fixed_rate@1000ms"},
  {pyth_lazer_id: 7, symbol: "Crypto.NEW/USD", state: "coming_soon", min_channel: "real_time"},
  {pyth_lazer_id: 8, state: "stable"}
];
const usual = (...ids: number[]) => ({feeds: {ids}, channel: "fixed_rate@200ms"});
const slow = {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"};

/** Selects feeds in a load that receives one update, so that the store keeps the catalogue. */
async function select(config: ConfigInput, service: ServiceOptions = {catalogue}): Promise<Ask[]> {
  let asks: Ask[] = [];
  const {url} = await serveFeeds(service);
  await place.load(
    async (load) => {
      asks = await selectForLoad(load);
      await load.books.add(await load.client().latestPrice({ids: [1]}));
    },
    {baseUrl: url, config: {...config, service: {retries: 0, ...config.service}}}
  );
  return asks;
}

describe("selectForLoad(load)", () => {
  it.each<[ConfigInput, unknown]>([
    [{}, [usual(1, 2, 8), slow]],
    [
      {service: {channel: "real_time"}},
      [{feeds: {ids: [1, 8]}, channel: "real_time"}, {feeds: {ids: [2]}, channel: "fixed_rate@50ms"}, slow]
    ],
    [{feeds: {ids: [112, 7, 4_000_000]}}, [slow, usual(7, 4_000_000)]],
    [{feeds: {symbols: ["Crypto.ETH/USD", "Crypto.BTC/USD"]}}, [usual(2, 1)]]
  ])("selects by %j, each feed on the configured channel or its own slower one", async (config, asks) => {
    expect(await select(config)).toEqual(asks);
  });

  it("warns of named feeds without prices, and requests them all the same", async () => {
    expect(await select({feeds: {symbols: ["Crypto.BTC/USD", "Crypto.NEW/USD"]}})).toEqual([usual(1, 7)]);
    expect(await select({feeds: {ids: [7]}}, {catalogue: [{...catalogue[3], state: "inactive"}]})).toHaveLength(1);
    expect(place.warnings).toEqual([
      "Crypto.NEW/USD (7) is coming_soon: it has no prices yet",
      "Crypto.NEW/USD (7) is inactive: it has no prices"
    ]);
  });

  it("finds a renamed feed by its former symbol, and warns with the new one", async () => {
    const named = (symbol: string) => ({catalogue: [{pyth_lazer_id: 7, symbol, state: "stable"}, catalogue[0] ?? {}]});
    const select7 = async (symbol: string) => {
      expect(await select({feeds: {symbols: ["Crypto.MATIC/USD"]}}, named(symbol))).toEqual([usual(7)]);
      return place.warnings.splice(0);
    };
    const warning = (to: string) => [expect.stringMatching(`^Crypto.MATIC/USD is now ${to} \\(id 7\\): `)];
    expect(await select7("Crypto.MATIC/USD")).toEqual([]);
    expect(await select7("Crypto.POL/USD")).toEqual(warning("Crypto.POL/USD"));
    await select({}, named("Crypto.POL2/USD"));
    expect(await select7("Crypto.POL2/USD")).toEqual(warning("Crypto.POL2/USD"));
  });

  it("falls back on the store's feeds when the catalogue fails, and warns", async () => {
    await select({});
    expect(await select({}, {catalogue: null})).toEqual([usual(1, 2, 8), slow]);
    const symbols = ["FundingRate.Binance.BTC/USDT"];
    expect(await select({feeds: {symbols}}, {catalogue: null})).toEqual([slow]);
    const warning = expect.stringMatching(/^no feed catalogue: .*; going on with the store's$/);
    expect(place.warnings).toEqual([warning, warning]);
  });

  it.each<[ConfigInput, ServiceOptions, RegExp]>([
    [{}, {catalogue: null}, /^catalogue refused with 404/], // the service is to blame, not the settings
    [{}, {catalogue: []}, /^no catalogue lists the feeds: name some with/],
    [
      {feeds: {symbols: ["Crypto.ETH/USDD", "x"]}},
      {catalogue},
      /^unknown symbol: Crypto\.ETH\/USDD; did you mean Crypto\.ETH\/USD\?; unknown symbol: x$/
    ]
  ])("rejects %j with %j", async (config, service, message) => {
    await expect(select(config, service)).rejects.toThrow(message);
  });
});

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
