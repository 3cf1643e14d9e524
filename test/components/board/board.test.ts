// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {boardRows, feedTable, findRows} from "../../../src/components/board/board.js";
import {priceColumns} from "../../../src/components/board/columns.js";
import type {PriceFeed} from "../../../src/components/parts/names.js";

describe("boardRows({feeds, rates, sparks})", () => {
  it("makes rows of lists, each with its spark", () => {
    const made = {
      feeds: [{priceFeedId: [1, 2], price: [80000.5, null]}],
      rates: [{priceFeedId: [112], rate8h: [1e-5]}],
      sparks: [{priceFeedId: [1, 112], spark: ["AZ-z", "zA"]}]
    };
    expect(boardRows(made)).toEqual({
      prices: [
        {priceFeedId: 1, price: 80000.5, spark: "AZ-z"},
        {priceFeedId: 2, price: null, spark: undefined}
      ],
      rates: [{priceFeedId: 112, rate8h: 1e-5, spark: "zA"}]
    });
  });

  it.each([
    ["null lists, as SQL has them where there are no rows", [{priceFeedId: null, symbol: null}]],
    ["no row", []]
  ])("has no rows of %s", (_what, none) => {
    expect(boardRows({feeds: none, rates: none, sparks: none})).toEqual({prices: [], rates: []});
  });
});

describe("table", () => {
  const hostile = "<img src=x onerror=alert(1)>";
  const rows: PriceFeed[] = [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto", price: 80639.5, change24h: 0.0123},
    {priceFeedId: 922n, symbol: "Equity.US.AAPL/USD", assetType: "equity", price: 213.4, change24h: -0.02},
    {priceFeedId: 7, symbol: hostile, assetType: hostile, marketSession: hostile, price: null},
    {priceFeedId: 8, symbol: null, name: null, price: NaN, change24h: 0}
  ];
  const all = {search: "", class: "", sort: "symbol"};
  const make = (given: readonly PriceFeed[] = rows, onSort = vi.fn()) =>
    feedTable(given, {label: "Prices", columns: priceColumns, onSort});

  const symbols = (element: Element): (string | null)[] =>
    Array.from(element.querySelectorAll("tbody a"), ({textContent}) => textContent);
  const press = (element: Element, label: string): void =>
    [...element.querySelectorAll<HTMLElement>("thead button")].find(({textContent}) => textContent === label)?.click();

  afterEach(() => document.body.replaceChildren());

  describe("feedTable(rows, {label, columns, href, onSort}).show({search, class, sort})", () => {
    it("links each row to the page of its feed, or where it is told to", () => {
      const table = make();
      table.show(all);
      const links = Array.from(table.element.querySelectorAll("tbody a"), (link) => link.getAttribute("href"));
      expect(links.sort()).toEqual(["./feed?feed=1", "./feed?feed=7", "./feed?feed=8", "./feed?feed=922"]);
      const other = feedTable(rows, {label: "x", columns: [], href: ({priceFeedId}) => `/f/${priceFeedId}`});
      other.show(all);
      expect(other.element.querySelector("a")?.getAttribute("href")).toMatch(/^\/f\//);
    });

    it("writes strings of the data as text", () => {
      const {element, show} = make();
      show(all);
      expect(element.querySelector("img")).toBeNull();
      expect(symbols(element)).toContain(hostile);
    });

    it("sorts by any column, missing values last, and says so", () => {
      const {element, show} = make();
      show({...all, sort: "-change24h"});
      expect(symbols(element)).toEqual(["Crypto.BTC/USD", "feed 8", "Equity.US.AAPL/USD", hostile]);
      expect(element.querySelectorAll("[aria-sort]")).toHaveLength(1);
      expect(element.querySelector("[aria-sort=descending]")?.textContent).toBe("24 h");
      for (const {name} of priceColumns) expect(show({...all, sort: name}), name).toBe(rows.length);
      show({...all, sort: "-nope"});
      expect(symbols(element)).toEqual(["Crypto.BTC/USD", "Equity.US.AAPL/USD", hostile, "feed 8"]);
    });

    it("asks for a sort by its headers: numbers from the greatest, texts from the first, then the other way", () => {
      const onSort = vi.fn();
      const {element, show} = make(rows, onSort);
      show(all);
      press(element, "24 h");
      press(element, "Symbol");
      show({...all, sort: "-change24h"});
      press(element, "24 h");
      press(element, "Class");
      expect(onSort.mock.calls.flat()).toEqual(["-change24h", "-symbol", "change24h", "assetType"]);
    });

    it("shows what is searched for in a class, and how many they are", () => {
      const {element, show} = make();
      expect(show({...all, search: "usd", class: "crypto"})).toBe(1);
      expect(symbols(element)).toEqual(["Crypto.BTC/USD"]);
      expect(element.getAttribute("aria-rowcount")).toBe("2");
      expect(show({...all, class: "nope"})).toBe(0);
      expect([symbols(element), make([]).show(all)]).toEqual([[], 0]);
    });
  });

  describe("findRows(rows, search)", () => {
    const feeds = [
      {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto"},
      {priceFeedId: 112n, symbol: "FundingRate.Binance.BTC/USDT", assetType: "funding-rate"},
      {priceFeedId: 8, symbol: null, name: null, assetType: null},
      {priceFeedId: 9, symbol: hostile}
    ];
    const found = (search: string) => findRows(feeds, search).map(({priceFeedId}) => Number(priceFeedId));

    it.each([
      ["bitCOIN", [1]],
      ["btc funding", [112]],
      ["  usd   btc ", [1, 112]],
      ["112", [112]],
      ["feed 8", [8]],
      ["<img", [9]],
      ["(", [9]],
      ["null", []],
      ["no such feed", []],
      ["", [1, 112, 8, 9]]
    ])("finds by the words of %j, in symbol, name, class or id", (search, ids) => expect(found(search)).toEqual(ids));
  });
});
