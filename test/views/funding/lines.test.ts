import {describe, expect, it} from "vitest";
import {feedLooks} from "../../../src/ui/elements/looks.js";
import {linesOf, ownersOf, stylesOf} from "../../../src/views/funding/lines.js";

const lines = (...names: string[]) =>
  linesOf(names.map((name, i) => ({priceFeedId: i, symbol: `FundingRate.${name}/USDT`})));
const styles = (...names: string[]) => {
  const some = lines(...names);
  return some.map(stylesOf(some));
};

it.each([
  ["A.BTC B.BTC", "A 0, B 0 6 3"],
  ["A.ETH A.BTC", "BTC 0, ETH 1"],
  ["A.BTC B.BTC B.ETH", "A BTC 0, B BTC 0 6 3, B ETH 1 6 3"]
])("stylesOf(%j) gives each underlying a hue and each venue a dash", (names, expected) => {
  const colors = feedLooks(["BTC", "ETH"]).map(({color}) => color);
  const words = styles(...names.split(" ")).map(({label, color, dash}) => [
    label,
    colors.findIndex((hue) => color.includes(hue)),
    dash
  ]);
  expect(words.map((each) => each.join(" ").trim()).join(", ")).toBe(expected);
});

it("stylesOf(lines) gives venues of one underlying colours of their own", () => {
  const colors = styles("A.BTC", "B.BTC", "C.BTC", "D.BTC").map(({color}) => color);
  expect(new Set(colors).size).toBe(4);
});

const names = (...symbols: (string | null)[]): string[] => {
  const rows = symbols.map((symbol, index) => ({priceFeedId: 501 + index, symbol}));
  return Array.from(ownersOf(rows).values(), ({venue, underlying}) => `${venue}|${underlying}`);
};

describe("ownersOf(rows)", () => {
  it.each([
    ["FundingRate.Binance.BTC/USDT", "Binance|BTC"],
    ["FundingRate.Binance.1000.PEPE/USDT", "Binance|1000.PEPE"],
    [null, "|feed 501"]
  ])("splits %j into %s", (symbol, name) => expect(names(symbol)).toEqual([name]));

  it("adds the id for equal or missing symbols, and the quote for equal venue and underlying", () => {
    expect(names(null, null)).toEqual(["|feed 501", "|feed 502"]);
    const symbols = ["Binance.BTC/USDT", "Binance.BTC/USDC", "OKX.BTC/USDT"].map((name) => `FundingRate.${name}`);
    expect(names(...symbols)).toEqual(["Binance USDT|BTC", "Binance USDC|BTC", "OKX|BTC"]);
    expect(names("X", "X", "FundingRate.A.B/C", "FundingRate.A.B/C")).toEqual([
      ...["(501)|X", "(502)|X", "A C (503)|B", "A C (504)|B"]
    ]);
  });
});
