// @vitest-environment jsdom
import {expect, it} from "vitest";
import {fundingCalendar} from "../../../src/views/funding/calendar.js";
import {rowsOf, textsIn} from "../../charts/kit.js";

const rateOf = (priceFeedId: number, name: string, rate8h: number | null, intervalHours: number | null, rest = {}) => ({
  ...{priceFeedId, symbol: `FundingRate.${name}`, rate8h, intervalHours, isValid: true, ...rest}
});
const simulatedAt = "2026-05-12T14:05:30Z";

it("fundingCalendar(rows, {simulatedAt}) has the payments of each venue in the next 24 hours by hour", () => {
  const rows = [
    rateOf(1, "Binance.BTC/USDT", 8e-5, 8),
    rateOf(2, "Binance.ETH/USDT", -4e-5, 4),
    rateOf(3, "OKX.BTC/USDT", 8e-5, 8, {nextFundingAt: "2026-05-12T15:30:00Z"}),
    rateOf(4, "Bybit.BTC/USDT", 8e-5, 1, {isValid: false}), // stopped
    rateOf(5, "Deribit.BTC/USDT", null, 1),
    rateOf(6, "Deribit.ETH/USDT", 8e-5, 1e-9)
  ];
  const calendar = fundingCalendar(rows, {simulatedAt, width: 1000});
  expect(rowsOf(calendar).map((row) => row.split(" | ").slice(0, 3).join(" "))).toEqual([
    "OKX BTC 2026-05-12T15:30:00.000Z",
    ...["Binance BTC 2026-05-12T16:00:00.000Z", "Binance ETH 2026-05-12T16:00:00.000Z"],
    "Binance ETH 2026-05-12T20:00:00.000Z",
    "OKX BTC 2026-05-12T23:30:00.000Z",
    ...["Binance BTC 2026-05-13T00:00:00.000Z", "Binance ETH 2026-05-13T00:00:00.000Z"],
    "Binance ETH 2026-05-13T04:00:00.000Z",
    "OKX BTC 2026-05-13T07:30:00.000Z",
    ...["Binance BTC 2026-05-13T08:00:00.000Z", "Binance ETH 2026-05-13T08:00:00.000Z"],
    "Binance ETH 2026-05-13T12:00:00.000Z"
  ]);
  const cells = textsIn(calendar);
  expect(cells).toHaveLength(2 * 25);
  expect(cells.filter((text) => !text?.includes("no payment"))[0]).toBe(
    "Binance, 2026-05-12 16:00 UTC: BTC +0.0080 %, ETH −0.0020 %"
  );
  expect(fundingCalendar([rateOf(1, "A.B/C", 1e-5, null)], {simulatedAt}).textContent).toContain("no payment is known");
});
