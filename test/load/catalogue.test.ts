import {describe, expect, it} from "vitest";
import {withOwnFeeds} from "../../loaders/load/catalogue.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";

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
