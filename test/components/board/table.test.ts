// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {priceColumns} from "../../../src/components/board/columns.js";
import {feedTable} from "../../../src/components/board/table.js";
import type {PriceFeed} from "../../../src/components/parts/feeds.js";

const hostile = "<img src=x onerror=alert(1)>";
const rows: PriceFeed[] = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto", price: 80639.5, change24h: 0.0123},
  {priceFeedId: 922n, symbol: "Equity.US.AAPL/USD", assetType: "equity", price: 213.4, change24h: -0.02},
  {priceFeedId: 7, symbol: hostile, assetType: hostile, marketSession: hostile, price: null},
  {priceFeedId: 8, symbol: null, name: null, price: NaN, change24h: 0}
];
const all = {search: "", group: "", sort: {column: "symbol", descending: false}};
const make = (given: readonly PriceFeed[] = rows, onSort = vi.fn()) =>
  feedTable(given, {label: "Prices", columns: priceColumns, onSort});

const symbols = (element: Element): (string | null)[] =>
  Array.from(element.querySelectorAll("tbody a"), ({textContent}) => textContent);
const press = (element: Element, label: string): void =>
  [...element.querySelectorAll<HTMLElement>("thead button")].find(({textContent}) => textContent === label)?.click();

afterEach(() => document.body.replaceChildren());

describe("feedTable(rows, {label, columns, href, onSort}).show({search, group, sort})", () => {
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
    show({...all, sort: {column: "change24h", descending: true}});
    expect(symbols(element)).toEqual(["Crypto.BTC/USD", "feed 8", "Equity.US.AAPL/USD", hostile]);
    expect(element.querySelectorAll("[aria-sort]")).toHaveLength(1);
    expect(element.querySelector("[aria-sort=descending]")?.textContent).toBe("24 h");
    for (const {name} of priceColumns)
      expect(show({...all, sort: {column: name, descending: false}}), name).toBe(rows.length);
    show({...all, sort: {column: "nope", descending: true}});
    expect(symbols(element)).toEqual(["Crypto.BTC/USD", "Equity.US.AAPL/USD", hostile, "feed 8"]);
  });

  it("asks for a sort by its headers: numbers from the greatest, texts from the first, then the other way", () => {
    const onSort = vi.fn();
    const {element, show} = make(rows, onSort);
    show(all);
    press(element, "24 h");
    press(element, "Symbol");
    show({...all, sort: {column: "change24h", descending: true}});
    press(element, "24 h");
    press(element, "Class");
    expect(onSort.mock.calls.flat()).toEqual([
      {column: "change24h", descending: true},
      {column: "symbol", descending: true},
      {column: "change24h", descending: false},
      {column: "assetType", descending: false}
    ]);
  });

  it("shows what is searched for in a class, and how many they are", () => {
    const {element, show} = make();
    expect(show({...all, search: "usd", group: "crypto"})).toBe(1);
    expect(symbols(element)).toEqual(["Crypto.BTC/USD"]);
    expect(element.getAttribute("aria-rowcount")).toBe("2");
    expect(show({...all, group: "nope"})).toBe(0);
    expect([symbols(element), make([]).show(all)]).toEqual([[], 0]);
  });

  it("has a part of 2 500 rows in the document, and says which of how many they are", () => {
    const many = Array.from({length: 2500}, (_, i) => ({priceFeedId: i, symbol: `C${i}`}));
    const {element, show} = make(many);
    show(all);
    const indexes = Array.from(element.querySelectorAll("tbody tr"), (row) => row.getAttribute("aria-rowindex"));
    expect(indexes.length).toBeGreaterThan(20);
    expect(indexes.length).toBeLessThan(70);
    expect(indexes).toEqual(indexes.map((_, i) => String(i + 2)));
    expect(element.getAttribute("aria-rowcount")).toBe("2501");
    expect(element.querySelector("thead tr")?.getAttribute("aria-rowindex")).toBe("1");
    show({...all, sort: {column: "symbol", descending: true}});
    expect(symbols(element)[0]).toBe("C2499");
  });

  it("is one stop of the Tab key, and goes from row to row by keys", async () => {
    const many = Array.from({length: 500}, (_, i) => ({priceFeedId: i, symbol: `C${i}`}));
    const {element, show} = make(many);
    document.body.append(element);
    show(all);
    await Promise.resolve();
    const stops = () =>
      symbols(element).filter((_, i) => element.querySelectorAll<HTMLElement>("tbody a")[i]?.tabIndex === 0);
    const type = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    expect(stops()).toEqual(["C0"]);
    element.querySelector<HTMLElement>("tbody a")?.focus();
    const visited = ["ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown", "ArrowUp", "Home", "ArrowUp"].map(
      (key) => {
        type(key);
        return document.activeElement?.textContent;
      }
    );
    expect(visited).toEqual(["C1", "C2", "C1", "C499", "C499", "C498", "C0", "C0"]);
    type("PageDown");
    expect(Number(document.activeElement?.textContent?.slice(1))).toBeGreaterThan(10);
    expect(stops()).toEqual([document.activeElement?.textContent]);
    const before = document.activeElement;
    type("x");
    expect(document.activeElement).toBe(before);
  });
});
