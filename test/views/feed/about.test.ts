// @vitest-environment jsdom
import {expect, it} from "vitest";
import {feedLinks, isRate} from "../../../src/views/feed/about.js";
import {attributes} from "../../charts/kit.js";

it("isRate(feed) uses the class, or a rate if the feed has no class", () => {
  const feed = {priceFeedId: 1};
  expect([isRate({...feed, assetType: "funding-rate"}), isRate({...feed, rate: 0})]).toEqual([true, true]);
  expect([isRate(feed), isRate({...feed, assetType: "crypto", rate: null})]).toEqual([false, false]);
});

it("feedLinks(feed) links to the pages with the feed", () => {
  const links = (...given: Parameters<typeof feedLinks>) => attributes(feedLinks(...given), "a", "href");
  expect(links({priceFeedId: 1})).toEqual(["./prices?feed=1", "./spreads?feed=1", "./"]);
  expect(links({priceFeedId: 112n, rate: 1e-5})).toEqual(["./funding?feeds=112", "./"]);
  expect(links(undefined)).toEqual(["./"]);
  expect(links({priceFeedId: 1}, (href) => `${href}&tz=local`)[0]).toBe("./prices?feed=1&tz=local");
});
