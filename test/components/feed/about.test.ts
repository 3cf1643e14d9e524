import {describe, expect, it} from "vitest";
import {isNeverUpdated} from "../../../src/components/feed/about.js";

describe("isNeverUpdated(feed)", () => {
  it.each<[number | bigint | null | undefined, boolean]>([
    [0, true],
    [0n, true],
    [1n, false],
    [null, false],
    [undefined, false]
  ])("of %s updates is %s", (updates, never) => {
    expect(isNeverUpdated({priceFeedId: 1, ...(updates !== undefined && {updates})})).toBe(never);
  });

  it("is false of no feed", () => expect(isNeverUpdated(undefined)).toBe(false));
});
