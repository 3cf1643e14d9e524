import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {explainRefusal, findFeeds, refreshFeeds, symbolFinder, withOwnFeeds} from "../../loaders/load/catalogue.js";
import {silent} from "../../loaders/load/report.js";
import {type CatalogueEntry, readCatalogue} from "../../loaders/service/catalogue.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {makeStore, type TestStore} from "../helpers/store.js";

describe("catalogue", () => {
  const bitcoin: CatalogueEntry = {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: "BTCUSD",
    description: null,
    assetType: "crypto",
    exponent: -8,
    minChannel: "fixed_rate@200ms",
    state: "stable",
    fundingIntervalHours: null
  };

  describe("withOwnFeeds(catalogue, own)", () => {
    it("lets the config's word count, field by field", () => {
      expect(withOwnFeeds([bitcoin], [{priceFeedId: 1, name: "Bitcoin", symbol: undefined}])).toEqual([
        {...bitcoin, name: "Bitcoin"}
      ]);
    });

    it("adds feeds that the catalogue does not have, as stable ones", () => {
      const [, own] = withOwnFeeds([bitcoin], [{priceFeedId: 7, symbol: "Crypto.X/USD"}]);
      expect(own).toMatchObject({priceFeedId: 7, symbol: "Crypto.X/USD", exponent: null, state: "stable"});
    });
  });

  const feeds = [
    {pyth_lazer_id: 112, symbol: "FundingRate.Binance.BTC/USDT", state: "stable"},
    {pyth_lazer_id: 3063, symbol: "Index.X/USD", state: "stable"},
    {pyth_lazer_id: 9, symbol: "Crypto.NEWCO/USD", state: "coming_soon"},
    {pyth_lazer_id: 10}
  ];
  const known = new Map(readCatalogue(JSON.stringify(feeds))?.entries.map((feed) => [feed.priceFeedId, feed]));

  describe("explainRefusal({feed, reason}, known)", () => {
    it.each<[number | string, string, string]>([
      [
        3063,
        'Not entitled: feed 3063 (it requires access to ["indices"])',
        'Index.X/USD (3063): Not entitled: feed 3063 (it requires access to ["indices"]); ask the service for access to it, or leave it out of feeds'
      ],
      [
        112,
        "Price feed id 112 is not available for channel real_time",
        "FundingRate.Binance.BTC/USDT (112): Price feed id 112 is not available for channel real_time; give a slower --channel"
      ],
      [
        404,
        "Unknown feed: 404",
        "404: Unknown feed: 404; no catalogue lists it: find the right one with feedbook feeds, or leave it out"
      ],
      [
        9,
        "Unknown feed: 9",
        "Crypto.NEWCO/USD (9): Unknown feed: 9; the catalogue lists it as coming_soon: feedbook feeds --refresh says if that is out of date"
      ],
      [
        10,
        "Unknown feed: 10",
        "10: Unknown feed: 10; the catalogue lists it as a feed: feedbook feeds --refresh says if that is out of date"
      ],
      [
        "Crypto.X/USD",
        "Unknown symbol: Crypto.X/USD",
        "Crypto.X/USD: Unknown symbol: Crypto.X/USD; no catalogue lists it: find the right one with feedbook feeds, or leave it out"
      ]
    ])("of %s says by name why, and what to do", (feed, reason, text) =>
      expect(explainRefusal({feed, reason}, known)).toBe(text)
    );
  });
});

describe("symbols", () => {
  const listed = (...feeds: [number, string | null][]): CatalogueEntry[] =>
    readCatalogue(JSON.stringify(feeds.map(([pyth_lazer_id, symbol]) => ({pyth_lazer_id, symbol, state: "stable"}))))
      ?.entries ?? [];

  const feeds = listed([1, "Crypto.BTC/USD"], [2, "Crypto.ETH/USD"], [7, "Crypto.POL/USD"], [9, null]);

  describe("symbolFinder(feeds, held)(symbol)", () => {
    it.each([
      ["crypto.btc/usd", "; did you mean Crypto.BTC/USD?"],
      ["BTC/USD", "; did you mean Crypto.BTC/USD?"],
      ["eth", "; did you mean Crypto.ETH/USD?"],
      ["Crypto.PLO/USD", "; did you mean Crypto.POL/USD?"],
      ["Equity.US.AAPL/USD", ""],
      ["", ""]
    ])("names what %j was probably meant to be", (symbol, advice) =>
      expect(symbolFinder(feeds, new Map())(symbol)).toEqual({id: null, note: `unknown symbol: ${symbol}${advice}`})
    );
  });

  describe("symbolFinder(feeds, held) of many", () => {
    it("knows each at once, the first of two by one symbol, and guesses what the first unknown ones mean", () => {
      const many = listed(
        ...Array.from({length: 50_000}, (_, i): [number, string] => [i + 1, `Crypto.X${i % 49_999}/USD`])
      );
      const find = symbolFinder(many, new Map());
      expect(many.map(({symbol}) => find(`${symbol}`).id)).toEqual(many.map((_, i) => (i % 49_999) + 1));
      const notes = Array.from({length: 50_000}, (_, i) => find(`${i}/EUR`).note);
      expect(notes.filter((note) => note?.includes("did you mean")).length).toBeLessThanOrEqual(10);
    });
  });

  describe("findFeeds(store, feeds)", () => {
    let test: TestStore;

    beforeEach(async () => {
      test = await makeStore();
      await saveFeeds(test.store, listed([1, "Crypto.BTC/USD"], [7, "Crypto.MATIC/USD"]));
      await saveFeeds(test.store, listed([1, "Crypto.BTC/USD"], [7, "Crypto.POL/USD"]));
    });

    afterEach(() => test.remove());

    it("gives ids in the order asked for, of symbols as they are and as they were; of all, null", async () => {
      expect(await findFeeds(test.store, "all")).toBeNull();
      expect(await findFeeds(test.store, {ids: [5, 1]})).toEqual([5, 1]);
      expect(await findFeeds(test.store, {symbols: ["Crypto.MATIC/USD", "Crypto.BTC/USD"]})).toEqual([7, 1]);
    });

    it("refuses a symbol that the store does not know", async () => {
      const finding = findFeeds(test.store, {symbols: ["Crypto.BTC/USD", "POL"]});
      await expect(finding).rejects.toThrow(new ConfigError("unknown symbol: POL; did you mean Crypto.POL/USD?"));
    });
  });
});

describe("refresh", () => {
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
    it("fills the feeds of a store, and makes one where there is none", async () => {
      const {changes, seen} = await refresh([btc]);
      expect(changes).toMatchObject({listed: 1, fresh: [{priceFeedId: 1}], renamed: [], gone: [], states: []});
      expect(seen.map(({method, url}) => `${method} ${url}`)).toEqual(["GET /v1/symbols"]);
      expect(await held()).toEqual([{id: 1, symbol: "Crypto.BTC/USD", state: "stable"}]);
      expect(await place.records("SELECT * FROM loads")).toEqual([]);
    });

    it("lets the config's own feeds count over the catalogue, and never calls them gone", async () => {
      const catalogue = [{priceFeedId: 1, symbol: "Mine.BTC"}, {priceFeedId: 70}];
      const {changes} = await refresh([btc], {catalogue});
      expect(changes).toMatchObject({listed: 1, fresh: [{priceFeedId: 1}, {priceFeedId: 70}]});
      expect((await refresh([btc], {catalogue})).changes).toMatchObject({fresh: [], gone: [], renamed: [], states: []});
      expect(await held()).toEqual([
        {id: 1, symbol: "Mine.BTC", state: "stable"},
        {id: 70, symbol: null, state: "stable"}
      ]);
    });

    it("publishes what changed where there is a snapshot, and makes none", async () => {
      await refresh([btc]);
      const {snapshotPath} = place.settings();
      expect(existsSync(snapshotPath)).toBe(false);
      await place.load(async () => {});
      await refresh([btc]);
      expect(existsSync(snapshotPath)).toBe(false);
      const {url} = await serveFeeds();
      await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1]})), {baseUrl: url});
      await refresh([{...btc, symbol: "Crypto.XBT/USD"}]);
      const {rows} = await querySnapshot(snapshotPath, "SELECT symbol FROM feeds WHERE priceFeedId = 1");
      expect(rows).toEqual([["Crypto.XBT/USD"]]);
    });

    it.each<[string, readonly object[] | null, RegExp]>([
      ["lists nothing", [], /^the catalogue lists no feed: nothing was changed$/],
      ["is not there", null, /^catalogue refused with 404/]
    ])("changes nothing where the catalogue %s", async (_what, catalogue, message) => {
      await refresh([btc]);
      await expect(refresh(catalogue)).rejects.toThrow(message);
      expect(await held()).toEqual([{id: 1, symbol: "Crypto.BTC/USD", state: "stable"}]);
    });

    it("asks nobody without the token that the service needs", async () => {
      const {url, seen} = await serveFeeds({catalogue: [btc]});
      const settings = {...place.settings({baseUrl: url}), token: null};
      const asking = refreshFeeds(settings, {log: silent, signal: new AbortController().signal});
      await expect(asking).rejects.toThrow(/^missing FEEDBOOK_TOKEN/);
      expect([seen, existsSync(settings.storePath)]).toEqual([[], false]);
    });
  });
});
