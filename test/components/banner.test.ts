// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {simulatedBanner} from "../../src/components/banner.js";

describe("simulatedBanner({simulated})", () => {
  it("is a note that says so", () => {
    const banner = simulatedBanner({simulated: true});
    expect(banner.getAttribute("role")).toBe("note");
    expect(banner.hidden).toBe(false);
    expect(banner.textContent).toMatch(/^Simulated data\. .*sandbox/);
  });

  it("is hidden and empty for real data", () => {
    const banner = simulatedBanner({simulated: false});
    expect(banner.hidden).toBe(true);
    expect(banner.textContent).toBe("");
  });
});
