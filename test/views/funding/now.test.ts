// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {fundingNow, marketsOf, type NowOptions, type NowRow} from "../../../src/views/funding/now.js";
import {find, rowsOf, texts, type} from "../../charts/kit.js";

const simulatedAt = "2026-05-12T14:05:30Z";
const rateOf = (
  priceFeedId: number,
  name: string,
  rate8h: number | null,
  intervalHours: number | null,
  rest = {}
): NowRow => ({
  ...{priceFeedId, symbol: `FundingRate.${name}`, rate8h, intervalHours, ageSeconds: 0, isValid: true, ...rest}
});
const rows = [
  rateOf(112, "Binance.BTC/USDT", 3.877e-5, 8),
  rateOf(113, "Bybit.BTC/USDT", -2e-5, 4, {ageSeconds: 60, wasHours: 8, changedAt: new Date("2026-05-10T08:00:00Z")}),
  rateOf(114, "Hyperliquid.BTC/USD", 9e-5, 1, {ageSeconds: 90_000, isValid: false}),
  rateOf(115, "Binance.ETH/USDT", 0, 8),
  rateOf(116, "Binance.ADA/USDT", null, null)
];
const make = (given = rows, options: Partial<NowOptions> = {}) =>
  document.body.appendChild(fundingNow(given, {basis: "8h", simulatedAt, ...options}));
const linesOf = (basis: NowOptions["basis"]) => rowsOf(make(rows, {basis}), "tr");
const left = (table: Element) => texts(table, ".fb-left");

beforeEach(() => vi.useFakeTimers({now: Date.UTC(2027, 0, 1)}));

describe("fundingNow(rows, {basis, …})", () => {
  it("lists venues by underlying, furthest from zero first", () => {
    expect(linesOf("8h")).toEqual([
      "Venue | Rate per 8 h |  | Who pays | Paid every | Next in",
      "BTC | 0.0059 % apart | Binance highest, Bybit lowest",
      "Hyperliquid | +0.0090 %+0.0011 % per 1 h25 h old |  | longs pay shorts | 1 h | –",
      "Binance | +0.0039 % |  | longs pay shorts | 8 h | 1:54:30",
      "Bybit | −0.0020 %−0.0010 % per 4 h |  | shorts pay longs | 4 h8 h until 2026-05-10 | 1:54:30",
      "ETH | one venue | ",
      "Binance | 0 % |  | nobody pays | 8 h | 1:54:30",
      "ADA | one venue | ",
      "Binance | – |  |  | – | –"
    ]);
  });

  // By hand: −0.002 % per 8 h is −0.001 % every 4 h, and (1 − 1e-5)^2190 − 1 = −2.1662 %.
  it.each([
    ["interval", "−0.0010 %", "0.0059 % apart per 8 h"],
    ["apy", "−2.17 %−0.0010 % per 4 h", "6.50 % apart"]
  ] as const)("shows rates on the picked basis, and compares rates per interval per 8 h: %s", (basis, ...expected) => {
    const lines = linesOf(basis).map((line) => line.split(" | "));
    expect([lines.find(([venue]) => venue === "Bybit")?.[1], lines[1]?.[1]]).toEqual(expected);
  });

  it("shows the 30 underlyings furthest from zero with live countdowns, and searches all", () => {
    const many = Array.from({length: 100}, (_, i) => rateOf(i, `V.C${i}/X`, i * 1e-6, 8));
    const table = make(many);
    const names = () => texts(table, ".fb-market th");
    expect([names().length, names()[0], names().at(-1)]).toEqual([30, "C99", "C70"]);
    type(table, "c12");
    expect([names(), left(table)[0]]).toEqual([["C12"], expect.stringMatching(/^\d:\d\d:\d\d$/)]); // without a wait
    expect(Number(find(table, "rect").getAttribute("width"))).toBeCloseTo((100 * 12) / 99, 1);
    type(table, "none");
    expect(find(table, "tbody").textContent).toBe("no rates");
    type(table, "");
    find(table, ".fb-search .fb-button").click();
    expect(names()).toHaveLength(100);
    const before = left(table);
    vi.advanceTimersByTime(1000);
    expect(left(table).filter((text, i) => text === before[i])).toEqual([]);
  });

  it("has no search for few rates, says that there are none, and writes names as text", () => {
    expect(make().querySelector("input, .fb-button")).toBeNull();
    expect(make([]).textContent).toContain("no rates");
    const table = make([rateOf(1, "<img src=x>.<b>/X", 1, 8)]);
    expect([table.querySelector("img, b"), table.textContent?.includes("<img src=x>")]).toEqual([null, true]);
  });
});

describe("marketsOf(rows, basis)", () => {
  it("compares rates per interval per 8 hours", () => {
    const pair = [rateOf(1, "A.BTC/USDT", 1e-4, 8), rateOf(2, "B.BTC/USDT", 1e-4, 4)];
    expect(marketsOf(pair, "interval")[0]).toMatchObject({dispersion: 0});
    expect(marketsOf(pair, "apy")[0]?.dispersion).toBeCloseTo(1.00005 ** 2190 - 1.0001 ** 1095, 12);
  });
});
