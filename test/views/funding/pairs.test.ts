// @vitest-environment jsdom
import {expect, it} from "vitest";
import {fundingPairs, type PairRow} from "../../../src/views/funding/pairs.js";
import {find, rowsOf, texts} from "../../charts/kit.js";

const pairOf = (underlying: string, rest: Partial<PairRow>): PairRow => ({
  ...{longFeed: 1, longSymbol: `FundingRate.Binance.${underlying}/USDT`, underlying},
  ...{shortFeed: 2, shortSymbol: `FundingRate.Bybit.${underlying}/USDT`, heldHours: 30.5, heldAll: false, ...rest}
});
const rows = [
  pairOf("BTC", {apr: 0.0219, netApr: -0.0042, apr1d: 0.01, apr3d: -0.02, apr7d: null}),
  {...pairOf("BTC", {heldHours: 168, heldAll: true, apr: 0.3, netApr: 0.2}), longFeed: 2, shortFeed: 1},
  pairOf("BTC", {heldHours: 0.4, apr: 0.01, netApr: -0.1}),
  pairOf("BTC", {heldHours: null})
];

it("fundingPairs(rows, {costs, hold}) shows what pairs earn before and after costs, by any column, and how long it held", () => {
  const pairs = fundingPairs(rows, {costs: 5, hold: 7});
  expect(rowsOf(pairs, "tbody tr").map((row) => row.split(" | "))).toEqual([
    ["Binance → Bybit", "+2.19 %", "−0.42 %", "+1.00 %", "−2.00 %", "–", "30 h"],
    ["Bybit → Binance", "+30.00 %", "+20.00 %", "–", "–", "–", "≥ 7 d"],
    ["Binance → Bybit", "+1.00 %", "−10.00 %", "–", "–", "–", "under 1 h"],
    ["Binance → Bybit", "–", "–", "–", "–", "–", "–"]
  ]);
  find(pairs, ".fb-is-netApr button").click();
  expect(texts(pairs, "td.fb-is-netApr")).toEqual(["+20.00 %", "−0.42 %", "−10.00 %", "–"]);
  expect(pairs.textContent).toContain("Costs of 5 bps over 7 days are 2.61 % a year");
});

it("fundingPairs(rows, {costs, hold}) names several underlyings, and says that a venue is alone", () => {
  const names = texts(
    fundingPairs([...rows, pairOf("ETH", {longFeed: 3, shortFeed: 4})], {costs: 5, hold: 1}),
    "tbody th"
  );
  expect([names[0], names.at(-1)]).toEqual(["BTC: Binance → Bybit", "ETH: Binance → Bybit"]);
  expect(fundingPairs([], {costs: 5, hold: 1}).textContent).toContain("only one venue has rates");
});
