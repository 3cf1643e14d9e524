// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import type {PriceFeed, RateFeed} from "../../../src/ui/elements/names.js";
import {unkept} from "../../../src/url/state.js";
import {boardRows, feedBoard, usualBoard} from "../../../src/views/board/board.js";
import {priceColumns} from "../../../src/views/board/columns.js";
import {texts} from "../../charts/kit.js";

const hostile = "<img src=x onerror=alert(1)>";

it("boardRows({feeds, rates, sparks, events}) makes rows of lists, each with its spark and open event", () => {
  const made = {
    feeds: [{priceFeedId: [1, 2], price: [80000.5, null]}],
    rates: [{priceFeedId: [112], rate8h: [1e-5]}],
    sparks: [{priceFeedId: [1, 112], spark: ["AZ-z", "zA"]}],
    events: [{priceFeedId: [1], event: ["spread"]}]
  };
  expect(boardRows(made)).toEqual({
    prices: [
      {priceFeedId: 1, price: 80000.5, spark: "AZ-z", event: "spread"},
      {priceFeedId: 2, price: null, spark: undefined}
    ],
    rates: [{priceFeedId: 112, rate8h: 1e-5, spark: "zA"}]
  });
  // SQL returns null lists for no rows.
  for (const none of [[{priceFeedId: null, symbol: null}], []])
    expect(boardRows({feeds: none, rates: none, sparks: none, events: none})).toEqual({prices: [], rates: []});
});

describe("feedBoard({prices, rates}, {favourites, state})", () => {
  const prices: PriceFeed[] = [
    {
      ...{priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto"},
      price: 86774.92,
      change24h: 0.01
    },
    {...{priceFeedId: 4, symbol: "Crypto.PEPE/USD", assetType: "crypto"}, price: 0.0000076829, stale: true},
    {
      ...{priceFeedId: 922n, symbol: "Equity.US.AAPL/USD", assetType: "equity"},
      price: 213.4,
      change24h: 0.02,
      issue: "wide"
    },
    {...{priceFeedId: 7, symbol: hostile, assetType: hostile, marketSession: hostile}, price: null},
    {...{priceFeedId: 8, symbol: null, name: null}, price: NaN, change24h: -0.03}
  ];
  const rates: RateFeed[] = [
    {priceFeedId: 112, symbol: "FundingRate.Bybit.BTC/USDT", assetType: "funding-rate", apr: 0.01}
  ];
  const make = (state = {}, favourites: number[] = []) =>
    feedBoard({prices, rates}, {favourites, state: unkept({...usualBoard, ...state})});
  const tables = (board: Element) =>
    Object.fromEntries(
      Array.from(board.querySelectorAll("table"), (table) => [
        table.getAttribute("aria-label"),
        texts(table, "tbody a")
      ])
    );
  const [btc, pepe, aapl] = ["Crypto.BTC/USD", "Crypto.PEPE/USD", "Equity.US.AAPL/USD"];
  const bybit = "FundingRate.Bybit.BTC/USDT";

  beforeEach(() => localStorage.clear());

  it("lists favourites first, then the classes, then funding rates, and writes names as text", () => {
    const board = make({}, [922, 112]);
    const groups = Object.entries(tables(board));
    expect(groups.slice(0, 2)).toEqual([
      ["Favourites", [aapl]],
      ["Favourite funding rates", [bybit]]
    ]);
    expect(groups.slice(2).map(([, symbols]) => symbols)).toEqual([[hostile], [btc, pepe], ["feed 8"]]);
    expect(board.querySelector("img")).toBeNull();
  });

  it("marks a feed with an open event by its rule, which links to its events", () => {
    const [btc] = prices;
    const board = feedBoard(
      {prices: [{...btc, priceFeedId: 1, event: "<i>mine"}], rates: []},
      {state: unkept(usualBoard)}
    );
    const mark = board.querySelector("a.fb-badge");
    expect([mark?.textContent, mark?.getAttribute("href")]).toEqual([
      "<i>mine",
      "./events?search=Crypto.BTC%2FUSD%20open"
    ]);
  });

  it.each([
    [{search: "bitcoin"}, {Crypto: [btc]}],
    [{class: "equity"}, {Equity: [aapl]}],
    [{class: "equity", search: "btc"}, {}],
    [{issues: "only"}, {Crypto: [pepe], Equity: [aapl]}]
  ])("shows the feeds of %j", (state, expected) => {
    const board = make(state);
    expect(tables(board)).toEqual(expected);
    expect(board.querySelector<HTMLElement>(".fb-none")?.hidden).toBe(Object.keys(expected).length > 0);
  });

  it("sorts by a figure over all classes, missing values last, below the favourites", () => {
    expect(tables(make({sort: "-change24h"}, [1]))).toEqual({
      ...{Favourites: [btc], "All prices": [aapl, "feed 8", pepe, hostile]},
      "Funding rates": [bybit]
    });
    const board = make({}, [1]);
    board.querySelector<HTMLElement>("thead .fb-is-change24h button")?.click();
    expect(tables(board)["All prices"]).toEqual([aapl, "feed 8", pepe, hostile]);
    expect(texts(board, "table:nth-of-type(-n + 2) [aria-sort=descending]")).toEqual(["24 h", "24 h"]);
    for (const {name} of priceColumns) expect(make({sort: name}).querySelectorAll("tbody tr").length).toBe(6);
  });

  it("moves a feed to the favourites and back by its star, keeps the focus on it, and keeps both for the next visit", () => {
    const board = make();
    document.body.replaceChildren(board);
    const star = () => board.querySelector<HTMLElement>(`[aria-label="Favourite ${aapl}"]`);
    star()?.focus();
    star()?.click();
    expect([tables(board).Favourites, star()?.ariaPressed]).toEqual([[aapl], "true"]);
    expect(document.activeElement).toBe(star());
    expect(tables(make({}, [1])).Favourites).toEqual([aapl]); // no longer the usual ones
    star()?.click();
    expect([tables(board).Favourites, tables(make({}, [1])).Favourites]).toEqual([undefined, undefined]);
  });

  it("pads prices to the decimals of their group, for the eye alone", () => {
    const cells = make().querySelectorAll("[aria-label=Crypto] .fb-is-price span");
    const shown = Array.from(cells, (cell) => [cell.textContent, cell.getAttribute("data-pad")]);
    expect(shown).toEqual([
      ["86,774.92", "00000000"],
      ["0.0000076829", null]
    ]);
  });
});
