// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingChart, fundingFigures} from "../../../src/components/funding/funding.js";
import {funding, hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const labels = (chart: Element): (string | null)[] =>
  [...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent);

const rowsOf = (...symbols: (string | null)[]) =>
  symbols.flatMap((symbol, index) =>
    [0, 1, 2].map((at) => ({
      priceFeedId: index + 1,
      symbol,
      publishedAt: start + at * hour,
      rate8h: 1e-5 * (index + at)
    }))
  );

describe("fundingChart(rows, {basis, …})", () => {
  it("draws a step line per venue around zero", () => {
    const chart = fundingChart(funding, {basis: "8h", width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "funding");
    expect(labels(chart)).toEqual(["Binance", "Hyperliquid"]);
    expect(chart.querySelector("figcaption")?.textContent).toBe("BTC funding per 8 h");
  });

  it("reads a rate in percent, and annually on request", () => {
    const row = {
      priceFeedId: 1,
      publishedAt: start,
      symbol: "FundingRate.Binance.BTC/USDT",
      rate8h: 3.877e-5,
      intervalHours: 4
    };
    expect(fundingChart([row], {basis: "8h"}).querySelector(".fb-value")?.textContent).toBe("0.003877 %");
    expect(fundingChart([row], {basis: "apr"}).querySelector(".fb-value")?.textContent).toBe("4.25 %");
    expect(fundingChart([row], {basis: "apy"}).querySelector(".fb-value")?.textContent).toBe("4.34 %");
    expect(fundingChart([row], {basis: "interval"}).querySelector(".fb-value")?.textContent).toBe("0.00193850 %");
  });

  it("names venue and underlying when there are several of both", () => {
    const symbol = "FundingRate.Bybit.ETH/USDT";
    const more = [...funding, {priceFeedId: 1, publishedAt: start, symbol, rate8h: 1e-5}];
    expect(labels(fundingChart(more, {basis: "apr"}))).toEqual(["Binance BTC", "Hyperliquid BTC", "Bybit ETH"]);
  });

  it("names only the underlying when there is one venue", () => {
    expect(
      labels(fundingChart(rowsOf("FundingRate.Bybit.BTC/USDT", "FundingRate.Bybit.ETH/USDT"), {basis: "8h"}))
    ).toEqual(["BTC", "ETH"]);
  });

  it.each([
    [
      [null, null],
      ["feed 1", "feed 2"]
    ],
    [
      ["FundingRate.Binance.BTC/USDT", "FundingRate.Binance.BTC/USDC"],
      ["Binance USDC", "Binance USDT"]
    ],
    [
      ["X", "X"],
      ["(1)", "(2)"]
    ]
  ])("has a line for each feed, whatever their symbols: %j", (symbols, names) => {
    const chart = fundingChart(rowsOf(...symbols), {basis: "8h"});
    expect(labels(chart)).toEqual(names);
    expect(chart.querySelectorAll(".fb-body [data-key] path")).toHaveLength(2);
  });

  it("marks where an interval changed, on the line, and says from what to what", () => {
    const rows = rowsOf("FundingRate.Bybit.BTC/USDT");
    const intervals = [
      {priceFeedId: 1, startedAt: start - hour, wasHours: null, intervalHours: 8},
      {priceFeedId: 1, startedAt: start + hour, wasHours: 8, intervalHours: 4},
      {priceFeedId: 1, startedAt: start - hour, wasHours: 4, intervalHours: 8}, // before the view
      {priceFeedId: 2, startedAt: start + hour, wasHours: 8, intervalHours: 1} // of a feed that is not drawn
    ];
    const chart = fundingChart(rows, {basis: "8h", width: 640, intervals});
    expect(labels(chart)).toEqual(["Bybit", "Interval changed"]);
    expectSvg(chart.querySelector(".fb-body > svg"), "funding-interval");
    const marks = [...chart.querySelectorAll(".fb-body [data-key=intervals] circle")];
    expect(marks).toHaveLength(1);
    chart.querySelector(".fb-surface")?.dispatchEvent(new FocusEvent("focus"));
    chart.querySelector(".fb-surface")?.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft"}));
    expect(chart.querySelector(".fb-legend")?.textContent).toContain("Bybit BTC: 8 h to 4 h");
    expect(labels(fundingChart(rows, {basis: "8h", intervals: intervals.slice(0, 1)}))).toEqual(["Bybit"]);
  });

  it("says when there are no rates", () => {
    expect(fundingChart([], {basis: "8h"}).textContent).toContain("no values in this range");
  });
});

const rows = [
  {
    ...{priceFeedId: 113, symbol: "FundingRate.Hyperliquid.BTC/USD", intervalHours: 1},
    ...{rate8h: 3.877e-5, meanRate8h: -1e-5}
  }
];
const texts = (element: HTMLElement) => [...element.querySelectorAll("dt, dd")].map(({textContent}) => textContent);

describe("fundingFigures(rows, {basis})", () => {
  it.each([
    ["8h", "0.003877 %", "last, per 8 h; longs pay shorts; mean −0.001000 %; paid every 1 h"],
    ["apr", "4.25 %", "last, as APR; longs pay shorts; mean −1.10 %; paid every 1 h"],
    ["interval", "0.00048463 %", "last, per interval; longs pay shorts; mean −0.00012500 %; paid every 1 h"],
    ["apy", "4.34 %", "last, as APY; longs pay shorts; mean −1.09 %; paid every 1 h"]
  ] as const)("says last and mean on one basis: %s", (basis, last, mean) => {
    expect(texts(fundingFigures(rows, {basis}))).toEqual(["Hyperliquid.BTC/USD", last, mean]);
  });

  it("shows a dash for what is missing", () => {
    expect(texts(fundingFigures([{priceFeedId: 501, symbol: null}], {basis: "8h"}))).toEqual([
      ...["feed 501", "–", "last, per 8 h; mean –; paid every –"]
    ]);
  });
});
