import {describe, expect, it} from "vitest";
import {bloomFilter} from "../../loaders/files/bloom-filter.js";
import {hashBody} from "../../loaders/load/booking.js";

describe("bloomFilter()(hash)", () => {
  it("says yes of every hash that was shown before, and almost never of another", () => {
    const seen = bloomFilter();
    const hashes = Array.from({length: 200_000}, (_, i) => hashBody(String(i)));
    expect(hashes.filter(seen).length).toBeLessThan(5);
    expect(hashes.every(seen)).toBe(true);
  });

  it("begins without any, each time", () => {
    const hash = hashBody("");
    expect([bloomFilter()(hash), bloomFilter()(hash)]).toEqual([false, false]);
  });
});
