// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {freshness} from "../../src/lib/freshness.js";

const meta = {
  snapshotAt: "2026-05-12T14:01:00Z",
  simulated: true,
  firstPublishedAt: "2026-05-05T14:00:00Z",
  lastPublishedAt: "2026-05-12T14:00:00.123Z",
  updates: 9,
  feeds: 2,
  rejected: 0,
  coercions: 0
};
const now = () => Date.UTC(2026, 4, 12, 17, 5);

describe("freshness(meta, now)", () => {
  it("says up to when the data goes, and how old that is by the reader's clock", () => {
    const element = freshness({...meta, simulated: false}, now);
    expect(element.textContent).toBe("Up to 2026-05-12 14:00:00 UTC, 3 h 5 min ago by your clock");
  });

  it("marks simulated data", () => {
    expect(freshness(meta, now).querySelector("[role=note]")?.textContent).toContain("Simulated data.");
  });

  it("says nothing of the age of an empty store", () => {
    expect(freshness({...meta, simulated: null, lastPublishedAt: null}, now).textContent).toBe("");
  });
});
