import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {type Ask, selectForLoad} from "../../loaders/load/select.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type ServiceOptions, serveFeeds} from "../helpers/service.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

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
