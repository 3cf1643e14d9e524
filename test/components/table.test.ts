// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {feedTable} from "../../src/components/table.js";

const hostile = "<img src=x onerror=alert(1)>";
const rows = [
  {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: "Bitcoin",
    assetType: "crypto",
    price: 80639.53748222,
    exponent: -8,
    change24h: 0.0123,
    spark: [1, 2, 3],
    marketSession: "regular",
    ageSeconds: 0.4
  },
  {
    priceFeedId: 922n,
    symbol: "Equity.US.AAPL/USD",
    assetType: "equity",
    price: 213.4,
    exponent: -5,
    change24h: -0.02,
    spark: "[3,2]",
    spreadBps: 1.2345,
    confidenceBps: 2,
    publisherCount: 12,
    marketSession: "regular",
    ageSeconds: 400
  },
  {
    priceFeedId: 112,
    symbol: "FundingRate.Binance.BTC/USDT",
    assetType: "funding-rate",
    price: 80641.1,
    rate8h: 3.877e-5
  },
  {priceFeedId: 7, symbol: hostile, assetType: hostile, marketSession: hostile, price: null},
  {priceFeedId: 8, symbol: null, name: null, price: NaN, change24h: 0}
];

const column = (table: Element, index: number): (string | null)[] =>
  [...table.querySelectorAll("tbody tr")].map((row) => row.children[index]?.textContent ?? null);
const symbols = (table: Element): (string | null)[] =>
  [...table.querySelectorAll("tbody a")].map(({textContent}) => textContent);
const press = (table: Element, label: string): void =>
  [...table.querySelectorAll<HTMLElement>("thead button")].find(({textContent}) => textContent === label)?.click();
const search = (table: Element, text: string): void => {
  const field = table.querySelector("input");
  if (field === null) return;
  field.value = text;
  field.dispatchEvent(new Event("input"));
};

describe("feedTable(rows, {sort, search, href, onChange})", () => {
  it("links each row to its page", () => {
    const links = [...feedTable(rows).querySelectorAll("tbody a")].map((link) => link.getAttribute("href"));
    expect(links.sort()).toEqual([
      "./funding?feeds=112",
      "./prices?feed=1",
      "./prices?feed=7",
      "./prices?feed=8",
      "./prices?feed=922"
    ]);
    expect(
      feedTable(rows, {href: ({priceFeedId}) => `/f/${priceFeedId}`})
        .querySelector("a")
        ?.getAttribute("href")
    ).toMatch(/^\/f\//);
  });

  it("shows exact prices, and of a funding feed its rate instead of its mark price", () => {
    expect(column(feedTable(rows, {sort: {column: "price", descending: true}}), 2)).toEqual([
      "80,639.53748222",
      "213.40000",
      "0.003877 % / 8 h",
      "–",
      "–"
    ]);
  });

  it("writes strings of the data as text", () => {
    const table = feedTable(rows);
    expect(table.querySelector("img")).toBeNull();
    expect(symbols(table)).toContain(hostile);
  });

  it("names a feed without symbol by its id", () => {
    expect(symbols(feedTable(rows))).toContain("feed 8");
  });

  it("sorts by a header, numbers largest first, then the other way round, missing values last", () => {
    const table = feedTable(rows);
    press(table, "24 h");
    expect(column(table, 3)).toEqual(["+1.23 %", "0 %", "−2.00 %", "–", "–"]);
    expect(table.querySelector("[aria-sort]")?.getAttribute("aria-sort")).toBe("descending");
    press(table, "24 h");
    expect(column(table, 3)).toEqual(["−2.00 %", "0 %", "+1.23 %", "–", "–"]);
    expect(table.querySelectorAll("[aria-sort=ascending]")).toHaveLength(1);
  });

  it("sorts text by numbers inside it", () => {
    const many = ["C10", "C9", "c1"].map((symbol, priceFeedId) => ({priceFeedId, symbol}));
    expect(symbols(feedTable(many))).toEqual(["c1", "C9", "C10"]);
  });

  it("finds feeds by words in symbol, name, class or id", () => {
    const table = feedTable(rows);
    search(table, "bitCOIN");
    expect(symbols(table)).toEqual(["Crypto.BTC/USD"]);
    search(table, "btc funding");
    expect(symbols(table)).toEqual(["FundingRate.Binance.BTC/USDT"]);
    search(table, "112");
    expect(symbols(table)).toEqual(["FundingRate.Binance.BTC/USDT"]);
    expect(table.querySelector("tbody .fb-id")?.textContent).toBe("112");
    search(table, "no such feed");
    expect(table.querySelector("[role=status]")?.textContent).toBe("0 of 5 feeds");
    search(table, "");
    expect(table.querySelector("[role=status]")?.textContent).toBe("5 feeds");
  });

  it("starts from a state and tells of changes", () => {
    const onChange = vi.fn();
    const table = feedTable(rows, {search: "crypto", sort: {column: "price", descending: false}, onChange});
    expect(symbols(table)).toEqual(["Crypto.BTC/USD"]);
    search(table, "");
    press(table, "Symbol");
    expect(onChange.mock.calls).toEqual([
      [{sort: {column: "price", descending: false}, search: ""}],
      [{sort: {column: "symbol", descending: false}, search: ""}]
    ]);
  });

  it("keeps the given order for a column that is not known, and takes no rows", () => {
    expect(symbols(feedTable(rows, {sort: {column: "nope", descending: false}}))).toHaveLength(5);
    expect(feedTable([]).querySelector("[role=status]")?.textContent).toBe("0 feeds");
  });

  it("warns of an old feed in its regular session", () => {
    const table = feedTable(rows);
    expect([...table.querySelectorAll("td [data-tone=warn]")].map(({textContent}) => textContent)).toEqual(["7 min"]);
    expect(table.querySelectorAll("td [data-state=stale]")).toHaveLength(1);
  });
});
