// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {unkept} from "../../../src/url/state.js";
import {spreadRanking} from "../../../src/views/spreads/ranking.js";
import {attributes, find, rowsOf, texts, type} from "../../charts/kit.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", group: "crypto"},
  {priceFeedId: 2, symbol: "<b>x</b>", group: null}
];
const rows = [
  {priceFeedId: 1, median: 0.25, p95: 1, updates: 985n, crossed: 0, locked: 3},
  {priceFeedId: 2, median: 1, p95: 4, updates: 100, crossed: 5, locked: 0},
  {priceFeedId: 3n, median: null, p95: null, updates: 2, crossed: 2, locked: 0}
];
const names = (table: HTMLElement) => texts(table, "tbody th");
const press = (table: HTMLElement, label: string) =>
  [...table.querySelectorAll("button")].find(({textContent}) => textContent === label)?.click();

it("spreadRanking(rows, {feeds, feed}) has spread, tail and books of each feed, links to each, and marks the current feed", () => {
  const table = spreadRanking(rows, {feeds, feed: 2});
  expect(rowsOf(table)).toEqual([
    "Crypto.BTC/USD | crypto | 0.250 | 1.00 | 4.0 × | 0 | 3 | 985",
    "<b>x</b> | – | 1.00 | 4.00 | 4.0 × | 5 | 0 | 100",
    "feed 3 | – | – | – | – | 2 | 0 | 2"
  ]);
  expect(texts(table, "[title='5.00 % of its updates']")).toEqual(["5"]);
  expect(attributes(table, "[aria-current]", "href")).toEqual(["./spreads?feed=2"]);
  // The widest is 4 bps: square roots of 0.25 / 4, 1 / 4 and 4 / 4, of 56 px.
  expect(attributes(table, "svg rect:last-child", "width").join()).toBe("14,28,28,56,0,0");
  expect(texts(spreadRanking([]), ".fb-list-empty")).toEqual(["no spreads in this range"]);
});

const many = Array.from({length: 300}, (_, i) => ({priceFeedId: i, median: i, p95: i}));
const named = many.map(({priceFeedId: id}) => ({
  ...{priceFeedId: id, symbol: `Crypto.C${id}/USD`, name: `Coin ${id}`, group: "crypto"}
}));
const stateOf = (element: HTMLElement) => [
  find(element, "[role=status]").textContent,
  names(element).length,
  names(element)[0]
];

it("spreadRanking(rows, {feeds}) searches 300 feeds by name and class, and keeps the sort and the scale", () => {
  const sorted = {...unkept({sort: "-median"}), keep: vi.fn()};
  const ranking = spreadRanking(many, {feeds: named, sorted});
  type(ranking, "coin 15");
  expect(stateOf(ranking)).toEqual(["13 of 300 feeds", 13, "Crypto.C215/USD"]); // 15, 115, 215 and 150 to 159
  const [bar] = attributes(ranking, "svg rect:last-child", "width");
  expect(Number(bar)).toBeCloseTo(56 * Math.sqrt(215 / (0.9 * 299)), 1);
  press(ranking, "Median, bps");
  type(ranking, "CRYPTO coin 15");
  expect([names(ranking)[0], sorted.keep.mock.calls.flat()]).toEqual(["Crypto.C15/USD", [{sort: "median"}]]);
  type(ranking, "dog");
  expect([...texts(ranking, ".fb-list-empty"), stateOf(ranking)[0]]).toEqual(["No feeds found.", "0 of 300 feeds"]);
});
