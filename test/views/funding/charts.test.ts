// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {differenceChart, fundingChart, fundingHeat} from "../../../src/views/funding/charts.js";
import {funding, hour, start} from "../../charts/fixture.js";
import {find, hasSteps, press, rowsOf as tableOf, texts} from "../../charts/kit.js";

const labels = (chart: Element) => texts(chart, ".fb-key");
const read = (chart: Element) => texts(chart, ".fb-value");
const symbolOf = (name: string | null) => name && (name.includes(".") ? `FundingRate.${name}` : name);

// Rates an hour apart of feeds 1, 2 … by their names.
const rowsOf = (...feeds: [name: string | null, rates: (number | null)[], intervalHours?: number][]) =>
  feeds.flatMap(([name, rates, intervalHours = 8], index) =>
    rates.map((rate8h, at) => ({
      ...{priceFeedId: index + 1, symbol: symbolOf(name), rate8h, intervalHours, stepSeconds: 3600},
      ...{publishedAt: start + at * hour, startedAt: new Date(start + at * hour)}
    }))
  );

describe("fundingChart(rows, {basis, …})", () => {
  it("draws a step line per venue around zero, and says if rates are missing", () => {
    const chart = fundingChart(funding, {basis: "8h", width: 320});
    expect(hasSteps(chart)).toBe(true);
    expect(labels(chart)).toEqual(["Binance", "Hyperliquid"]);
    expect(find(chart, "figcaption").textContent).toBe("BTC funding per 8 h");
    expect(fundingChart([], {basis: "8h"}).textContent).toContain("no values in this range");
  });

  it("marks a change of the interval on the line, with both intervals", () => {
    const rows = rowsOf(["Bybit.BTC/USDT", [0, 1e-5, 2e-5]]);
    const intervals = [
      {priceFeedId: 1, startedAt: start - hour, wasHours: null, intervalHours: 8},
      {priceFeedId: 1, startedAt: start + hour, wasHours: 8, intervalHours: 4},
      {priceFeedId: 1, startedAt: start - hour, wasHours: 4, intervalHours: 8}, // before the view
      {priceFeedId: 2, startedAt: start + hour, wasHours: 8, intervalHours: 1} // of another feed
    ];
    const chart = fundingChart(rows, {basis: "8h", width: 640, intervals});
    expect(labels(chart)).toEqual(["Bybit", "Interval changed"]);
    expect(chart.querySelectorAll(".fb-body [data-key=intervals] circle")).toHaveLength(1);
    find(chart, ".fb-surface").dispatchEvent(new FocusEvent("focus"));
    press(find(chart, ".fb-surface"), "ArrowLeft");
    expect(find(chart, ".fb-legend").textContent).toContain("Bybit BTC: 8 h to 4 h");
    expect(labels(fundingChart(rows, {basis: "8h", intervals: intervals.slice(0, 1)}))).toEqual(["Bybit"]);
  });
});

describe("differenceChart(rows, {basis, feeds, …})", () => {
  const btc = rowsOf(
    ["Bybit.BTC/USDT", [2e-5, -2e-5, null, 1e-5], 4],
    ["Binance.BTC/USDT", [1e-5, 1e-5, 1e-5, 1e-5]],
    ["OKX.BTC/USDT", [0, 0, 0, 0]]
  );

  it("subtracts the first venue from each other on the basis, rates per interval per 8 hours", () => {
    const chart = differenceChart(btc, {basis: "interval"});
    expect(labels(chart)).toEqual(["Bybit BTC less Binance", "OKX BTC less Binance"]);
    expect(chart.querySelectorAll(".fb-key [stroke-dasharray]")).toHaveLength(2);
    expect([hasSteps(chart), read(chart), chart.textContent?.includes("per 8 h")]).toEqual([
      true,
      ["0 %", "−0.0010 %"],
      true
    ]);
    expect(read(differenceChart(btc, {basis: "apr"}))).toEqual(["0 %", "−1.10 %"]);
    expect(differenceChart(btc, {basis: "apr", feeds: [1]}).textContent).toContain("only one venue picked");
  });
});

it("fundingHeat(rows, {basis}) has a row per feed, each step on the basis with its own interval", () => {
  const rates = rowsOf(["Bybit.BTC/USDT", [0, null, -8e-5], 4], ["Binance.BTC/USDT", [8e-5, 8e-5, 8e-5]]);
  const cells = tableOf(fundingHeat(rates, {basis: "interval"})).map((row) => row.split(" | "));
  expect(cells.map(([feed, , rate]) => `${feed} ${Number(rate).toFixed(6)}`)).toEqual([
    ...Array(3).fill("Binance BTC 0.000080"),
    ...["Bybit BTC 0.000000", "Bybit BTC -0.000040"]
  ]);
  expect(fundingHeat([], {basis: "8h"}).textContent).toContain("no rates in this range");
});
