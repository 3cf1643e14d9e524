import {describe, expect, it} from "vitest";
import {heldText, megabytes, snapshotText} from "../../loaders/commands/output.js";
import type {SnapshotPart} from "../../loaders/snapshot/parts.js";

const prices: SnapshotPart = {
  name: "prices",
  rows: 12,
  storedRows: 300,
  bytes: 1000,
  whole: false,
  since: "2026-05-12T13:05:00Z",
  until: "2026-05-12T14:00:00Z"
};

describe("heldText(part)", () => {
  it.each([
    ["all", {...prices, whole: true}],
    ["since 2026-05-12T13:05Z (12 of 300)", prices],
    ["0 of 300", {...prices, rows: 0, since: null}]
  ])("says %s", (text, part) => expect(heldText(part)).toBe(text));
});

describe("snapshotText(snapshot)", () => {
  it("says the size, and what was left out", () => {
    expect(snapshotText({bytes: 24_960_000, cut: [{...prices, name: "bars_1m", rows: 0, since: null}, prices]})).toBe(
      "snapshot 25.0 MB, bars_1m 0 of 300, prices since 2026-05-12T13:05Z (12 of 300)"
    );
  });
});

describe("megabytes(bytes)", () => {
  it("counts in millions of bytes", () => expect(megabytes(1_234_567)).toBe("1.2 MB"));
});
