// @vitest-environment jsdom
import {expect, it} from "vitest";
import {spreadRanking} from "../../../src/views/spreads/ranking.js";
import {attributes, rowsOf, texts} from "../../charts/kit.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", group: "crypto"},
  {priceFeedId: 2, symbol: "<b>x</b>", group: null}
];
const rows = [
  {priceFeedId: 1, median: 0.25, p95: 1, updates: 985n, crossed: 0, locked: 3},
  {priceFeedId: 2, median: 1, p95: 4, updates: 100, crossed: 5, locked: 0},
  {priceFeedId: 3n, median: null, p95: null, updates: 2, crossed: 2, locked: 0}
];

it("spreadRanking(rows, {feeds, feed}) has spread, tail and books of each feed, links to each, and marks the current feed", () => {
  const table = spreadRanking(rows, {feeds, feed: 2, href: ({priceFeedId}) => `?feed=${priceFeedId}`});
  expect(rowsOf(table)).toEqual([
    "Crypto.BTC/USD | crypto | 0.250 | 1.00 | 4.0 × | 0 | 3 | 985",
    "<b>x</b> | – | 1.00 | 4.00 | 4.0 × | 5 | 0 | 100",
    "feed 3 | – | – | – | – | 2 | 0 | 2"
  ]);
  expect(texts(table, "[title='5.00 % of its updates']")).toEqual(["5"]);
  expect(attributes(table, "[aria-current]", "href")).toEqual(["?feed=2"]);
  // The widest is 4 bps: square roots of 0.25 / 4, 1 / 4 and 4 / 4, of 56 px.
  expect(attributes(table, "svg rect:last-child", "width").join()).toBe("14,28,28,56,0,0");
  expect(texts(spreadRanking([]), ".fb-list-empty")).toEqual(["no spreads in this range"]);
});
