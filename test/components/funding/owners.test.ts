import {describe, expect, it} from "vitest";
import {ownersOf} from "../../../src/components/funding/owners.js";

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
