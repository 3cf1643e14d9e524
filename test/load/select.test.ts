import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {loadLatest} from "../../loaders/load/questions.js";
import {type Ask, selectForLoad} from "../../loaders/load/select.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type ServiceOptions, serveFeeds, updateOf} from "../helpers/service.js";
import {reply, serve} from "../service/loopback.js";

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

interface Selected {
  asks: Ask[];
  removed: unknown[];
}

async function select(config: ConfigInput, service: ServiceOptions = {catalogue}): Promise<Selected> {
  return selectAt((await serveFeeds(service)).url, config);
}

async function selectAt(baseUrl: string, config: ConfigInput): Promise<Selected> {
  let asks: Ask[] = [];
  const report = await place.load(
    async (load) => {
      asks = await selectForLoad(load);
    },
    {baseUrl, config}
  );
  return {asks, removed: report.removed};
}

describe("selectForLoad(load)", () => {
  it("names all stable feeds, each on the configured channel or on its own where that is slower", async () => {
    expect((await select({})).asks).toEqual([
      {feeds: {ids: [1, 2, 8]}, channel: "fixed_rate@200ms"},
      {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"}
    ]);
    expect((await select({service: {channel: "real_time"}})).asks).toEqual([
      {feeds: {ids: [1, 8]}, channel: "real_time"},
      {feeds: {ids: [2]}, channel: "fixed_rate@50ms"},
      {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"}
    ]);
  });

  it("tells of feeds that are named but have no prices, by name, and asks for them all the same", async () => {
    const soon = "Crypto.NEW/USD (7) is coming_soon: it has no prices yet";
    expect((await select({feeds: {symbols: ["Crypto.BTC/USD", "Crypto.NEW/USD"]}})).asks[0]?.feeds).toEqual({
      ids: [1, 7]
    });
    expect((await select({feeds: {ids: [7]}})).asks).toHaveLength(1);
    const old = [{...catalogue[3], state: "inactive"}];
    await select({feeds: {ids: [7]}}, {catalogue: old});
    expect(place.warnings).toEqual([soon, soon, "Crypto.NEW/USD (7) is inactive: it has no prices"]);
  });

  it("takes the symbol that a feed had before, and tells its new one", async () => {
    const of = (symbol: string) => ({
      catalogue: [{pyth_lazer_id: 7, symbol, state: "stable"}, ...catalogue.slice(0, 1)]
    });
    const load = async (service: ServiceOptions, symbols: string[]) => {
      const {url} = await serveFeeds(service);
      await place.load((one) => loadLatest(one), {baseUrl: url, config: {feeds: {symbols}}});
      return place.warnings.splice(0);
    };
    const told = (to: string) => [expect.stringMatching(`^Crypto.MATIC/USD is now ${to} \\(id 7\\): `)];
    expect(await load(of("Crypto.MATIC/USD"), ["Crypto.MATIC/USD"])).toEqual([]);
    expect(await load(of("Crypto.POL/USD"), ["Crypto.MATIC/USD"])).toEqual(told("Crypto.POL/USD"));
    expect(await load(of("Crypto.POL2/USD"), ["Crypto.BTC/USD"])).toEqual([]);
    expect(await load(of("Crypto.POL2/USD"), ["Crypto.MATIC/USD"])).toEqual(told("Crypto.POL2/USD"));
    expect(await place.records("SELECT DISTINCT priceFeedId FROM feed_updates")).toHaveLength(2);
  });

  it("takes ids as they are named, also those that no catalogue lists", async () => {
    expect((await select({feeds: {ids: [112, 7, 4_000_000]}})).asks).toEqual([
      {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"},
      {feeds: {ids: [7, 4_000_000]}, channel: "fixed_rate@200ms"}
    ]);
  });

  it("refuses where no symbol is known, and tells of each", async () => {
    await expect(select({feeds: {symbols: ["Crypto.ETH/USDD", "x"]}})).rejects.toThrow(
      /^unknown symbol: Crypto\.ETH\/USDD; did you mean Crypto\.ETH\/USD\?; unknown symbol: x$/
    );
  });

  it.each<[string, ServiceOptions]>([
    ["there is no catalogue", {catalogue: null}],
    ["the catalogue is empty", {catalogue: []}]
  ])("asks by symbol, on the configured channel, where %s", async (_, service) => {
    const symbols = ["FundingRate.Binance.BTC/USDT", "Crypto.BTC/USD"];
    const {asks, removed} = await select({feeds: {symbols}}, service);
    expect(asks).toEqual([{feeds: {symbols}, channel: "fixed_rate@200ms"}]);
    expect(removed).toEqual([]);
  });

  it("goes on with the feeds of the store where the catalogue fails, and says so", async () => {
    let fails = false;
    const {url} = await serve((response, seen) => {
      const answer = seen.url === "/v1/symbols" ? JSON.stringify(catalogue) : updateOf([1], Date.now() * 1000);
      return fails ? reply(403, "not today")(response, seen) : reply(200, answer)(response, seen);
    });
    const loading = {baseUrl: url};
    await place.load(async (load) => {
      await selectForLoad(load);
      await load.books.add(await load.client().latestPrice({ids: [1]}));
    }, loading);
    fails = true;
    const held = [
      {feeds: {ids: [1, 2, 8]}, channel: "fixed_rate@200ms"},
      {feeds: {ids: [112]}, channel: "fixed_rate@1000ms"}
    ];
    expect((await selectAt(url, {})).asks).toEqual(held);
    expect(place.warnings).toEqual([
      expect.stringMatching(/^no feed catalogue: .*not today.*; going on with what the store knows$/)
    ]);
    expect((await selectAt(url, {feeds: {symbols: ["FundingRate.Binance.BTC/USDT"]}})).asks).toEqual(held.slice(1));
  });

  it("blames the service, not the settings, where the catalogue fails and the store knows no feed", async () => {
    await expect(select({}, {catalogue: null})).rejects.toThrow(/^catalogue refused with 404/);
    expect((await select({feeds: {ids: [5]}}, {catalogue: null})).asks).toEqual([
      {feeds: {ids: [5]}, channel: "fixed_rate@200ms"}
    ]);
    expect(place.warnings).toEqual([expect.stringMatching(/^no feed catalogue: .*; going on without one$/)]);
  });

  it("asks for feeds to be named where an empty catalogue is all there is", async () => {
    await expect(select({}, {catalogue: []})).rejects.toThrow(/^no catalogue lists the feeds: name some with/);
  });

  it("ends where it is interrupted while it asks for the catalogue", async () => {
    const controller = new AbortController();
    const {url} = await serve(() => controller.abort(new Error("enough")));
    const reached: string[] = [];
    const report = await place.load(
      async (load) => {
        await selectForLoad(load);
        reached.push("further");
      },
      {baseUrl: url, config: {feeds: {ids: [1]}}, signal: controller.signal}
    );
    expect(report.interrupted).toBe(true);
    expect([reached, place.warnings]).toEqual([[], []]);
  });
});
