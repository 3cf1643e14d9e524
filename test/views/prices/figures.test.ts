// @vitest-environment jsdom
import {expect, it} from "vitest";
import {priceFigures} from "../../../src/views/prices/figures.js";
import {texts, textsByTerm} from "../../charts/kit.js";

it("priceFigures(row, {exponent, range, zoom}) shows price, change and extremes in the digits of the exponent, or dashes", () => {
  const prices = {last: 10.5, change: 0.05, low: 10, high: 11, confidenceBps: 2, publisherCount: 7};
  const row = {...prices, marketSession: "regular", ageSeconds: 1};
  const element = priceFigures(row, {exponent: -2, range: "24h"});
  expect(texts(element, "dd:first-of-type").slice(0, 4)).toEqual(["10.50", "+5.00 %", "10.00", "11.00"]);
  expect(textsByTerm(element)).toMatchObject({Publishers: expect.stringMatching(/^7/)});
  expect(texts(element, "[data-tone=positive]")).toEqual(["+5.00 %"]);
  expect([element.textContent, priceFigures(row, {zoom: []}).textContent]).toEqual([
    ...[expect.stringContaining("over 24h"), expect.stringContaining("over the zoom")]
  ]);
  expect(texts(priceFigures({...row, stale: true}), ".fb-badge")).toEqual(["stale"]);
  expect(new Set(texts(priceFigures(), "dd:first-of-type"))).toEqual(new Set(["–"]));
});
