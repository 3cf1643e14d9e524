// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {freshness} from "../../../src/components/inputs/freshness.js";

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

  it.each([
    [1, "1 update is dated before 2000 or in the future, and left out"],
    [1200, "1,200 updates are dated before 2000 or in the future, and left out"]
  ])("says how many updates have a date that cannot be: %d", (misdated, text) => {
    expect(freshness({...meta, misdated}, now).querySelector(".fb-misdated")?.textContent).toBe(text);
    expect(freshness({...meta, misdated: 0}, now).querySelector(".fb-misdated")).toBeNull();
  });

  it("says that nothing is left out where every update has such a date", () => {
    const text = freshness({...meta, misdated: 9}, now).querySelector(".fb-misdated")?.textContent;
    expect(text).toBe("Every update is dated before 2000 or in the future");
  });

  it("says nothing of the age of an empty store", () => {
    expect(freshness({...meta, simulated: null, lastPublishedAt: null}, now).textContent).toBe("");
  });
});
