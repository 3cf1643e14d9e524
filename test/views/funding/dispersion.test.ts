import {describe, expect, it} from "vitest";
import {marketsOf} from "../../../src/views/funding/dispersion.js";

const row = (venue: string, rate8h: number | null, more = {}) => ({
  ...{priceFeedId: ++id, symbol: `FundingRate.${venue}/USDT`, rate8h, intervalHours: 8, isValid: true},
  ...more
});
let id = 0;

const shown = (rows: ReturnType<typeof row>[], basis: "8h" | "interval" | "apy" = "8h") =>
  marketsOf(rows, basis).map(({underlying, quotes, dispersion, highest, lowest}) => ({
    text: `${underlying}: ${quotes.map(({venue, rate}) => `${venue} ${rate}`).join(", ")}`,
    ...{dispersion, highest, lowest}
  }));

describe("marketsOf(rows, basis)", () => {
  it("sorts venues and underlyings by the size of the rate, and has highest less lowest", () => {
    const rows = [row("A.BTC", 1), row("B.BTC", -3), row("C.BTC", 2), row("A.ETH", 4), row("B.ETH", 4.5)];
    expect(shown(rows)).toEqual([
      {text: "ETH: B 4.5, A 4", dispersion: 0.5, highest: "B", lowest: "A"},
      {text: "BTC: B -3, C 2, A 1", dispersion: 5, highest: "C", lowest: "B"}
    ]);
  });

  it("compares on the basis, but rates per interval, which are of unlike times, per 8 hours", () => {
    const rows = [row("A.BTC", 1e-4), row("B.BTC", 1e-4, {intervalHours: 4})];
    expect(shown(rows)[0]?.dispersion).toBe(0);
    expect(shown(rows, "interval")[0]).toMatchObject({text: "BTC: A 0.0001, B 0.00005", dispersion: 0});
    expect(shown(rows, "apy")[0]?.dispersion).toBeCloseTo(1.00005 ** 2190 - 1.0001 ** 1095, 12);
  });

  it.each([
    ["one venue only", [row("A.BTC", 1)]],
    ["a rate missing", [row("A.BTC", 1), row("B.BTC", null)]],
    ["a rate that counts no longer", [row("A.BTC", 1), row("B.BTC", 2, {isValid: false})]]
  ])("has no difference with %s", (_, rows) => {
    expect(shown(rows)[0]).toMatchObject({dispersion: Number.NaN, highest: "", lowest: ""});
  });

  it("sorts rates per interval by their size per 8 hours", () => {
    const rows = [row("A.BTC", 2), row("B.BTC", 3, {intervalHours: 1})];
    expect(shown(rows, "interval")[0]).toMatchObject({text: "BTC: B 0.375, A 2", dispersion: 1, highest: "B"});
  });

  it("refuses rows that do not say which rates count", () => {
    const {isValid, ...without} = row("A.BTC", 1);
    expect(() => marketsOf([without as typeof without & {isValid: boolean}], "8h")).toThrow(
      /^no column "isValid" in these rates: select it, too, as funding_now has it$/
    );
  });

  it("puts missing rates last, of an underlying and among them", () => {
    const rows = [row("A.ADA", null), row("B.BTC", null), row("A.BTC", 0)];
    expect(shown(rows).map(({text}) => text)).toEqual(["BTC: A 0, B NaN", "ADA: A NaN"]);
  });
});
