import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {explainRefusal, findFeeds, symbolFinder, withOwnFeeds} from "../../loaders/load/catalogue.js";
import {type CatalogueEntry, readCatalogue} from "../../loaders/service/catalogue.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
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
        ...Array.from({length: 20_000}, (_, i): [number, string] => [i + 1, `Crypto.X${i % 19_999}/USD`])
      );
      const find = symbolFinder(many, new Map());
      expect(many.map(({symbol}) => find(`${symbol}`).id)).toEqual(many.map((_, i) => (i % 19_999) + 1));
      const notes = Array.from({length: 20_000}, (_, i) => find(`${i}/EUR`).note);
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
