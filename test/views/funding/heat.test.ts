// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingHeat} from "../../../src/views/funding/heat.js";
import {hour, start} from "../../charts/fixture.js";
import {expectSvg, find, rowsOf, texts, textsIn} from "../../charts/kit.js";

const step = (id: number, symbol: string, [at, rate8h]: readonly [number, number | null], intervalHours = 8) => ({
  ...{priceFeedId: id, symbol: `FundingRate.${symbol}`, startedAt: new Date(start + at * hour)},
  ...{stepSeconds: 3600, rate8h, intervalHours}
});
const rows = [
  ...[0, 1, 2, 5].map((at) => step(1, "Binance.BTC/USDT", [at, 1e-5 * (at - 1)])),
  ...[0, 1, 2, 3, 4, 5].map((at) => step(2, "Bybit.BTC/USDT", [at, at === 3 ? null : -2e-5 * at], at < 3 ? 8 : 4)),
  step(3, "Bybit.ETH/USDT", [1, 9e-4])
];

describe("fundingHeat(rows, {basis, …})", () => {
  it("draws two hues around zero, grey for missing rates, group names, a key and a table", () => {
    const chart = fundingHeat(rows, {basis: "8h", width: 640});
    expectSvg(chart, "heat");
    expect(find(chart, ".fb-heat-note").textContent).toBe("The colours end at ±0.0900 %, the largest value.");
    expect(rowsOf(chart).map((row) => row.split(" | ")[0])).toEqual(["Binance BTC", "Bybit BTC", "Bybit ETH"]);
    expect(texts(chart, "table th")[1]).toBe("2026-05-11T00:00:00.000Z");
    expect(texts(chart, ".fb-body > svg text").slice(0, 5)).toEqual(["BTC", "ETH", "Binance", "Bybit", "Bybit"]);
  });

  it("converts each step with its own interval", () => {
    const [, perInterval = ""] = rowsOf(fundingHeat(rows, {basis: "interval"}));
    const rates = perInterval.split(" | ").slice(1).map(Number);
    expect(rates.map((rate) => Math.round(rate * 1e6) + 0)).toEqual([0, -20, -40, NaN, -40, -50]);
  });

  it("describes a cell in full", () => {
    const cells = textsIn(fundingHeat(rows, {basis: "8h", width: 640}));
    expect([cells.length, cells[1], cells[5], cells[9], cells[11]]).toEqual([
      18,
      "Binance BTC, 2026-05-11 01:00 – 02:00 UTC: 0 % per 8 h, nobody pays",
      "Binance BTC, 2026-05-11 05:00 – 06:00 UTC: +0.0040 % per 8 h, longs pay shorts",
      "Bybit BTC, 2026-05-11 03:00 – 04:00 UTC: no rate",
      "Bybit BTC, 2026-05-11 05:00 – 06:00 UTC: −0.0100 % per 8 h, shorts pay longs"
    ]);
    expect(textsIn(fundingHeat(rows, {basis: "apr"}))[5]).toContain("05:00 – 06:00 UTC: +4.38 % as APR");
  });
});
