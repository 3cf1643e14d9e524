// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {emptyState} from "../../../src/components/inputs/empty.js";

describe("emptyState(missing)", () => {
  it("says what is missing and how to get it", () => {
    const text = emptyState("funding rates").textContent;
    expect(text).toContain("No funding rates in the store yet");
    expect(text).toContain("npm run load");
  });
});
