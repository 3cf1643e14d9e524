import {describe, expect, it} from "vitest";
import {linesOf, nameOf, ownersOf, stylesOf, subjectOf} from "../../../src/components/funding/lines.js";
import {category} from "../../../src/components/parts/theme.js";

const lines = (...names: string[]) =>
  linesOf(names.map((name, i) => ({priceFeedId: i, symbol: `FundingRate.${name}/USDT`})));
const styles = (...names: string[]) => {
  const some = lines(...names);
  return some.map(stylesOf(some));
};

describe("linesOf(rows)", () => {
  it("has a line per feed with its rows in their order, by underlying, then venue", () => {
    const rows = [3, 1, 2].flatMap((n) =>
      ["B.ETH", "B.BTC", "A.ETH"].map((name, i) => ({priceFeedId: i, symbol: `F.${name}`, n}))
    );
    expect(linesOf(rows).map((line) => [nameOf(line), line.rows.map(({n}) => n)])).toEqual([
      ...[
        ["B BTC", [3, 1, 2]],
        ["A ETH", [3, 1, 2]],
        ["B ETH", [3, 1, 2]]
      ]
    ]);
    expect(linesOf([])).toEqual([]);
  });
});

describe("stylesOf(lines)", () => {
  it("tells venues by colour where there is one underlying, and underlyings where there is one venue", () => {
    expect(styles("A.BTC", "B.BTC")).toEqual([
      {label: "A", color: category(0)},
      {label: "B", color: category(1)}
    ]);
    expect(styles("A.BTC", "A.ETH")).toEqual([
      {label: "BTC", color: category(0)},
      {label: "ETH", color: category(1)}
    ]);
  });

  it("tells underlyings by colour and venues by dashes where there are several of both", () => {
    expect(styles("A.BTC", "B.BTC", "B.ETH")).toEqual([
      {label: "A BTC", color: category(0)},
      {label: "B BTC", color: category(0), dash: "6 3"},
      {label: "B ETH", color: category(1), dash: "6 3"}
    ]);
  });
});

describe("subjectOf(lines)", () => {
  it("is the one underlying, if there is one", () => {
    expect([subjectOf(lines("A.BTC", "B.BTC")), subjectOf(lines("A.BTC", "A.ETH")), subjectOf([])]).toEqual([
      ...["BTC funding", "Funding", "Funding"]
    ]);
  });
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

  it("tells feeds without a symbol apart by their ids", () => {
    expect(names(null, null)).toEqual(["|feed 501", "|feed 502"]);
  });

  it("tells by the quote what has venue and underlying alike", () => {
    const [usdt, usdc] = ["FundingRate.Binance.BTC/USDT", "FundingRate.Binance.BTC/USDC"];
    expect(names(usdt, usdc, "FundingRate.OKX.BTC/USDT", "FundingRate.Binance.ETH/USDT")).toEqual([
      "Binance USDT|BTC",
      "Binance USDC|BTC",
      "OKX|BTC",
      "Binance|ETH"
    ]);
  });

  it("tells by the id what has the symbol alike", () => {
    expect(names("X", "X", "FundingRate.A.B/C", "FundingRate.A.B/C")).toEqual([
      "(501)|X",
      "(502)|X",
      "A C (503)|B",
      "A C (504)|B"
    ]);
  });

  it("has one owner for many rows of a feed, whose ids may be of any kind", () => {
    const rows = [1n, 1, 2].map((priceFeedId) => ({priceFeedId, symbol: `FundingRate.V.${priceFeedId}`}));
    expect([...ownersOf(rows).keys()]).toEqual(["1", "2"]);
  });
});
