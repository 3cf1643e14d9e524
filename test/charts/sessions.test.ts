// @vitest-environment jsdom
import {expect, it} from "vitest";
import {fundingChart} from "../../src/views/funding/charts.js";
import {priceChart, publishersChart} from "../../src/views/prices/price.js";
import {spreadChart} from "../../src/views/spreads/spread.js";
import {funding, hour, prices, spreads, start} from "./fixture.js";

const candles = prices
  .filter((_, index) => index % 4 === 0)
  .map((row) => ({...row, open: row.price, close: row.price, low: row.price, high: row.price, seconds: 7200}));
const options = {symbol: "x", domain: [start, start + 48 * hour] as const, width: 800, linked: true};

it("charts of a page skip the same closed hours, at the same place", () => {
  const shared = {...options, skipClosed: true, sessions: prices};
  const charts = [
    priceChart(prices, {...options, skipClosed: true}),
    priceChart(prices, {...options, skipClosed: true, candles}),
    publishersChart(prices, {...options, skipClosed: true}),
    spreadChart(spreads, shared),
    fundingChart(funding, {...shared, basis: "8h"})
  ];
  const places = charts.map((chart) =>
    [...chart.querySelectorAll(".fb-body line[stroke-opacity]")].map((seam) => Number(seam.getAttribute("x1")))
  );
  expect(places[0]).toHaveLength(1);
  expect(places.slice(1, 4)).toEqual([places[0], places[0], places[0]]);
  expect(places[4]).toHaveLength(1); // its axis is wider
});
