// @vitest-environment jsdom
import {expect, it} from "vitest";
import {feedLinks, orderCharts} from "../../../src/views/feed/about.js";
import {attributes} from "../../charts/kit.js";

it("feedLinks(feed) links to the pages with the feed", () => {
  const links = (...given: Parameters<typeof feedLinks>) => attributes(feedLinks(...given), "a", "href");
  expect(links({priceFeedId: 1})).toEqual(["./prices?feed=1", "./spreads?feed=1", "./"]);
  expect(links({priceFeedId: 112n, rate: 1e-5})).toEqual(["./funding?feeds=112", "./"]);
  expect(links(undefined)).toEqual(["./"]);
  expect(links({priceFeedId: 1}, (href) => `${href}&tz=local`)[0]).toBe("./prices?feed=1&tz=local");
});

it.each([
  {isFunding: true, order: ["rates", "prices"]},
  {isFunding: false, order: ["prices", "rates"]}
])("orderCharts($isFunding) begins with $order.0, again and again", ({isFunding, order}) => {
  document.body.innerHTML = `<div><p id="prices"></p><p id="rates"></p></div>`;
  for (const each of [!isFunding, isFunding, isFunding]) orderCharts(each);
  expect(attributes(document.body, "p", "id")).toEqual(order);
});
