// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {priceChart, publishersChart} from "../../../src/components/prices/price.js";
import {hour, prices, start} from "../fixture.js";
import {expectSvg} from "../kit.js";

const keys = (chart: Element): (string | null)[] =>
  [...chart.querySelectorAll(".fb-key")].map(({textContent}) => textContent);

describe("priceChart(rows, {symbol, exponent, show, …})", () => {
  it("draws price, EMA, bid/ask and confidence, with gaps and closed hours", () => {
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -8, width: 800});
    expectSvg(chart, "price");
    expect(keys(chart)).toEqual(["Price", "EMA", "Bid / ask", "Confidence"]);
  });

  it("draws a zoomed range on a phone", () => {
    const range = [start + 15 * hour, start + 21 * hour] as const;
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -8, width: 320, range});
    expectSvg(chart, "price-zoomed");
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

  const candles = prices.slice(0, 20).map((row, index) => ({
    ...{publishedAt: row.publishedAt, open: 80_000 + index, close: 80_003 - (index % 3), low: 79_990, high: 80_030},
    ...{confidence: 10, ema: 80_000, emaConfidence: 4, seconds: 1800}
  }));

  it("draws candles in place of the line, with their bands and EMA, in another time zone", () => {
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -2, candles, zone: "new-york", width: 800});
    expectSvg(chart, "price-candles");
    expect(keys(chart)).toEqual(["Candles", "EMA", "Confidence", "EMA confidence"]);
    expect(chart.querySelector(".fb-value")?.textContent).toBe("O 80,019.00 H 80,030.00 L 79,990.00 C 80,002.00");
    expect(chart.querySelector(".fb-clock")?.textContent).toMatch(/ EDT$/);
  });

  it("draws the line while there are no candles", () => {
    expect(keys(priceChart(prices, {symbol: "x", candles: []}))[0]).toBe("Price");
  });

  it("draws bands of so many confidences, and says so", () => {
    const row = {publishedAt: start, price: 100, confidence: 2, ema: 90, emaConfidence: 1};
    const chart = priceChart([row], {symbol: "x", exponent: -2, band: "2.12"});
    expect(keys(chart)).toEqual(["Price", "EMA", "Confidence × 2.12", "EMA confidence × 2.12"]);
    const values = [...chart.querySelectorAll(".fb-value")].map(({textContent}) => textContent);
    expect(values).toEqual(["100.00", "90.00", "± 4.24", "± 2.12"]);
    expect(keys(priceChart([row], {symbol: "x", band: "nonsense"}))[2]).toBe("Confidence");
  });

  it("draws equal ratios equally far apart, where all is above zero", () => {
    const rows = [1, 10, 100, 1000].map((price, index) => ({publishedAt: start + index * hour, price}));
    const chart = priceChart(rows, {symbol: "Crypto.BTC/USD", log: true, width: 640});
    expectSvg(chart, "price-log");
    const heights = /M([^"]+)/
      .exec(chart.querySelector("[data-key=price] path")?.getAttribute("d") ?? "")?.[1]
      ?.split("L");
    const [a = 0, b = 0, c = 0] = heights?.map((point) => Number(point.split(",")[1])) ?? [];
    expect(a - b).toBeCloseTo(b - c, 1);
    const below = priceChart([...rows, {publishedAt: start + 5 * hour, price: -3}], {
      symbol: "x",
      log: true,
      width: 640
    });
    expect(below.innerHTML).not.toContain("NaN");
  });

  it("says when there are no rows", () => {
    const chart = priceChart([], {symbol: "Crypto.BTC/USD"});
    expect(chart.querySelector(".fb-body > svg")?.textContent).toContain("no values in this range");
    expect(chart.querySelector(".fb-body")?.getAttribute("style")).toBe("height: 320px;");
  });

  it("draws negative prices", () => {
    const rows = [-3.2, -1, 0.5, 2].map((price, index) => ({publishedAt: start + index * hour, price}));
    const chart = priceChart(rows, {symbol: "Commodities.X/USD", width: 320, height: 160});
    expectSvg(chart, "price-negative");
  });

  it("takes a symbol as text, never as markup", () => {
    const chart = priceChart(prices, {symbol: "<img src=x onerror=alert(1)>/<b>"});
    expect(chart.querySelector("img, b")).toBeNull();
    expect(chart.querySelector("figcaption")?.textContent).toBe("<img src=x onerror=alert(1)>/<b> price");
  });
});

const rows = [15, 17, null, 9, 0, 12].map((publisherCount, index) => ({
  publishedAt: start + index * hour,
  publisherCount
}));

describe("publishersChart(rows, {symbol, …})", () => {
  it("draws steps from zero, with gaps", () => {
    const chart = publishersChart(rows, {symbol: "Crypto.BTC/USD", width: 640, linked: true});
    expectSvg(chart, "publishers");
    expect(chart.querySelector("figcaption")?.textContent).toBe("Crypto.BTC/USD publishers");
    expect(chart.querySelector(".fb-value")?.textContent).toBe("12");
  });

  it("labels whole publishers only", () => {
    const few = publishersChart([{publishedAt: start, publisherCount: 1}], {symbol: "x", width: 640});
    const labels = [...few.querySelectorAll("svg[role=img] text")].map(({textContent}) => textContent);
    expect(labels.filter((text) => /^[\d.]+$/.test(text ?? ""))).toEqual(["0", "1"]);
  });

  it("says when there are none", () => {
    expect(publishersChart([], {symbol: "x"}).textContent).toContain("no values in this range");
  });
});
