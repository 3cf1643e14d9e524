import {describe, expect, it} from "vitest";
import {nearest} from "../../loaders/config/nearest.js";

describe("nearest(word, candidates)", () => {
  it.each([
    ["chanel", ["channel", "formats"], "channel"],
    ["Channel", ["channel"], "channel"],
    ["timeout", ["timeoutMs", "retries"], "timeoutMs"],
    ["retrys", ["retries", "rows"], "retries"],
    ["ids", ["symbols"], null],
    ["", ["a"], "a"],
    ["bananas", ["channel", "formats"], null],
    ["x", [], null]
  ])("finds the candidate for %j among %j: %j", (word, candidates, expected) => {
    expect(nearest(word, candidates)).toBe(expected);
  });
});
