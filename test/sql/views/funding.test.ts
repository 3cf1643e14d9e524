import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {accrualOf} from "./accrual.js";
import {update} from "./quote.js";
import {rateOf} from "./rates.js";

const test = eachStore();

describe("funding of several venues", () => {
  it("is normalised to 1 h, 8 h, a day and a year, simple and compound", async () => {
    await test.book(update(0, rateOf(5, 100_000_000, 8)));
    const [row] = await test.records("SELECT rate, rate1h, rate8h, rateDay, apr, apy FROM funding");
    expect(row?.rate).toBe(1e-4);
    expect(row?.rate1h).toBeCloseTo(1.25e-5, 15);
    expect(row?.rate8h).toBeCloseTo(1e-4, 15);
    expect(row?.rateDay).toBeCloseTo(3e-4, 15);
    expect(row?.apr).toBeCloseTo(0.1095, 12);
    expect(row?.apy).toBeCloseTo(1.0001 ** 1095 - 1, 12);
  });

  it("has no compound rate where everything is lost, or none is known", async () => {
    await test.book(update(0, rateOf(5, -1e12, 8), rateOf(6, 1e9, 0)));
    expect(await test.records("SELECT apr, apy FROM funding ORDER BY priceFeedId")).toEqual([
      {apr: -1095, apy: null},
      {apr: null, apy: null}
    ]);
  });

  it("accrues by the time that each rate stood, over a change of the interval", async () => {
    const at = (hours: number, value: number, interval: number) => update(hours * 3600, rateOf(5, value, interval));
    await test.book(at(0, 8e8, 8), at(4, -4e8, 4), at(6, 0, 4), at(8, 1e12, 8));
    const since = "TIMESTAMP '2026-05-12 13:55:00'"; // the first of them
    const [row] = await test.records(`FROM ${accrualOf("[5]", `${since}, ${since} + INTERVAL 8 HOUR`)}`);
    // 4 h of 8e-4 over 8 h, 2 h of -4e-4 over 4 h, 2 h of nothing; the last counts a millisecond.
    expect(row?.accrued).toBeCloseTo(4e-4 - 2e-4 + 1 / (8 * 3.6e6), 12);
    expect(row?.hours).toBeCloseTo(8, 6);
  });
});
