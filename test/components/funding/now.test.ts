// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {marketsOf} from "../../../src/components/funding/dispersion.js";
import {findMarkets, fundingNow, type NowRow} from "../../../src/components/funding/now.js";

describe("now", () => {
  const simulatedAt = "2026-05-12T14:05:30Z";
  const rows: NowRow[] = [
    {priceFeedId: 112, symbol: "FundingRate.Binance.BTC/USDT", rate8h: 3.877e-5, intervalHours: 8, ageSeconds: 0},
    {
      ...{priceFeedId: 113, symbol: "FundingRate.Bybit.BTC/USDT", rate8h: -2e-5, intervalHours: 4, ageSeconds: 60},
      ...{wasHours: 8, changedAt: new Date("2026-05-10T08:00:00Z")}
    },
    {priceFeedId: 114, symbol: "FundingRate.Hyperliquid.BTC/USD", rate8h: 9e-5, intervalHours: 1, ageSeconds: 90_000},
    {priceFeedId: 115, symbol: "FundingRate.Binance.ETH/USDT", rate8h: 0, intervalHours: 8, ageSeconds: 0},
    {priceFeedId: 116, symbol: "FundingRate.Binance.ADA/USDT", rate8h: null, intervalHours: null, ageSeconds: 0}
  ];

  beforeEach(() => vi.useFakeTimers({now: Date.UTC(2027, 0, 1)}));
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  describe("fundingNow(rows, {basis, …})", () => {
    it("has a row per venue under its underlying, the largest rate first", () => {
      expect(textsOf(fundingNow(rows, {basis: "8h", simulatedAt}))).toEqual([
        ["Venue", "Rate per 8 h", "", "Who pays", "Paid every", "Next in"],
        ["BTC", "0.005877 % apart", "Binance highest, Bybit lowest"],
        ["Hyperliquid", "0.009000 %25 h old", "", "longs pay shorts", "1 h", "–"],
        ["Binance", "0.003877 %", "", "longs pay shorts", "8 h", "1:54:30"],
        ["Bybit", "−0.002000 %", "", "shorts pay longs", "4 h8 h until 2026-05-10", "1:54:30"],
        ["ETH", "one venue", ""],
        ["Binance", "0 %", "", "nobody pays", "8 h", "1:54:30"],
        ["ADA", "one venue", ""],
        ["Binance", "–", "", "", "–", "–"]
      ]);
    });

    it("says of venues on the basis of intervals, which are of unlike times, how far they are apart per 8 h", () => {
      const told = textsOf(fundingNow(rows, {basis: "interval", simulatedAt}));
      expect(told[1]).toEqual(["BTC", "0.005877 % apart per 8 h", "Binance highest, Bybit lowest"]);
    });

    it("is on the basis picked, by hand: −0.002 % per 8 h is −0.001 % every 4 h, −2.19 % a year", () => {
      const rateOf = (basis: "interval" | "apr" | "apy" | "day") =>
        textsOf(fundingNow(rows, {basis, simulatedAt})).find(([venue]) => venue === "Bybit")?.[1];
      expect([rateOf("interval"), rateOf("day"), rateOf("apr")]).toEqual(["−0.00100000 %", "−0.006000 %", "−2.19 %"]);
      expect(rateOf("apy")).toBe("−2.17 %"); // (1 − 1e-5)^2190 − 1 = −2.1662 %
    });

    it("counts down each second while it is on the page", () => {
      const table = document.body.appendChild(fundingNow(rows, {basis: "8h", simulatedAt}));
      const left = () => table.querySelector(".fb-left")?.textContent;
      vi.advanceTimersByTime(2000);
      expect(left()).toBe("1:54:28");
      table.remove();
      vi.advanceTimersByTime(5000);
      expect([left(), vi.getTimerCount()]).toEqual(["1:54:28", 0]);
    });

    it("counts down by the reader's clock where data is real", () => {
      const now = () => Date.UTC(2026, 4, 12, 23, 59, 59);
      expect(fundingNow(rows, {basis: "8h", now}).querySelector(".fb-left")?.textContent).toBe("0:00:01");
    });

    it("links each venue and underlying to its history, which the page may show by itself", () => {
      const onPick = vi.fn();
      const table = document.body.appendChild(
        fundingNow(rows, {basis: "8h", onPick, href: (ids) => `?feeds=${ids}&a=b`})
      );
      const links = [...table.querySelectorAll("a")];
      expect(links.slice(0, 3).map((link) => link.getAttribute("href"))).toEqual([
        ...["?feeds=114,112,113&a=b", "?feeds=114&a=b", "?feeds=112&a=b"]
      ]);
      const click = (init = {}) =>
        links[2]?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, ...init}));
      expect(click()).toBe(false);
      expect(onPick).toHaveBeenCalledExactlyOnceWith("112");
      document.addEventListener("click", (event) => event.preventDefault(), {once: true}); // jsdom cannot navigate
      click({ctrlKey: true});
      expect(onPick).toHaveBeenCalledOnce();
    });

    it("draws a bar from the middle, as long as the rate is beside the largest", () => {
      const bars = [...fundingNow(rows, {basis: "8h"}).querySelectorAll("rect")];
      expect(bars.map((bar) => ["x", "width"].map((name) => Number(bar.getAttribute(name))))).toEqual([
        ...[
          [0, 100],
          [0, 43.08],
          [-22.22, 22.22],
          [0, 0],
          [0, 0]
        ]
      ]);
    });

    it("shows of many underlyings the largest, counts all of those down, and searches the others", () => {
      const many = Array.from({length: 100}, (_, i) => ({
        ...{priceFeedId: i, symbol: `FundingRate.V.C${i}/X`, rate8h: i * 1e-6, intervalHours: 8, ageSeconds: 0}
      }));
      const table = document.body.appendChild(fundingNow(many, {basis: "8h", simulatedAt}));
      const names = () => [...table.querySelectorAll(".fb-market th")].map(({textContent}) => textContent);
      expect([names().length, names()[0], names().at(-1)]).toEqual([30, "C99", "C70"]);
      const field = table.querySelector("input");
      if (field) field.value = "c12";
      field?.dispatchEvent(new Event("input"));
      expect(names()).toEqual(["C12"]);
      expect(table.querySelector(".fb-left")?.textContent).toMatch(/^\d:\d\d:\d\d$/); // at once
      expect(Number(table.querySelector("rect")?.getAttribute("width"))).toBeCloseTo((100 * 12) / 99, 1);
      if (field) field.value = "none";
      field?.dispatchEvent(new Event("input"));
      expect(table.querySelector("tbody")?.textContent).toBe("no rates");
      if (field) field.value = "";
      field?.dispatchEvent(new Event("input"));
      table.querySelector<HTMLElement>(".fb-more")?.click();
      expect(names()).toHaveLength(100);
      const left = () => [...table.querySelectorAll(".fb-left")].map(({textContent}) => textContent);
      const before = left();
      vi.advanceTimersByTime(1000);
      expect(left().filter((text, i) => text === before[i])).toEqual([]);
    });

    it("has no search where there are few", () => {
      expect(fundingNow(rows, {basis: "8h"}).querySelector("input, .fb-more")).toBeNull();
    });

    it("says when there are no rates, and takes names as text", () => {
      expect(fundingNow([], {basis: "8h"}).textContent).toContain("no rates");
      const table = fundingNow([{priceFeedId: 1, symbol: "F.<img src=x>.<b>/X", rate8h: 1}], {basis: "8h"});
      expect(table.querySelector("img, b")).toBeNull();
      expect(table.textContent).toContain("<img src=x>");
    });
  });

  function textsOf(table: HTMLElement): (string | null)[][] {
    return [...table.querySelectorAll("tr")].map((row) => [...row.children].map(({textContent}) => textContent));
  }
});

// Underlyings C1 to C40, each on two venues; the larger the number, the larger the rate, and every other is below zero.
const rows = Array.from({length: 40}, (_, i) =>
  ["Binance", "Bybit"].map((venue, at) => ({
    ...{priceFeedId: 100 * (at + 1) + i + 1, symbol: `FundingRate.${venue}.C${i + 1}/USDT`},
    ...{rate8h: (i + 1) * 1e-5 * (i % 2 ? -1 : 1), intervalHours: 8}
  }))
).flat();
const markets = marketsOf(rows, "8h");
const find = (search: string, all = false) => {
  const {shown, ...told} = findMarkets(markets, {search, all});
  return {...told, names: shown.map(({underlying}) => underlying)};
};

describe("findMarkets(markets, {search, all})", () => {
  it("shows the largest whatever their sign, and offers all", () => {
    const {names, ...told} = find("");
    expect(names).toEqual(Array.from({length: 30}, (_, i) => `C${40 - i}`));
    expect(told).toEqual({count: "30 of 40 underlyings, the largest", button: "Show all 40"});
  });

  it("shows all, and offers the largest again", () => {
    const {names, ...told} = find("", true);
    expect(names).toHaveLength(40);
    expect(told).toEqual({count: "40 of 40 underlyings", button: "Show the 30 largest"});
  });

  it.each([
    ["c7", ["C7"]],
    ["USDT  c7", ["C7"]],
    ["bybit C40", ["C40"]],
    ["feed 203", ["C3"]],
    ["kraken", []],
    ["(", []]
  ])("finds %j also where it is not among the largest", (search, names) => {
    expect(find(search)).toEqual({names, count: `${names.length} of 40 underlyings`});
  });

  it("bounds what a search finds, too", () => expect(find("binance")).toMatchObject({button: "Show all 40"}));
});
