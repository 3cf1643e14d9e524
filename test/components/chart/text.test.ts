import {describe, expect, it} from "vitest";
import {textWidth} from "../../../src/components/chart/text.js";

describe("textWidth(text, size)", () => {
  it("grows with the text and the size", () => {
    expect(textWidth("")).toBe(0);
    expect(textWidth("80,000")).toBeGreaterThan(textWidth("8,000"));
    expect(textWidth("80,000", 22)).toBeCloseTo(2 * textWidth("80,000", 11));
  });

  it("is not less than what Inter needs (0.63 em per figure), and more for wide scripts", () => {
    expect(textWidth("0123456789", 10)).toBeGreaterThan(63);
    expect(textWidth("比特币", 10)).toBeGreaterThanOrEqual(30);
  });
});
