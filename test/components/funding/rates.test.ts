// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingFigures} from "../../../src/components/funding/rates.js";

const rows = [
  {
    ...{priceFeedId: 113, symbol: "FundingRate.Hyperliquid.BTC/USD", intervalHours: 1},
    ...{rate8h: 3.877e-5, meanRate8h: -1e-5}
  }
];
const texts = (element: HTMLElement) => [...element.querySelectorAll("dt, dd")].map(({textContent}) => textContent);

describe("fundingFigures(rows, {basis})", () => {
  it.each([
    ["8h", "0.003877 %", "last, per 8 h; longs pay shorts; mean −0.001000 %; paid every 1 h"],
    ["apr", "4.25 %", "last, as APR; longs pay shorts; mean −1.10 %; paid every 1 h"],
    ["interval", "0.00048463 %", "last, per interval; longs pay shorts; mean −0.00012500 %; paid every 1 h"],
    ["apy", "4.34 %", "last, as APY; longs pay shorts; mean −1.09 %; paid every 1 h"]
  ] as const)("says last and mean on one basis: %s", (basis, last, mean) => {
    expect(texts(fundingFigures(rows, {basis}))).toEqual(["Hyperliquid.BTC/USD", last, mean]);
  });

  it("shows a dash for what is missing", () => {
    expect(texts(fundingFigures([{priceFeedId: 501, symbol: null}], {basis: "8h"}))).toEqual([
      ...["feed 501", "–", "last, per 8 h; mean –; paid every –"]
    ]);
  });
});
