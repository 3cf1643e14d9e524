import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {at, bookRates, ratesOf} from "./rates.js";

const test = eachStore();

describe("funding_1d", () => {
  it("is what its hours give", async () => {
    await bookRates(test, ratesOf("1:00 8 8; 2:00 -8 4; 3:00 0 8; 23:30 16 8"), at(25));
    const [first, next] = await test.records("FROM funding_1d ORDER BY startedAt");
    // One hour of 8e-4 over 8 h, one of -8e-4 over 4 h, 8 of nothing, half an hour of 16e-4 over 8 h.
    expect(first).toMatchObject({updates: 4, intervalHours: 8, intervalChanges: 2, seconds: at(10, 30)});
    expect(first?.accrued).toBeCloseTo(8e-4 / 8 - 8e-4 / 4 + 16e-4 / 16, 15);
    expect(first?.meanRate8h).toBeCloseTo((Number(first?.accrued) * 28_800) / at(10, 30), 12);
    expect(first).toMatchObject({firstRate8h: 8e-4, lowRate8h: -16e-4, highRate8h: 16e-4, lastRate8h: 16e-4});
    expect(first).toMatchObject({firstAt: "2026-03-08T01:00:00Z", lowAt: "2026-03-08T02:00:00Z"});
    expect(next).toMatchObject({updates: 0, seconds: 3600, firstRate8h: 16e-4, firstAt: null});
  });
});
