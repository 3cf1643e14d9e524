import {describe, expect, it} from "vitest";
import {marketsOf} from "../../../src/components/funding/apart.js";
import {findMarkets} from "../../../src/components/funding/markets.js";

// Underlyings C1 to C40, each on two venues; the larger the number, the larger the rate, and every other is below zero.
const rows = Array.from({length: 40}, (_, i) =>
  ["Binance", "Bybit"].map((venue, at) => ({
    ...{priceFeedId: 100 * (at + 1) + i + 1, symbol: `FundingRate.${venue}.C${i + 1}/USDT`},
    ...{rate8h: (i + 1) * 1e-5 * (i % 2 ? -1 : 1), intervalHours: 8}
  }))
).flat();
const markets = marketsOf(rows, "8h");
const find = (search: string, all = false) => {
  const {shown, ...told} = findMarkets(markets, {search, all});
  return {...told, names: shown.map(({underlying}) => underlying)};
};

describe("findMarkets(markets, {search, all})", () => {
  it("shows the largest whatever their sign, and offers all", () => {
    const {names, ...told} = find("");
    expect(names).toEqual(Array.from({length: 30}, (_, i) => `C${40 - i}`));
    expect(told).toEqual({count: "30 of 40 underlyings, the largest", button: "Show all 40"});
  });

  it("shows all, and offers the largest again", () => {
    const {names, ...told} = find("", true);
    expect(names).toHaveLength(40);
    expect(told).toEqual({count: "40 of 40 underlyings", button: "Show the 30 largest"});
  });

  it.each([
    ["c7", ["C7"]],
    ["USDT  c7", ["C7"]],
    ["bybit C40", ["C40"]],
    ["feed 203", ["C3"]],
    ["kraken", []],
    ["(", []]
  ])("finds %j also where it is not among the largest", (search, names) => {
    expect(find(search)).toEqual({names, count: `${names.length} of 40 underlyings`});
  });

  it("bounds what a search finds, too", () => expect(find("binance")).toMatchObject({button: "Show all 40"}));
});
