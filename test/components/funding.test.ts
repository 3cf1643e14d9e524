// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingChart} from "../../src/components/funding.js";
import {funding, start} from "./fixture.js";
import {expectSvg} from "./snapshot.js";

const labels = (chart: Element): (string | null)[] =>
  [...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent);

describe("fundingChart(rows, {basis, …})", () => {
  it("draws a step line per venue around zero", () => {
    const chart = fundingChart(funding, {basis: "8h", width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "funding");
    expect(labels(chart)).toEqual(["Binance", "Hyperliquid"]);
    expect(chart.querySelector("figcaption")?.textContent).toBe("BTC/USDT funding per 8 h");
  });

  it("reads a rate in percent, and annually on request", () => {
    const row = {publishedAt: start, symbol: "FundingRate.Binance.BTC/USDT", rate8h: 3.877e-5, apr: 3.877e-5 * 1095};
    expect(fundingChart([row], {basis: "8h"}).querySelector(".fb-value")?.textContent).toBe("0.003877 %");
    expect(fundingChart([row], {basis: "apr"}).querySelector(".fb-value")?.textContent).toBe("4.25 %");
  });

  it("names venue and underlying when there are several of both", () => {
    const more = [...funding, {publishedAt: start, venue: "Bybit", underlying: "ETH/USDT", rate8h: 1e-5, apr: 0.01}];
    expect(labels(fundingChart(more, {basis: "apr"}))).toEqual([
      "Binance BTC/USDT",
      "Hyperliquid BTC/USDT",
      "Bybit ETH/USDT"
    ]);
  });

  it("names only the underlying when there is one venue", () => {
    const rows = ["BTC", "ETH"].map((underlying) => ({publishedAt: start, venue: "Bybit", underlying, rate8h: 1e-5}));
    expect(labels(fundingChart(rows, {basis: "8h"}))).toEqual(["BTC", "ETH"]);
  });

  it("says when there are no rates", () => {
    expect(fundingChart([], {basis: "8h"}).textContent).toContain("no updates in this range");
  });
});
