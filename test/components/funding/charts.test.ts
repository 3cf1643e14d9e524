// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {accrualChart, differenceChart, fundingChart, fundingFigures} from "../../../src/components/funding/charts.js";
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

describe("accrual", () => {
  const rows = [1, 2].flatMap((priceFeedId) =>
    [0, 1, 2, 3].map((at) => ({
      priceFeedId,
      symbol: `FundingRate.${priceFeedId === 1 ? "Binance" : "Bybit"}.BTC/USDT`,
      publishedAt: start + at * hour,
      accrued: (priceFeedId === 1 ? 1.25e-6 : -2.5e-6) * at
    }))
  );

  describe("accrualChart(rows, options)", () => {
    it("draws a step line per feed around zero", () => {
      const chart = accrualChart(rows, {width: 640});
      expectSvg(chart.querySelector(".fb-body > svg"), "accrual");
      expect(chart.querySelector("figcaption")?.textContent).toBe("BTC funding that a long paid");
    });

    it("reads a share of the position in percent, with its sign", () => {
      const values = [...accrualChart(rows, {}).querySelectorAll(".fb-value")].map(({textContent}) => textContent);
      expect(values).toEqual(["0.000375 %", "−0.000750 %"]);
    });

    it("leaves out what is not known, and says when there is nothing", () => {
      const [row] = rows;
      const unknown = {...row, priceFeedId: 1, publishedAt: start, accrued: null};
      const later = {...unknown, publishedAt: start + hour};
      for (const none of [[], [unknown, later]])
        expect(accrualChart(none, {}).textContent).toContain("no values in this range");
      const alone = accrualChart([{...unknown, accrued: 0}], {});
      expect(alone.textContent).toContain("one rate alone: what it paid is not known yet");
      expect(alone.querySelector(".fb-value")?.textContent).not.toContain("0");
    });
  });
});

describe("difference", () => {
  type Spec = readonly [venue: string, intervalHours: number, rates: (number | null)[]];

  const rowsOf = (...feeds: Spec[]) =>
    feeds.flatMap(([venue, intervalHours, rates], i) =>
      rates.map((rate8h, at) => ({
        ...{priceFeedId: i + 1, symbol: `FundingRate.${venue}/USDT`, rate8h, intervalHours},
        ...{startedAt: new Date(start + at * hour), publishedAt: start + at * hour, stepSeconds: 3600}
      }))
    );
  const btc = rowsOf(
    ["Bybit.BTC", 4, [2e-5, -2e-5, null, 1e-5]],
    ["Binance.BTC", 8, [1e-5, 1e-5, 1e-5, 1e-5]],
    ["OKX.BTC", 8, [0, 0, 0, 0]]
  );
  const labels = (chart: Element) => [...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent);
  const read = (chart: Element) => [...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent);

  describe("differenceChart(rows, {basis, feeds, …})", () => {
    it("draws each venue less the first by name, broken where one has no rate", () => {
      const chart = differenceChart(btc, {basis: "8h", width: 640});
      expectSvg(chart.querySelector(".fb-body > svg"), "difference");
      expect(labels(chart)).toEqual(["Bybit less Binance", "OKX less Binance"]);
      expect(read(chart)).toEqual(["0 %", "−0.001000 %"]);
    });

    it("has no value where the first venue has no rate, and draws both sides of that gap", () => {
      const rows = rowsOf(["A.BTC", 8, [1e-5, null, 1e-5]], ["B.BTC", 8, [3e-5, 3e-5, 4e-5]]);
      const without = rows.filter(({priceFeedId, rate8h}) => priceFeedId === 2 || rate8h !== null);
      for (const some of [rows, without]) {
        const chart = differenceChart(some, {basis: "8h", width: 640});
        expect(chart.querySelector(".fb-body > svg")?.getAttribute("aria-label")).toContain(
          "B less A: 2 values, last 0.003000 %, lowest 0.002000 %, highest 0.003000 %, 1 gap"
        );
      }
    });

    it("takes the difference on the basis, but of rates per interval, which are of unlike times, per 8 hours", () => {
      const chart = differenceChart(btc, {basis: "interval"});
      expect(read(chart)).toEqual(["0 %", "−0.001000 %"]);
      expect(chart.textContent).toContain("per 8 h");
      expect(read(differenceChart(btc, {basis: "apr"}))).toEqual(["0 %", "−1.10 %"]);
    });

    it("has the venues' colours of the chart of their rates", () => {
      const colors = (chart: Element) =>
        [...chart.querySelectorAll(".fb-key line")].map((line) => line.getAttribute("stroke"));
      expect(colors(differenceChart(btc, {basis: "8h"}))).toEqual(colors(fundingChart(btc, {basis: "8h"})).slice(1));
    });

    it("compares the feeds picked only, within their underlying", () => {
      const rows = [...btc, ...rowsOf(["Bybit.ETH", 8, [3e-5]]).map((row) => ({...row, priceFeedId: 9}))];
      expect(labels(differenceChart(rows, {basis: "8h", feeds: [1, 3, 9]}))).toEqual(["OKX BTC less Bybit"]);
    });

    it.each([
      ["no rows", [], null],
      ["one venue", btc, [2]],
      ["feeds that are not there", btc, [77]]
    ])("says what to do with %s", (_, rows, feeds) => {
      const chart = differenceChart(rows, {basis: "8h", feeds, domain: [start, start + hour]});
      expect(chart.textContent).toContain("add another feed to compare");
    });

    it("draws a step that began before the view from where that begins", () => {
      const view = [start + 1.5 * hour, start + 3 * hour] as const;
      const rows = btc.filter(({publishedAt}) => publishedAt >= start + hour);
      const chart = differenceChart(rows, {basis: "8h", domain: view, width: 640});
      const [from] = chart.querySelector('[data-key="3"] path')?.getAttribute("d")?.slice(1).split(",") ?? [];
      expect(from).toBe("4");
    });

    it("says that there is nothing to compare only where that is so", () => {
      expect(differenceChart(btc.slice(0, 4), {basis: "8h"}).textContent).toContain("only one venue picked");
      const later = {basis: "8h", domain: [start + 9 * hour, start + 10 * hour]} as const;
      expect(differenceChart(btc, later).textContent).not.toContain("only one venue picked");
    });
  });
});
