import {describe, expect, it} from "vitest";
import {findRows, sortRows} from "../../../src/components/board/order.js";

const hostile = "<img src=x onerror=alert(1)>";
const rows = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto"},
  {priceFeedId: 112n, symbol: "FundingRate.Binance.BTC/USDT", assetType: "funding-rate"},
  {priceFeedId: 8, symbol: null, name: null, assetType: null},
  {priceFeedId: 9, symbol: hostile}
];

describe("sortRows(rows, key, descending)", () => {
  const sorted = (keys: (string | number | null)[], descending = false) =>
    sortRows(keys, (key) => key, descending).map(String);

  it("puts numbers in their order, missing ones last both ways", () => {
    const keys = [3, null, -1e300, NaN, 0, 1e300];
    expect(sorted(keys)).toEqual(["-1e+300", "0", "3", "1e+300", "null", "NaN"]);
    expect(sorted(keys, true)).toEqual(["1e+300", "3", "0", "-1e+300", "null", "NaN"]);
  });

  it("reads numbers inside a text, whatever its case", () => {
    expect(sorted(["C10", "c9", "C1", "b2"])).toEqual(["b2", "C1", "c9", "C10"]);
  });

  it("leaves equal rows in the order given, both ways, and takes none", () => {
    const equal = [{id: 1}, {id: 2}, {id: 3}];
    for (const descending of [false, true]) expect(sortRows(equal, () => 7, descending)).toEqual(equal);
    expect(sortRows([], () => 7, true)).toEqual([]);
  });
});

describe("findRows(rows, search)", () => {
  const found = (search: string) => findRows(rows, search).map(({priceFeedId}) => Number(priceFeedId));

  it.each([
    ["bitCOIN", [1]],
    ["btc funding", [112]],
    ["  usd   btc ", [1, 112]],
    ["112", [112]],
    ["feed 8", [8]],
    ["<img", [9]],
    ["(", [9]],
    ["null", []],
    ["no such feed", []],
    ["", [1, 112, 8, 9]]
  ])("finds by the words of %j, in symbol, name, class or id", (search, ids) => expect(found(search)).toEqual(ids));
});
