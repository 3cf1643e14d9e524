import {describe, expect, it} from "vitest";
import {toMs, toNumber} from "../../src/lib/instant.js";

const noon = Date.UTC(2026, 4, 12, 12);

describe("toMs(instant)", () => {
  it.each([
    ["a Date", new Date(noon), noon],
    ["epoch milliseconds", noon, noon],
    ["bigint milliseconds", BigInt(noon), noon],
    ["ISO text in UTC", "2026-05-12T12:00:00Z", noon],
    ["ISO text with an offset", "2026-05-12T14:00:00+02:00", noon],
    ["ISO text without a zone, as UTC", "2026-05-12T12:00:00.250", noon + 250],
    ["a database timestamp, as UTC", "2026-05-12 12:00:00", noon],
    ["a database timestamp in microseconds", "2026-05-12 12:00:00.123456", noon + 123],
    ["a date, as UTC midnight", "2026-05-12", Date.UTC(2026, 4, 12)],
    ["a leap day", "2024-02-29 00:00", Date.UTC(2024, 1, 29)]
  ])("reads %s", (_, instant, ms) => {
    expect(toMs(instant)).toBe(ms);
  });

  it.each([null, undefined, "", "yesterday", new Date(NaN), NaN])("gives NaN for %s", (instant) => {
    expect(toMs(instant)).toBeNaN();
  });
});

describe("toNumber(value)", () => {
  it("takes numbers and bigints", () => {
    expect(toNumber(1.5)).toBe(1.5);
    expect(toNumber(12n)).toBe(12);
    expect(toNumber(-0)).toBe(-0);
  });

  it.each([null, undefined, NaN, Infinity, -Infinity, "1", true, {}])("gives NaN for %s", (value) => {
    expect(toNumber(value)).toBeNaN();
  });
});
