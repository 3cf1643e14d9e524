// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import type {PriceFeed} from "../../../src/ui/elements/names.js";
import {boardRows, feedCards, feedTable} from "../../../src/views/board/board.js";
import {priceColumns} from "../../../src/views/board/columns.js";
import {attributes, texts} from "../../charts/kit.js";

const hostile = "<img src=x onerror=alert(1)>";

it("boardRows({feeds, rates, sparks}) makes rows of lists, each with its spark", () => {
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
  // SQL returns null lists for no rows.
  for (const none of [[{priceFeedId: null, symbol: null}], []])
    expect(boardRows({feeds: none, rates: none, sparks: none})).toEqual({prices: [], rates: []});
});

it("feedCards(feeds, ids) has a card for each known feed, in the order of the ids, and writes names as text", () => {
  const feeds: PriceFeed[] = [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", price: 80639.5, change24h: 0.0123, spark: "AZ"},
    {priceFeedId: 922n, symbol: hostile, price: null, change24h: null},
    {priceFeedId: 3, symbol: "Crypto.SOL/USD", price: 1}
  ];
  const element = feedCards(feeds, [922, 5, 1]);
  expect(attributes(element, "a", "href")).toEqual(["./feed?feed=922", "./feed?feed=1"]);
  expect(element.querySelector("img")).toBeNull();
  expect(texts(element, ".fb-card-name")[0]).toContain("<img");
  expect(texts(element, ".fb-card-price")).toEqual(["–", "80,639.50"]);
  expect(texts(element, ".fb-card-change")).toEqual(["", "+1.23 % 24 h"]);
  expect(feedCards([], [1]).children.length).toBe(0);
});

describe("feedTable(rows, {label, columns, onSort}).show({search, class, sort})", () => {
  const rows: PriceFeed[] = [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto", price: 80639.5, change24h: 0.0123},
    {priceFeedId: 922n, symbol: "Equity.US.AAPL/USD", assetType: "equity", price: 213.4, change24h: -0.02},
    {priceFeedId: 7, symbol: hostile, assetType: hostile, marketSession: hostile, price: null},
    {priceFeedId: 8, symbol: null, name: null, price: NaN, change24h: 0}
  ];
  const all = {search: "", class: "", sort: "symbol"};
  const onSort = vi.fn();
  const make = (given = rows) => feedTable(given, {label: "Prices", class: "", columns: priceColumns, onSort});
  const symbols = (element: Element) => texts(element, "tbody a");

  it("shows the feeds that match the search and the class", () => {
    const {element, show} = make();
    expect([show({...all, class: "equity"}), symbols(element)]).toEqual([1, ["Equity.US.AAPL/USD"]]);
    expect([show({...all, class: "equity", search: "btc"}), show({...all, search: "bitcoin"})]).toEqual([0, 1]);
  });

  it("sorts by any column, missing values last, and marks the sorted column", () => {
    const {element, show} = make();
    show({...all, sort: "-change24h"});
    expect(symbols(element)).toEqual(["Crypto.BTC/USD", "feed 8", "Equity.US.AAPL/USD", hostile]);
    expect([texts(element, "[aria-sort]"), texts(element, "[aria-sort=descending]")]).toEqual([["24 h"], ["24 h"]]);
    for (const {name} of priceColumns) expect(show({...all, sort: name}), name).toBe(rows.length);
    show({...all, sort: "-nope"});
    expect(symbols(element)).toEqual(["Crypto.BTC/USD", "Equity.US.AAPL/USD", hostile, "feed 8"]);
  });
});
