// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {fundingMatrix, type MatrixOptions, type MatrixRow, marketsOf} from "../../../src/views/funding/matrix.js";
import {find, rowsOf, texts, type} from "../../charts/kit.js";

const simulatedAt = "2026-05-12T14:05:30Z";
const rateOf = (
  priceFeedId: number,
  name: string,
  rate8h: number | null,
  intervalHours: number | null,
  rest: Partial<MatrixRow> = {}
): MatrixRow => ({
  ...{
    priceFeedId,
    symbol: `FundingRate.${name}`,
    underlying: /\.(\w+)\//.exec(name)?.[1] ?? null,
    rate8h,
    intervalHours,
    ageSeconds: 0,
    isValid: true,
    ...rest
  }
});
const rows = [
  rateOf(115, "Binance.ADA/USDT", null, null, {noBasis: "no spot feed of ADA"}),
  rateOf(112, "Binance.BTC/USDT", 3.877e-5, 8, {
    basisBps: -1.28,
    markPrice: 87_000,
    spotPrice: 87_011,
    spotSymbol: "S"
  }),
  rateOf(113, "Bybit.BTC/USDT", -2e-5, 4, {wasHours: 8, changedAt: new Date("2026-05-10T08:00:00Z")}),
  rateOf(114, "Hyperliquid.BTC/USD", 9e-5, 1, {ageSeconds: 90_000, isValid: false})
];
const make = (given = rows, options: Partial<MatrixOptions> = {}) =>
  document.body.appendChild(fundingMatrix(given, {basis: "apr", simulatedAt, ...options}));
const names = (matrix: Element) => texts(matrix, "tbody th");

beforeEach(() => vi.useFakeTimers({now: Date.UTC(2027, 0, 1)}));

describe("fundingMatrix(rows, {basis, …})", () => {
  it("has a row per underlying and a column per venue, with its next payment, its own rate and its basis", () => {
    const heads = texts(make(), "thead :is(th, td)");
    expect(heads).toEqual([
      ...[
        "Underlying",
        "Binance8 h, next in 1:54:30",
        "Bybit4 h, next in 1:54:30",
        "Hyperliquidno current rate",
        "Apart"
      ]
    ]);
    // By hand: 3.877e-5 × 3 × 365 = 4.245 %, −2e-5 × 1095 = −2.19 %, 9e-5 × 1095 = 9.855 %, the last one too old to compare.
    expect(rowsOf(make(), "tbody tr")).toEqual([
      [
        ...["BTC", "+4.25 %+0.0039 % per 8 h−1.28 bps", "−2.19 %−0.0010 % per 4 h8 h until 2026-05-10"],
        ...["+9.86 %+0.0011 % per 1 h25 h old", "6.44 %"]
      ].join(" | "),
      "ADA | –– no spot feed of ADA | no feed | no feed | –"
    ]);
  });

  it("shades valid rates by sign and size", () => {
    const shades = [...make().querySelectorAll<HTMLElement>(".fb-rate")].map(({style}) => style.background);
    const of = (text = "") => [/positive|negative/.exec(text)?.[0], Number(/(\d+)%/.exec(text)?.[1])];
    expect(of(shades[0])).toEqual(["positive", expect.any(Number)]);
    expect(of(shades[1])[0]).toBe("negative");
    expect(Number(of(shades[0])[1])).toBeGreaterThan(Number(of(shades[1])[1]));
    expect(shades.slice(2)).toEqual(["", ""]); // too old, missing
  });

  it("marks the picked row, and a click anywhere in a row picks its underlying", () => {
    const onPick = vi.fn();
    const matrix = make(rows, {picked: "BTC", onPick});
    expect(texts(matrix, "[aria-current=true]")).toEqual(["BTC"]);
    matrix.querySelectorAll<HTMLElement>("td")[5]?.click();
    getSelection()?.selectAllChildren(matrix);
    matrix.querySelectorAll<HTMLElement>("td")[5]?.click(); // it only ends a selection
    getSelection()?.removeAllRanges();
    find(matrix, "tbody a").click();
    expect(onPick.mock.calls).toEqual(["ADA", "BTC"].map((underlying) => [{underlying, feeds: null}]));
    find(make([rateOf(501, "", 1e-5, 8)], {onPick}), "tbody a").click();
    expect(onPick).toHaveBeenLastCalledWith({underlying: null, feeds: "501"});
  });

  it("shows the first 30 of many underlyings with live countdowns, sorts and searches all", () => {
    const matrix = make(Array.from({length: 100}, (_, i) => rateOf(i, `V.C${i}/X`, i * 1e-6, 8)));
    expect([names(matrix).length, names(matrix)[0]]).toEqual([30, "C0"]);
    matrix.querySelectorAll<HTMLElement>("thead button")[1]?.click();
    expect(names(matrix)[0]).toBe("C99");
    const left = texts(matrix, ".fb-left");
    vi.advanceTimersByTime(1000);
    expect(texts(matrix, ".fb-left")).not.toEqual(left);
    type(matrix, "c12");
    expect(names(matrix)).toEqual(["C12"]);
  });

  it("has no search for few rates, says that there are none, and writes names as text", () => {
    expect(make().querySelector("input")).toBeNull();
    expect(make([]).textContent).toContain("no rates");
    const matrix = make([rateOf(1, "<img src=x>.<b>/X", 1, 8)]);
    expect([matrix.querySelector("img, b"), matrix.textContent?.includes("<img src=x>")]).toEqual([null, true]);
  });
});

describe("marketsOf(rows, basis)", () => {
  it("compares rates per interval per 8 hours", () => {
    const pair = [rateOf(1, "A.BTC/USDT", 1e-4, 8), rateOf(2, "B.BTC/USDT", 1e-4, 4)];
    expect(marketsOf(pair, "interval")[0]).toMatchObject({apart: 0});
    expect(marketsOf(pair, "apy")[0]?.apart).toBeCloseTo(1.00005 ** 2190 - 1.0001 ** 1095, 12);
  });

  it("takes no rows without isValid", () => {
    const {isValid, ...row} = rateOf(1, "A.BTC/USDT", 1e-4, 8);
    expect(() => marketsOf([row as MatrixRow], "apr")).toThrow(`no column "isValid"`);
    expect(isValid).toBe(true);
  });
});
