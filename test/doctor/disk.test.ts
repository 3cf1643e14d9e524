import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {diskVerdict, freeBytes} from "../../loaders/doctor/disk.js";

const gib = 2 ** 30;

describe("diskVerdict(free, bytesPerDay)", () => {
  it.each<[number, number | null, boolean, string]>([
    [20 * gib, null, true, "20.0 GiB free at the store"],
    [20 * gib, 0, true, "20.0 GiB free at the store"],
    [20 * gib, gib, true, "at the last day's 1.0 GiB it lasts 20 days"],
    [20 * gib, 2 ** 20, true, "at the last day's 1.0 MiB it lasts 56 years"],
    [20 * gib, 3 * gib, false, "it lasts 6 days: make room, or move the store"],
    [20 * gib, 20 * gib, false, "it lasts 24 hours: make room"],
    [gib - 1, null, false, "1024.0 MiB free at the store: make room"]
  ])("of %s free bytes and %s a day is ok: %s", (free, bytesPerDay, ok, text) => {
    const verdict = diskVerdict(free, bytesPerDay);
    expect(typeof verdict === "string").toBe(ok);
    expect(typeof verdict === "string" ? verdict : verdict.text).toContain(text);
  });
});

describe("freeBytes(storePath)", () => {
  it("is of the folder that there is, if the store's is still to be made", async () => {
    expect(await freeBytes(join(tmpdir(), "none", "of", "these", "feeds.duckdb"))).toBeGreaterThan(0);
  });
});
