// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingBars} from "../../src/components/bars.js";
import {expectSvg} from "./snapshot.js";

const rows = ["BTC/USDT", "ETH/USDT"].flatMap((underlying, at) =>
  ["Binance", "Bybit", "Hyperliquid"].map((venue, index) => {
    const rate8h = at === 1 && index === 1 ? null : (index - 1.2) * 3.877e-5 * (at + 1);
    return {symbol: `FundingRate.${venue}.${underlying}`, rate8h, apr: rate8h === null ? null : rate8h * 1095};
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
    expect(cells.slice(0, 2)).toEqual(["BTC/USDT", "Binance"]);
  });

  it("is as high as it has bars", () => {
    const height = (count: number): string | undefined =>
      fundingBars(rows.slice(0, count), {basis: "8h"}).querySelector<HTMLElement>(".fb-body")?.style.height;
    expect([height(0), height(3), height(6)]).toEqual(["80px", "72px", "136px"]);
  });

  it.each([
    ["no rows", []],
    ["only missing rates", [{symbol: "a", rate8h: NaN}]]
  ])("says so with %s", (_, none) => {
    expect(fundingBars(none, {basis: "8h"}).querySelector("svg text")?.textContent).toBe("no rates");
  });

  it("draws rates that are all zero", () => {
    const chart = fundingBars([{symbol: "F.Binance.BTC", rate8h: 0}], {basis: "8h"});
    expect(chart.querySelector("svg")?.outerHTML).not.toContain("NaN");
  });

  it("takes names as text", () => {
    const chart = fundingBars([{venue: "<img src=x onerror=alert(1)>", underlying: "<b>", rate8h: 1e-5}], {
      basis: "8h"
    });
    expect(chart.querySelector("img, b")).toBeNull();
    expect(chart.querySelector("tbody")?.textContent).toContain("<img");
  });
});
