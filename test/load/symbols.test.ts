import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/error.js";
import {findFeeds, symbolFinder} from "../../loaders/load/symbols.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {readCatalogue} from "../../loaders/service/catalogue.js";
import {saveFeeds} from "../../loaders/store/feeds.js";
import {makeStore, type TestStore} from "../helpers/store.js";

const listed = (...feeds: [number, string | null][]): CatalogueEntry[] =>
  readCatalogue(JSON.stringify(feeds.map(([pyth_lazer_id, symbol]) => ({pyth_lazer_id, symbol, state: "stable"}))))
    ?.entries ?? [];

const feeds = listed([1, "Crypto.BTC/USD"], [2, "Crypto.ETH/USD"], [7, "Crypto.POL/USD"], [9, null]);

describe("symbolFinder(feeds, held)(symbol)", () => {
  it("gives the id of a feed that has it", () =>
    expect(symbolFinder(feeds, new Map())("Crypto.ETH/USD")).toEqual({id: 2, note: null}));

  it("gives the feed that had it before, and tells its new one", () =>
    expect(symbolFinder(feeds, new Map([["Crypto.MATIC/USD", 7]]))("Crypto.MATIC/USD")).toEqual({
      id: 7,
      note: "Crypto.MATIC/USD is now Crypto.POL/USD (id 7): going on with that; write the new symbol, or the id, which stays"
    }));

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
