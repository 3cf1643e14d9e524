// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {differenceChart} from "../../../src/components/funding/difference.js";
import {fundingChart} from "../../../src/components/funding/funding.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

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
