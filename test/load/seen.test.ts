import {describe, expect, it} from "vitest";
import {hashBody} from "../../loaders/load/booking.js";
import {rememberHashes} from "../../loaders/load/seen.js";

describe("rememberHashes()(hash)", () => {
  it("says yes of every hash that was shown before, and almost never of another", () => {
    const seen = rememberHashes();
    const hashes = Array.from({length: 200_000}, (_, i) => hashBody(String(i)));
    expect(hashes.filter(seen).length).toBeLessThan(5);
    expect(hashes.every(seen)).toBe(true);
  });

  it("begins without any, each time", () => {
    const hash = hashBody("");
    expect([rememberHashes()(hash), rememberHashes()(hash)]).toEqual([false, false]);
  });
});
