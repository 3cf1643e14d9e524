// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingBars} from "../../src/components/bars.js";
import {expectSvg} from "./snapshot.js";

const rows = ["BTC/USDT", "ETH/USDT"].flatMap((underlying, at) =>
  ["Binance", "Bybit", "Hyperliquid"].map((venue, index) => {
    const rate8h = at === 1 && index === 1 ? null : (index - 1.2) * 3.877e-5 * (at + 1);
    return {
      priceFeedId: 10 * at + index,
      symbol: `FundingRate.${venue}.${underlying}`,
      rate8h,
      apr: rate8h === null ? null : rate8h * 1095
    };
  })
);

describe("fundingBars(rows, {basis, …})", () => {
  it("draws bars around zero, grouped by underlying", () => {
    expectSvg(fundingBars(rows, {basis: "8h", width: 640}).querySelector(".fb-body > svg"), "bars");
  });

  it("has its rates as a table for screen readers, without the missing ones", () => {
    const cells = [...fundingBars(rows, {basis: "apr"}).querySelectorAll("tbody td")].map(
      ({textContent}) => textContent
    );
    expect(cells).toHaveLength(15);
    expect(cells.slice(0, 2)).toEqual(["BTC", "Binance"]);
  });

  it("is as high as it has bars", () => {
    const height = (count: number): string | undefined =>
      fundingBars(rows.slice(0, count), {basis: "8h"}).querySelector<HTMLElement>(".fb-body")?.style.height;
    expect([height(0), height(3), height(6)]).toEqual(["80px", "72px", "136px"]);
  });

  it.each([
    ["no rows", []],
    ["only missing rates", [{priceFeedId: 1, symbol: "a", rate8h: NaN}]]
  ])("says so with %s", (_, none) => {
    expect(fundingBars(none, {basis: "8h"}).querySelector("svg text")?.textContent).toBe("no rates");
  });

  it("draws rates that are all zero", () => {
    const chart = fundingBars([{priceFeedId: 1, symbol: "F.Binance.BTC", rate8h: 0}], {basis: "8h"});
    expect(chart.querySelector("svg")?.outerHTML).not.toContain("NaN");
  });

  it("takes names as text", () => {
    const symbol = "F.<img src=x onerror=alert(1)>.<b>";
    const chart = fundingBars([{priceFeedId: 1, symbol, rate8h: 1e-5}], {basis: "8h"});
    expect(chart.querySelector("img, b")).toBeNull();
    expect(chart.querySelector("tbody")?.textContent).toContain("<img");
  });

  it("has a bar for each feed, also without symbols, and where only the quote differs", () => {
    const symbols = [null, null, "FundingRate.Binance.BTC/USDT", "FundingRate.Binance.BTC/USDC"];
    const feeds = symbols.map((symbol, index) => ({priceFeedId: 501 + index, symbol, rate8h: 1e-5 * (index + 1)}));
    const chart = fundingBars(feeds, {basis: "8h"});
    expect(
      [...chart.querySelectorAll("tbody tr")].map((row) => [...row.children].map(({textContent}) => textContent))
    ).toEqual([
      ["feed 501", "", "0.00001"],
      ["feed 502", "", "0.00002"],
      ["BTC", "Binance USDT", expect.any(String)],
      ["BTC", "Binance USDC", "0.00004"]
    ]);
    const places = [...chart.querySelectorAll("svg rect")].map(
      (bar) => `${bar.closest("g[transform]")?.getAttribute("transform")} ${bar.getAttribute("y")}`
    );
    expect(new Set(places).size).toBe(4);
  });

  it("has no bar of a negative width, however narrow its place", () => {
    const widths = [...fundingBars(rows, {basis: "8h", width: 90}).querySelectorAll("svg rect")].map((bar) =>
      Number(bar.getAttribute("width"))
    );
    expect(widths).toHaveLength(5);
    expect(Math.min(...widths)).toBeGreaterThan(0);
  });
});
