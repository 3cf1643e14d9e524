// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {priceChart} from "../../src/components/price.js";
import {hour, prices, start} from "./fixture.js";
import {expectSvg} from "./snapshot.js";

const keys = (chart: Element): (string | null)[] =>
  [...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent);

describe("priceChart(rows, {symbol, exponent, show, …})", () => {
  it("draws price, EMA, bid/ask and confidence, with gaps and closed hours", () => {
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -8, width: 800});
    expectSvg(chart.querySelector(".fb-body > svg"), "price");
    expect(keys(chart)).toEqual(["Price", "EMA", "Bid / ask", "Confidence"]);
  });

  it("draws a zoomed range on a phone", () => {
    const range = [start + 15 * hour, start + 21 * hour] as const;
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -8, width: 320, range});
    expectSvg(chart.querySelector(".fb-body > svg"), "price-zoomed");
  });

  it("shows the exact price in readouts and a short one on the axis", () => {
    const row = {publishedAt: start, price: 80639.53748222, confidence: 27.5};
    const chart = priceChart([row], {symbol: "Crypto.BTC/USD", exponent: -8});
    expect([...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent)).toEqual([
      "80,639.53748222",
      "± 27.50000000"
    ]);
    expect(chart.querySelector(".fb-body > svg")?.textContent).toContain("80,640");
  });

  it.each([
    ["80,639.27547164 / 80,645.18785063", -8, 80639.27547164, 80645.18785063],
    ["4,370.480 / 4,371.000", -3, 4370.48, 4371],
    ["1.16998 / 1.17002", -5, 1.16998, 1.17002]
  ])("reads bid and ask with all digits of the feed: %s", (text, exponent, bid, ask) => {
    const chart = priceChart([{publishedAt: start, price: bid, bid, ask}], {symbol: "x", exponent});
    expect([...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent)[1]).toBe(text);
  });

  it("leaves out parts without values, and switches off those not asked for", () => {
    const plain = prices.map(({publishedAt, price, ema}) => ({publishedAt, price, ema}));
    const chart = priceChart(plain, {symbol: "x", show: {ema: false}});
    expect(keys(chart)).toEqual(["Price", "EMA"]);
    expect(chart.querySelectorAll("[data-key]")).toHaveLength(1);
  });

  it("draws the lowest and highest price of bars, which have no EMA and no book, and not of updates", () => {
    const bars = [1, 2, 3].map((price) => ({
      publishedAt: start + price * hour,
      price,
      low: price - 0.5,
      high: price + 1
    }));
    const chart = priceChart(bars, {symbol: "x", exponent: -2});
    expect(keys(chart)).toEqual(["Price", "Low / high"]);
    expect(chart.querySelectorAll("[data-key]")).toHaveLength(2);
    expect([...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent)[1]).toBe("2.50 – 4.00");
    const updates = priceChart(
      bars.map((bar) => ({...bar, ema: 2})),
      {symbol: "x"}
    );
    expect(keys(updates)).toEqual(["Price", "EMA"]);
  });

  it("says when there are no rows", () => {
    const chart = priceChart([], {symbol: "Crypto.BTC/USD"});
    expect(chart.querySelector(".fb-body > svg")?.textContent).toContain("no updates in this range");
    expect(chart.querySelector(".fb-body")?.getAttribute("style")).toBe("height: 320px;");
  });

  it("draws negative prices", () => {
    const rows = [-3.2, -1, 0.5, 2].map((price, index) => ({publishedAt: start + index * hour, price}));
    const chart = priceChart(rows, {symbol: "Commodities.X/USD", width: 320, height: 160});
    expectSvg(chart.querySelector(".fb-body > svg"), "price-negative");
  });

  it("takes a symbol as text, never as markup", () => {
    const chart = priceChart(prices, {symbol: "<img src=x onerror=alert(1)>/<b>"});
    expect(chart.querySelector("img, b")).toBeNull();
    expect(chart.querySelector("figcaption")?.textContent).toBe("<img src=x onerror=alert(1)>/<b> price");
  });
});
