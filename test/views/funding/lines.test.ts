import {describe, expect, it} from "vitest";
import {feedLooks} from "../../../src/ui/elements/looks.js";
import {linesOf, nameOf, ownersOf, stylesOf, subjectOf} from "../../../src/views/funding/lines.js";

const lines = (...names: string[]) =>
  linesOf(names.map((name, i) => ({priceFeedId: i, symbol: `FundingRate.${name}/USDT`})));
const styles = (...names: string[]) => {
  const some = lines(...names);
  return some.map(stylesOf(some));
};

it("linesOf(rows) has a line per feed with its rows in their order, by underlying, then venue", () => {
  const rows = [3, 1, 2].flatMap((n) =>
    ["B.ETH", "B.BTC", "A.ETH"].map((name, i) => ({priceFeedId: i, symbol: `F.${name}`, n}))
  );
  const told = linesOf(rows).map((line) => `${nameOf(line)}: ${line.rows.map(({n}) => n)}`);
  expect(told).toEqual(["B BTC: 3,1,2", "A ETH: 3,1,2", "B ETH: 3,1,2"]);
  expect(linesOf([])).toEqual([]);
});

it.each([
  ["A.BTC B.BTC", "A 0, B 0 6 3"],
  ["A.ETH A.BTC", "BTC 0, ETH 1"],
  ["A.BTC B.BTC B.ETH", "A BTC 0, B BTC 0 6 3, B ETH 1 6 3"]
])("stylesOf(%j) tells underlyings apart by their colours, and venues by dashes", (names, told) => {
  const colors = feedLooks(["BTC", "ETH"]).map(({color}) => color);
  const words = styles(...names.split(" ")).map(({label, color, dash}) => [label, colors.indexOf(color), dash]);
  expect(words.map((each) => each.join(" ").trim()).join(", ")).toBe(told);
});

it("subjectOf(lines) is the one underlying, if there is one", () => {
  const subjects = [lines("A.BTC", "B.BTC"), lines("A.BTC", "A.ETH"), []].map(subjectOf);
  expect(subjects).toEqual(["BTC funding", "Funding", "Funding"]);
});

const names = (...symbols: (string | null)[]): string[] => {
  const rows = symbols.map((symbol, index) => ({priceFeedId: 501 + index, symbol}));
  return Array.from(ownersOf(rows).values(), ({venue, underlying}) => `${venue}|${underlying}`);
};

describe("ownersOf(rows)", () => {
  it.each([
    ["FundingRate.Binance.BTC/USDT", "Binance|BTC"],
    ["FundingRate.Binance.1000.PEPE/USDT", "Binance|1000.PEPE"],
    ["FundingRate.Binance.BTC", "Binance|BTC"],
    ["BTC", "|BTC"],
    [null, "|feed 501"]
  ])("of %j is %s", (symbol, name) => expect(names(symbol)).toEqual([name]));

  it("tells apart by ids what has no symbol or the same, and by the quote what has venue and underlying alike", () => {
    expect(names(null, null)).toEqual(["|feed 501", "|feed 502"]);
    const symbols = ["Binance.BTC/USDT", "Binance.BTC/USDC", "OKX.BTC/USDT"].map((name) => `FundingRate.${name}`);
    expect(names(...symbols)).toEqual(["Binance USDT|BTC", "Binance USDC|BTC", "OKX|BTC"]);
    expect(names("X", "X", "FundingRate.A.B/C", "FundingRate.A.B/C")).toEqual([
      ...["(501)|X", "(502)|X", "A C (503)|B", "A C (504)|B"]
    ]);
  });
});
