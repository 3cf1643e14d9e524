// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {priceFigures} from "../../../src/views/prices/figures.js";
import {priceChart, publishersChart} from "../../../src/views/prices/price.js";
import {hour, prices, start} from "../../charts/fixture.js";
import {expectSvg, find, hasSteps, texts, textsByTerm} from "../../charts/kit.js";

const keys = (chart: Element) => texts(chart, ".fb-key");
const values = (chart: Element) => texts(chart, ".fb-value");
const hourly = <Row>(...rows: Row[]) => rows.map((row, index) => ({publishedAt: start + index * hour, ...row}));

describe("priceChart(rows, {symbol, exponent, …})", () => {
  it("draws price, EMA, bid/ask and confidence, with gaps and closed hours", async () => {
    const options = {symbol: "Crypto.BTC/USD", exponent: -8};
    const chart = priceChart(prices, {...options, width: 400});
    await expectSvg(chart, "price");
    expect(keys(chart)).toEqual(["Price", "EMA", "Bid / ask", "Confidence"]);
  });

  it.each([
    [{}, 27.5, "80,639.54,80,639.54 / 80,645.19,± 28"],
    [{confidence: 0.0312}, 27.5, "80,639.537,80,639.537 / 80,645.188,± 28"],
    [{exponent: 0}, 27.5, "80,640,80,640 / 80,645,± 28"],
    [{exponent: -8}, null, "80,639.53748222,80,639.53748222 / 80,645.18785063"]
  ])("reads prices with the digits of %j and a confidence of %s", (digits, confidence, text) => {
    const rows = hourly({price: 80639.53748222, bid: 80639.53748222, ask: 80645.18785063, confidence});
    expect(values(priceChart(rows, {symbol: "x", exponent: -8, ...digits})).join()).toBe(text);
  });

  it("reads prices without a confidence with two digits of their usual distance", () => {
    const rows = hourly(...[1.5, 1.5, null, 1.5123456, 1.5246912].map((price) => ({price})));
    expect(values(priceChart(rows, {symbol: "x", exponent: -8}))).toEqual(["1.525"]);
  });

  it("draws the lowest and highest price of bars, but not of single updates", () => {
    const bars = hourly(...[1, 2, 3].map((price) => ({price, low: price - 0.5, high: price + 1})));
    const chart = priceChart(bars, {symbol: "x", exponent: -2});
    expect([keys(chart), values(chart)[1]]).toEqual([["Price", "Low / high"], "2.50 – 4.00"]);
    expect(chart.querySelectorAll("[data-key]")).toHaveLength(2);
    const updates = bars.map((bar) => ({...bar, ema: 2}));
    expect(keys(priceChart(updates, {symbol: "x"}))).toEqual(["Price", "EMA"]);
  });

  it("marks crossed books", () => {
    const row = {publishedAt: 0, price: 100, bid: 101, ask: 99};
    const chart = priceChart([row, {...row, publishedAt: 60_000, bid: 99, ask: 101}], {symbol: "x", width: 400});
    expect(chart.querySelectorAll("[data-key=crossed] path")).toHaveLength(1);
  });

  it("draws candles in place of the line, with bands and EMA, in another time zone", () => {
    const candles = prices.slice(0, 6).map((row, index) => ({
      ...{publishedAt: row.publishedAt, open: 80_000 + index, close: 80_003 - (index % 3), low: 79_990, high: 80_030},
      ...{confidence: 10, ema: 80_000, emaConfidence: 4, seconds: 1800}
    }));
    const chart = priceChart(prices, {symbol: "Crypto.BTC/USD", exponent: -2, candles, zone: "new-york", width: 400});
    expect(keys(chart)).toEqual(["Candles", "EMA", "Confidence", "EMA confidence"]);
    expect(texts(chart, ".fb-value .fb-wide")).toEqual(["O 80,005.00 H 80,030.00 L 79,990.00 C 80,001.00"]);
    expect(find(chart, ".fb-clock").textContent).toMatch(/ EDT$/);
    expect(keys(priceChart(prices, {symbol: "x", candles: []}))[0]).toBe("Price");
  });

  it("scales the bands by the number of confidences, and names it", () => {
    const rows = hourly({price: 100, confidence: 2, ema: 90, emaConfidence: 1});
    const chart = priceChart(rows, {symbol: "x", exponent: -2, band: "2.12"});
    expect(keys(chart)).toEqual(["Price", "EMA", "Confidence × 2.12", "EMA confidence × 2.12"]);
    expect(values(chart)).toEqual(["100.00", "90.00", "± 4.2", "± 2.1"]);
    expect(keys(priceChart(rows, {symbol: "x", band: "nonsense"}))[2]).toBe("Confidence");
  });
});

it("publishersChart(rows, {symbol, …}) draws steps from zero with gaps and whole labels, or says that there are none", () => {
  const rows = hourly(...[15, 17, null, 9, 0, 12].map((publisherCount) => ({publisherCount})));
  const chart = publishersChart(rows, {symbol: "Crypto.BTC/USD", width: 640, linked: true});
  expect([find(chart, "figcaption").textContent, values(chart)]).toEqual(["Crypto.BTC/USD publishers", ["12"]]);
  expect([hasSteps(chart), texts(chart, ".fb-body text")[0]]).toEqual([true, "0"]);
  const few = publishersChart(hourly({publisherCount: 1}), {symbol: "x", width: 640});
  expect(texts(few, "svg[role=img] text").filter((text) => /^[\d.]+$/.test(text))).toEqual(["0", "1"]);
  expect(publishersChart([], {symbol: "x"}).textContent).toContain("no values in this range");
});

it("priceFigures(row, {exponent, range, zoom}) shows price, change and extremes in the digits of the exponent, or dashes", () => {
  const prices = {last: 10.5, change: 0.05, low: 10, high: 11, confidenceBps: 2, publisherCount: 7};
  const row = {...prices, marketSession: "regular", ageSeconds: 1};
  const element = priceFigures(row, {exponent: -2, range: "24h"});
  expect(texts(element, "dd:first-of-type").slice(0, 4)).toEqual(["10.50", "+5.00 %", "10.00", "11.00"]);
  expect(textsByTerm(element)).toMatchObject({Publishers: expect.stringMatching(/^7/)});
  expect(texts(element, "[data-tone=positive]")).toEqual(["+5.00 %"]);
  expect([element.textContent, priceFigures(row, {zoom: []}).textContent]).toEqual([
    ...[expect.stringContaining("over 24 h"), expect.stringContaining("over the zoom")]
  ]);
  expect(texts(priceFigures({...row, stale: true}), ".fb-badge")).toEqual(["stale"]);
  expect(priceFigures({priceless: 1234}).textContent).toContain("1,234 updates, none with a price");
  const bare = priceChart(hourly({price: null}, {price: null}), {symbol: "x", hint: "load them"});
  expect(bare.textContent).toContain("no update in this range has a price");
  expect(bare.textContent).not.toContain("load them");
  expect(new Set(texts(priceFigures(), "dd:first-of-type"))).toEqual(new Set(["–"]));
});
