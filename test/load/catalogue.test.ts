import {describe, expect, it} from "vitest";
import {explainRefusal, withOwnFeeds} from "../../loaders/load/catalogue.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {readCatalogue} from "../../loaders/service/catalogue.js";

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

  it("leaves a catalogue as it is where the config says nothing", () =>
    expect(withOwnFeeds([bitcoin], [])).toEqual([bitcoin]));
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
